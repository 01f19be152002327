/** An earlier position of a running game, seen through the eyes at this screen. New moves do not end it. */

import { api } from "../api";
import type { Live } from "../live.svelte";
import { notice } from "../problems.svelte";
import type { GameView, Replay, TurnTold } from "../wire";
import { masked } from "./eyes.svelte";

export class Past {
  readonly #live: Pick<Live, "id" | "log">;
  readonly #eyes: () => number;
  readonly #ask: (table: string, eyes: number) => Promise<Replay>;
  #replay = $state.raw<Replay | null>(null);
  #move = $state<number | null>(null);
  #wanted = 0;

  constructor(live: Pick<Live, "id" | "log">, eyes: () => number, ask = api.replay) {
    this.#live = live;
    this.#eyes = eyes;
    this.#ask = ask;
  }

  /** How many moves had been made; null while the game itself is shown. */
  get move(): number | null {
    return this.#move !== null && this.#fits(this.#move) ? this.#move : null;
  }

  get view(): GameView | null {
    const { move } = this;
    const view = move === null ? undefined : this.#replay?.views[move];
    if (view === undefined) return null;
    return view.eyes === this.#eyes() ? view : masked(view); // somebody else is at the screen now
  }

  /** The move that led to the position. */
  get told(): TurnTold | null {
    return this.#live.log[(this.move ?? 0) - 1] ?? null;
  }

  /** Show the position after that many moves. */
  async show(move: number): Promise<void> {
    const wanted = (this.#wanted += 1);
    const target = Math.max(0, Math.min(move, this.#live.log.length));
    if (!this.#fits(target) || this.#replay?.eyes !== this.#eyes()) {
      const replay = await notice.watch(() => this.#ask(this.#live.id, this.#eyes()));
      if (replay === undefined || wanted !== this.#wanted) return;
      this.#replay = replay;
    }
    this.#move = target;
  }

  /** Back to the game. */
  leave(): void {
    this.#wanted += 1;
    this.#move = null;
  }

  /** Call this when somebody else takes over the screen. */
  look(): void {
    if (this.move !== null && this.#replay?.eyes !== this.#eyes()) void this.show(this.move);
  }

  /** Whether the moves in the log still lead to the position we have: turns may have been taken back. */
  #fits(move: number): boolean {
    const replay = this.#replay;
    if (replay === null || move >= replay.views.length || move > this.#live.log.length) return false;
    return replay.log.slice(0, move).every((told, i) => told.move === this.#live.log[i]?.move);
  }
}
