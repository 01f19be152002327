/** What the server offers; asked for once, or until it is ready. */

import { api } from "./api";
import type { BoxInfo, ServerInfo } from "./wire";
import { Words } from "./words";

class Server {
  info = $state.raw<ServerInfo | null>(null);

  async load(): Promise<ServerInfo> {
    if (this.info?.kernel !== "ready") this.info = await api.server();
    return this.info;
  }

  box(id: string): BoxInfo | null {
    return this.info?.boxes.find((box) => box.id === id) ?? null;
  }

  words(id: string): Words | null {
    const box = this.box(id);
    return box && new Words(box);
  }
}
export const server = new Server();
