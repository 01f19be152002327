/** What is entered beside a real table, on this device. A tap goes to the server at once; without a connection it is
    kept here, even across a reload or an empty battery, and sent again until it has arrived. It counts once, by its
    number and key. What the server then refuses is kept too, until somebody has read it. */

import { api, Refusal } from "../api";
import { freshKey } from "../keys";
import { notice } from "../problems.svelte";
import type { FollowedView, LaidView, Problem, Tap } from "../wire";
import { foreseen } from "./ahead";
import { withTaps } from "./laid";

const AGAIN = 2_000; // milliseconds until a server that was out of reach is tried again
const AT_ONCE = 50; // taps that one request may carry

/** The games that this page has shown, as they were then, for whoever comes back to one without a connection. */
const seen = new Map<string, unknown>();

export type What = Omit<Tap, "number" | "key">;

/** How something is read and changed on the server. */
export interface Wire<T> {
  readonly read: (id: string) => Promise<T>;
  readonly send: (id: string, taps: readonly Tap[]) => Promise<T>;
  /** with taps that have not arrived, and whether it is known what can be tapped next */
  readonly foresee: (game: T, taps: readonly Tap[]) => { readonly game: T; readonly known: boolean };
  /** the next tap need not wait for the answer to the last one */
  readonly patient: boolean;
}

export const FOLLOWED: Wire<FollowedView> = {
  ...{ read: api.followed, send: api.tap, patient: false },
  foresee: foreseen,
};
export const LAID: Wire<LaidView> = {
  ...{ read: api.laid, send: api.put, patient: true },
  foresee: (table, taps) => ({ game: withTaps(table, taps), known: true }),
};

/** Taps that the server has refused when the connection was back, and why. */
export interface Returned {
  readonly taps: readonly Tap[];
  readonly problem: Problem;
}

export class Beside<T extends { number: number }> {
  readonly id: string;
  readonly #line: Wire<T>;
  /** as the server has it */
  game = $state.raw<T | null>(null);
  /** taps that have not arrived yet */
  kept = $state.raw<readonly Tap[]>([]);
  returned = $state.raw<Returned | null>(null);
  /** the connection is lost: what is tapped is kept */
  away = $state(false);
  readonly #foreseen = $derived.by(() => this.game && this.#line.foresee(this.game, this.kept));
  #sending = $state(false);
  /** the kept taps are from before this page was opened */
  #old = false;
  /** `game` is as it was when this page was left; it may have gone on */
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #online = () => void this.#send();

  constructor(id: string, line: Wire<T>) {
    this.id = id;
    this.#line = line;
    const kept = recall<readonly Tap[]>(this.#place("taps"));
    this.kept = Array.isArray(kept) ? kept : [];
    this.#old = this.kept.length > 0;
    this.returned = recall<Returned>(this.#place("returned"));
    addEventListener("online", this.#online);
  }

  stop(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
  }

  /** With what was tapped while the connection was lost, as far as it can be foreseen. */
  get shown(): T | null {
    return (this.away || this.#line.patient ? this.#foreseen?.game : null) ?? this.game;
  }

  /** Whether a tap is still being answered. */
  get busy(): boolean {
    return this.#sending || this.kept.length > 0;
  }

  /** Whether something can be tapped now. */
  get ready(): boolean {
    return !this.busy || this.#line.patient || (this.away && (this.#foreseen?.known ?? false));
  }

  /** Whether Undo is possible: what came before the kept taps is the server's to take back. */
  get undoable(): boolean {
    if (!this.busy || this.#line.patient) return (this.game?.number ?? 0) > 0 || this.kept.length > 0;
    const taken = this.kept.filter(({ kind }) => kind === "undo").length;
    return this.away && this.kept.length > 2 * taken;
  }

  async open(): Promise<void> {
    try {
      this.#take(await this.#line.read(this.id));
    } catch (error) {
      const last = seen.get(this.id);
      if (!(error instanceof Refusal) || !error.passes || last === undefined) throw error;
      this.game = last as T;
      this.#stale = true;
    }
    await this.#send();
  }

  async tap(what: What): Promise<void> {
    const { game } = this;
    if (!game || !(what.kind === "undo" ? this.undoable : this.ready)) return;
    const last = this.kept.at(-1)?.number ?? game.number;
    this.#keep([...this.kept, { ...what, number: last + 1, key: freshKey() }]);
    await this.#send();
  }

  /** Tap something that is not offered: the server's refusal says why it cannot be. */
  async attempt(text: string): Promise<void> {
    const { game } = this;
    if (this.away) throw new Refusal(null);
    if (!game || this.busy) return;
    this.#take(
      await this.#line.send(this.id, [{ kind: "enter", text, number: game.number + 1, key: freshKey() }]),
    );
  }

  /** The taps that were refused have been read. */
  forget(): void {
    this.returned = null;
    store(this.#place("returned"), null);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.kept.length || this.#stale) {
        const sent = this.kept.slice(0, AT_ONCE);
        const game = await (sent.length ? this.#line.send(this.id, sent) : this.#line.read(this.id));
        this.#keep(this.kept.slice(sent.length));
        this.#take(game);
        this.away = this.#old = this.#stale = false;
        notice.dismiss();
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.#refused(error);
    } finally {
      this.#sending = false;
    }
  }

  async #refused({ problem, passes }: Refusal): Promise<void> {
    // a change elsewhere at the very same time names no tap: sent again, they are taken or refused one by one
    const again = problem?.code === "stale" && problem.values.tap === undefined;
    if (problem === null || again || passes) {
      this.away = true;
      this.#timer = setTimeout(() => void this.#send(), AGAIN);
      return;
    }
    const first = Number(problem.values.tap ?? 0);
    const taps = this.kept.filter(({ number }) => number >= first);
    if (taps.length && (this.away || this.#old || taps.length > 1)) {
      this.returned = { taps, problem };
      store(this.#place("returned"), this.returned);
    } else {
      notice.values = {};
      notice.problem = problem;
    }
    this.#keep([]);
    this.away = this.#old = this.#stale = false;
    await this.#line.read(this.id).then(
      (game) => this.#take(game),
      () => undefined, // it stays as it was
    );
  }

  #take(game: T): void {
    this.game = game;
    seen.set(this.id, game);
  }

  #keep(taps: readonly Tap[]): void {
    this.kept = taps;
    store(this.#place("taps"), taps.length ? taps : null);
  }

  #place(what: string): string {
    return `sanssouci-${what}-${this.id}`;
  }
}

function store(place: string, what: unknown): void {
  try {
    if (what === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(what));
  } catch {
    // a browser that keeps nothing still sends everything
  }
}

function recall<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null") as T | null;
  } catch {
    return null;
  }
}
