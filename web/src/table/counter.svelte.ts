/** Keeps track of what a careful player could have counted. */

import { api, Refusal } from "../api";
import type { Counts, ErrorCode } from "../wire";

const LATER: readonly ErrorCode[] = ["warming_up", "too_fast"]; // refusals that do not last
const PAUSE = 3000; // milliseconds

export class Counter {
  counts = $state.raw<Counts | null>(null);
  #asked = 0;
  readonly #ask: typeof api.counts;

  constructor(ask = api.counts) {
    this.#ask = ask;
  }

  /** Count again for a seat at a table; only the answer to the latest question counts. */
  async count(table: string, seat: number): Promise<void> {
    const asked = (this.#asked += 1);
    try {
      const counts = await this.#ask(table, seat);
      if (asked === this.#asked) this.counts = counts;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.problem === null || !LATER.includes(error.problem.code)) return; // an aid fails silently
      await new Promise((done) => setTimeout(done, PAUSE));
      if (asked === this.#asked) await this.count(table, seat);
    }
  }

  /** Stop asking. */
  stop(): void {
    this.#asked += 1;
  }
}
