/** The final count as it is shown: line by line for all players, source by source. Every figure comes from the server. */

import { prefersReducedMotion } from "svelte/motion";
import { FACTOR } from "../motion/looks";
import { settings } from "../settings.svelte";
import { sound } from "../sound/sound";
import { sourcesOf } from "../ui/expansions";
import type { Counted, Ending } from "../wire";

/** One line of the count, with what it brings to each seat; null: this seat has no such line. */
export interface CountLine {
  source: string;
  what: string;
  gains: readonly (number | null)[];
}

const FIRST = 900; // milliseconds at normal speed: everybody's points in play
const EACH = 650;

/** The lines of all seats, in the order in which they are counted: those that several seats have are counted together. */
export function linesOf(ending: Ending, expansions: readonly string[]): CountLine[] {
  const sources = ["play", ...sourcesOf(expansions)];
  const rank = ({ source, what }: Counted) => `${sources.indexOf(source)} ${what}`;
  const found = new Map<string, CountLine>();
  ending.count.forEach((lines, seat) => {
    for (const each of lines) {
      const { source, what } = each;
      const line = found.get(rank(each)) ?? { source, what, gains: ending.count.map(() => null) };
      found.set(rank(each), {
        ...line,
        gains: line.gains.map((gain, i) => (i === seat ? each.points : gain)),
      });
    }
  });
  return [...found.entries()].sort(([one], [other]) => one.localeCompare(other)).map(([, line]) => line);
}

export class FinalCount {
  readonly lines: readonly CountLine[];
  /** how many lines have been counted */
  shown = $state(0);
  /** the count goes on: the last line, too, is read before the winner is named */
  running = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ending: Ending, expansions: readonly string[], animated: boolean) {
    this.lines = linesOf(ending, expansions);
    this.shown = this.lines.length;
    if (!animated) return;
    if (this.moves) this.start();
    else sound("end");
  }

  /** whether anything on this page moves */
  get moves(): boolean {
    return settings.motion !== "off" && !prefersReducedMotion.current && !document.hidden;
  }

  /** the line being counted */
  get line(): CountLine | null {
    return this.running ? (this.lines[this.shown - 1] ?? null) : null;
  }

  /** what a seat has been given so far, in all or from one source */
  sum(seat: number, source?: string): number {
    return this.lines
      .slice(0, this.shown)
      .filter((line) => source === undefined || line.source === source)
      .reduce((sum, line) => sum + (line.gains[seat] ?? 0), 0);
  }

  start(): void {
    this.stop();
    this.shown = 0;
    this.running = true;
    this.#later(200);
  }

  /** Show the result. */
  skip(): void {
    this.stop();
    this.shown = this.lines.length;
    this.running = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(milliseconds: number): void {
    const factor = settings.motion === "off" ? 0 : FACTOR[settings.motion];
    this.#timer = setTimeout(() => {
      if (this.shown === this.lines.length) {
        sound("end");
        return this.skip();
      }
      this.shown += 1;
      sound("points", { step: this.shown });
      this.#later(this.shown === 1 ? FIRST : EACH);
    }, milliseconds * factor);
  }
}
