/** The review of a game: asked for, waited for while the server computes it, and gone over again more deeply. */

import { api, Refusal } from "../api";
import type { Source } from "../replay/source";
import type { Problem, ReviewDepth, Reviewing, ReviewView } from "../wire";

const PAUSE = 700; // milliseconds between two questions how far it has come
const PATIENT = 1_500; // milliseconds until a busy server is asked again

export class Study {
  readonly #source: Source;
  #gone = false;
  review = $state.raw<ReviewView | null>(null);
  /** what is being computed now; null: nothing */
  depth = $state<ReviewDepth | null>(null);
  done = $state(0);
  total = $state(0);
  /** why there is none */
  problem = $state.raw<Problem | null | undefined>(undefined);

  constructor(source: Source) {
    this.#source = source;
  }

  /** Have the game reviewed; resolves when it is done, or when it is refused. */
  async begin(depth: ReviewDepth): Promise<void> {
    if (this.depth !== null) return;
    this.depth = depth;
    this.done = this.total = 0;
    this.problem = undefined;
    try {
      this.review = (await this.#finished(depth)) ?? this.review;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = error.problem;
    }
    this.depth = null;
  }

  /** Ask no more: the page is left. The server goes on and keeps the review. */
  leave(): void {
    this.#gone = true;
  }

  async #finished(depth: ReviewDepth): Promise<ReviewView | null> {
    let found = await this.#patiently(() => this.#source.review(depth));
    while (found !== null && found.review === null) {
      this.done = found.done;
      this.total = found.total;
      await pause(PAUSE);
      const { id } = found;
      found = await this.#patiently(() => this.#found(id, depth));
    }
    return found?.review ?? null;
  }

  /** How far a review has come; one that was given up, by a server that was closed, is begun again. */
  async #found(id: string, depth: ReviewDepth): Promise<Reviewing> {
    try {
      return await api.findReview(id);
    } catch (error) {
      if (error instanceof Refusal && error.problem?.code === "not_found") return this.#source.review(depth);
      throw error;
    }
  }

  /** Ask until the server has compiled what it needs; null when nobody waits for the answer any more. */
  async #patiently(ask: () => Promise<Reviewing>): Promise<Reviewing | null> {
    while (!this.#gone) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem?.code !== "warming_up") throw error;
        await pause(PATIENT);
      }
    }
    return null;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
