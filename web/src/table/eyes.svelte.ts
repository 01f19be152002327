/** Through whose eyes this screen shows the game: those of its only player, of whichever of several is to move, or a
    spectator's. Nobody's cards are shown until they say that they are the one looking. */

import type { Live } from "../live.svelte";
import type { GameView } from "../wire";

export class Eyes {
  readonly #live: Live;
  /** the seat whose player has said that they are looking */
  #looking = $state<number | null>(null);

  constructor(live: Live) {
    this.#live = live;
  }

  /** The seats of this browser. */
  get own(): number[] {
    return this.#live.table?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  get #moving(): number | null {
    const { table, views } = this.#live;
    const seat = table?.seats[views[0]?.to_move ?? -1];
    return seat?.may.includes("play") ? seat.seat : null;
  }

  #viewOf(seat: number | null): GameView | null {
    return this.#live.views.find((view) => view.eyes === seat) ?? null;
  }

  /** The seat whose player must say that they are looking before the game goes on; null if none. */
  get covered(): number | null {
    const seat = this.#moving;
    if (seat === null || this.own.length < 2 || seat === this.#looking) return null;
    const mine = this.#viewOf(seat)?.seats[seat];
    return mine?.hand?.length || mine?.missions?.length ? seat : null;
  }

  uncover(seat: number): void {
    this.#looking = seat;
  }

  /** The seat that chooses at this screen now; null while it waits for others. */
  get acting(): number | null {
    return this.covered === null ? this.#moving : null;
  }

  /** The seat at this screen that the game waits for, whether or not its player is looking yet; null if none. */
  get awaited(): number | null {
    return this.#moving;
  }

  /** The seat whose garden is drawn large. */
  get seat(): number {
    return this.#moving ?? this.#looking ?? this.own[0] ?? 0;
  }

  get view(): GameView | null {
    const { own } = this;
    const first = this.#live.views[0] ?? null;
    if (own.length < 2) return first;
    if (this.acting !== null) return this.#viewOf(this.acting);
    return first && (first.phase === "over" ? first : masked(first));
  }
}

/** A view without its seat's secrets, for a shared screen. */
export function masked(view: GameView): GameView {
  return { ...view, eyes: -1, seats: view.seats.map((seat) => ({ ...seat, hand: null, missions: null })) };
}
