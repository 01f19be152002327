/** What the server offers; asked for once, or until it is ready. */

import { api } from "./api";
import { setTime } from "./ui/clock";
import type { BoxInfo, ServerInfo, TableInfo } from "./wire";
import { Words } from "./words";

class Server {
  info = $state.raw<ServerInfo | null>(null);

  async load(): Promise<ServerInfo> {
    if (this.info?.kernel !== "ready") {
      this.info = await api.server();
      setTime(this.info.now);
    }
    return this.info;
  }

  box(id: string): BoxInfo | null {
    return this.info?.boxes.find((box) => box.id === id) ?? null;
  }

  /** The box of a table: its own, if it brings one along, or one of the server's. */
  boxOf(table: Pick<TableInfo, "box" | "own_box">): BoxInfo | null {
    return table.own_box ?? this.box(table.box);
  }

  /** What the box of a table is called. */
  boxName(table: { box: string; own_box?: BoxInfo | null; box_name?: string | null }): string {
    return table.own_box?.name ?? table.box_name ?? this.box(table.box)?.name ?? table.box;
  }

  /** The box of the server's whose rules speak of an owner's box best: the one with most colours in common. */
  likest(box: BoxInfo): string {
    const colours = new Set(box.rows.map(({ id }) => id));
    const alike = (other: BoxInfo) =>
      other.id === box.id ? Infinity : other.rows.filter(({ id }) => colours.has(id)).length;
    const all = this.info?.boxes ?? [];
    return [...all].sort((a, b) => alike(b) - alike(a))[0]?.id ?? box.id;
  }

  words(table: TableInfo | null): Words | null {
    const box = table && this.boxOf(table);
    return box && new Words(box);
  }
}
export const server = new Server();
