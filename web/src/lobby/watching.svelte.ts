/** The lobby as it changes: the tables that the user may join or watch, and taking a seat at one of them. */

import { api } from "../api";
import { notice } from "../problems.svelte";
import { router } from "../router.svelte";
import { remember, settings } from "../settings.svelte";
import { Socket, type Line } from "../socket";
import { t } from "../texts.svelte";
import type { ErrorFrame, LobbyFrame, LobbyTable } from "../wire";

export class Lobby {
  tables = $state.raw<LobbyTable[] | null>(null);
  line = $state<Line>("connecting");
  busy = $state(false);

  /** Listen until the answer is called. */
  watch(): () => void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new Socket(`${scheme}://${location.host}/api/lobby/live`, {
      line: (state) => (this.line = state),
      message: (text) => {
        const frame = JSON.parse(text) as LobbyFrame | ErrorFrame;
        if (frame.type === "error") notice.problem = frame.problem;
        else {
          socket.served();
          this.tables = frame.tables;
        }
      },
    });
    return () => socket.close();
  }

  /** Take a free seat, and go there. */
  async sit(table: LobbyTable): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    settings.name = settings.name.trim();
    remember();
    const done = await notice.watch(() =>
      api.sit(table.id, { name: settings.name || t("web.guest"), key: null, seat: null }),
    );
    this.busy = false;
    if (done) router.go(`/table/${table.id}`);
  }
}
