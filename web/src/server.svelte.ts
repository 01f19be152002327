/** What the server offers; asked for once, or until it is ready. */

import { api } from "./api";
import { setTime } from "./ui/clock";
import type { BoxInfo, ServerInfo, TableInfo } from "./wire";
import { Words } from "./words";

const OWN_ID = /^[A-Za-z0-9_-]{22}$/; // of an owner's box

class Server {
  info = $state.raw<ServerInfo | null>(null);
  /** boxes of owners that the user can play with; null until they have been asked for */
  own = $state.raw<readonly BoxInfo[] | null>(null);

  async load(): Promise<ServerInfo> {
    if (this.info?.kernel !== "ready") {
      this.info = await api.server();
      setTime(this.info.now);
    }
    return this.info;
  }

  /** Ask for the user's own boxes, and for the `wanted` one, which may be somebody else's. */
  async loadOwn(wanted: string): Promise<void> {
    try {
      const { boxes } = await api.boxes();
      const own = boxes.flatMap(({ info }) => (info ? [info] : []));
      const known = [...(this.info?.boxes ?? []), ...own].some(({ id }) => id === wanted);
      const other = known || !OWN_ID.test(wanted) ? null : await api.box(wanted).catch(() => null);
      this.own = other?.info && other.faults.length === 0 ? [...own, other.info] : own;
    } catch (error) {
      this.own ??= [];
      throw error;
    }
  }

  /** What the server offers, with the user's own boxes among its own. */
  get offers(): ServerInfo | null {
    return this.info && { ...this.info, boxes: [...this.info.boxes, ...(this.own ?? [])] };
  }

  box(id: string): BoxInfo | null {
    return this.offers?.boxes.find((box) => box.id === id) ?? null;
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
