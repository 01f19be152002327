/** Asks for the best moves, and keeps the answer as long as it applies to the position on the table. */

import { api } from "../api";
import type { Live } from "../live.svelte";
import { notice } from "../problems.svelte";
import type { HintView, Hints } from "../wire";

export class Advisor {
  readonly #live: Live;
  readonly #seat: () => number | null;
  #hints = $state.raw<Hints | null>(null);
  #asked = $state<number | null>(null);

  constructor(live: Live, seat: () => number | null) {
    this.#live = live;
    this.#seat = seat;
  }

  get thinking(): boolean {
    return this.#asked !== null && this.#asked === this.#live.ply;
  }

  /** The best moves in the position on the table, once known. */
  get hints(): readonly HintView[] | null {
    const hints = this.#hints;
    return hints?.ply === this.#live.ply && hints?.seat === this.#seat() ? hints.hints : null;
  }

  async ask(): Promise<void> {
    const seat = this.#seat();
    const { id, ply } = this.#live;
    if (seat === null || ply === null || this.thinking) return;
    this.#asked = ply;
    const hints = await notice.watch(() => api.hints(id, seat));
    if (this.#asked === ply) this.#asked = null;
    if (hints) this.#hints = hints;
  }

  dismiss(): void {
    this.#hints = null;
  }
}
