/** The players whose chat this browser hides, table by table. */

import { SvelteSet } from "svelte/reactivity";

export class Muting {
  readonly #place: string;
  readonly #seats: SvelteSet<number>;

  constructor(table: string) {
    this.#place = `sanssouci.muted.${table}`;
    this.#seats = new SvelteSet(read(this.#place));
  }

  has(seat: number): boolean {
    return this.#seats.has(seat);
  }

  toggle(seat: number): void {
    if (!this.#seats.delete(seat)) this.#seats.add(seat);
    try {
      localStorage.setItem(this.#place, JSON.stringify([...this.#seats]));
    } catch {
      // forgotten after this visit
    }
  }
}

function read(place: string): number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(found) ? found.filter((seat) => typeof seat === "number") : [];
  } catch {
    return [];
  }
}
