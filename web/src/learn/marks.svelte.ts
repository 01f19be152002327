/** What a lesson or the guide points at on the table, and whether it lets the learner play. */

import type { Highlights } from "../wire";

class Highlighting {
  shown = $state.raw<Highlights | null>(null);
  /** what stands where a turn is asked for, while there is only something to read; null while one may play */
  reading = $state<string | null>(null);

  /** what gardens would have if the game ended now has been taught */
  counts = $state(false);

  /** Whether that can be shown at a table, given its lesson. */
  isCounted(lesson: string | null): boolean {
    return lesson === null || lesson === "game" || lesson === "puzzle" || this.counts;
  }

  card(card: string): boolean {
    return this.shown?.cards.includes(card) ?? false;
  }

  tile(tile: string): boolean {
    return this.shown?.tiles.includes(tile) ?? false;
  }

  mission(letter: string): boolean {
    return this.shown?.missions.includes(letter) ?? false;
  }

  /** something that may be out of sight is pointed at */
  get pointsAtTable(): boolean {
    return this.squares.length > 0 || (this.shown?.tiles.length ?? 0) > 0;
  }

  get squares(): readonly string[] {
    return this.shown?.squares ?? [];
  }
}

export const marks = new Highlighting();
