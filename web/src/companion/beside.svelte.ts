/** What is entered beside a real table, on this device. A tap goes to the server at once; while the line is away it is
    kept here, also over a reload or an empty battery, and sent again until it has arrived. It counts once, by its
    number and key. */

import { api, Refusal } from "../api";
import { freshKey } from "../keys";
import { notice } from "../problems.svelte";
import type { FollowedView, LaidView, Tap } from "../wire";

const AGAIN = 2_000; // milliseconds until a server that was out of reach is tried again
const AT_ONCE = 50; // taps that one request may carry
const PASSING = ["unavailable", "restarting", "warming_up", "too_fast"]; // what is worth another try

export type What = Omit<Tap, "number" | "key">;

/** How something is read and changed on the server. */
export interface Wire<T> {
  readonly read: (id: string) => Promise<T>;
  readonly send: (id: string, taps: readonly Tap[]) => Promise<T>;
  /** the next tap need not wait for the answer to the last one */
  readonly patient: boolean;
}

export const FOLLOWED: Wire<FollowedView> = { read: api.followed, send: api.tap, patient: false };
export const LAID: Wire<LaidView> = { read: api.laid, send: api.put, patient: true };

export class Beside<T extends { number: number }> {
  readonly id: string;
  readonly #line: Wire<T>;
  game = $state.raw<T | null>(null);
  /** taps that have not arrived yet */
  kept = $state.raw<readonly Tap[]>([]);
  /** the line is away: what is tapped is kept */
  away = $state(false);
  #sending = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #online = () => void this.#send();

  constructor(id: string, line: Wire<T>) {
    this.id = id;
    this.#line = line;
    this.kept = read(this.#place);
    addEventListener("online", this.#online);
  }

  stop(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
  }

  /** Whether a tap is still being answered. */
  get busy(): boolean {
    return this.#sending || this.kept.length > 0;
  }

  async open(): Promise<void> {
    this.game = await this.#line.read(this.id);
    this.#keepAfter(this.game.number);
    await this.#send();
  }

  async tap(what: What): Promise<void> {
    const { game } = this;
    if (!game || (this.busy && !this.#line.patient)) return;
    const last = this.kept.at(-1)?.number ?? game.number;
    this.#keep([...this.kept, { ...what, number: last + 1, key: freshKey() }]);
    await this.#send();
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.kept.length) {
        const game = await this.#line.send(this.id, this.kept.slice(0, AT_ONCE));
        this.#keepAfter(game.number);
        this.game = game;
        this.away = false;
        notice.dismiss();
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.#refused(error);
    } finally {
      this.#sending = false;
    }
  }

  async #refused(error: Refusal): Promise<void> {
    const { problem } = error;
    if (problem === null || PASSING.includes(problem.code)) {
      this.away = true;
      this.#timer = setTimeout(() => void this.#send(), AGAIN);
      return;
    }
    this.#keep([]);
    this.away = false;
    notice.values = {};
    notice.problem = problem;
    this.game = await this.#line.read(this.id).catch(() => this.game);
  }

  #keepAfter(number: number): void {
    this.#keep(this.kept.filter((tap) => tap.number > number));
  }

  #keep(taps: readonly Tap[]): void {
    this.kept = taps;
    try {
      if (taps.length) localStorage.setItem(this.#place, JSON.stringify(taps));
      else localStorage.removeItem(this.#place);
    } catch {
      // a browser that keeps nothing still sends everything
    }
  }

  get #place(): string {
    return `sanssouci-taps-${this.id}`;
  }
}

function read(place: string): readonly Tap[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? (kept as Tap[]) : [];
  } catch {
    return [];
  }
}
