/** A game being replayed, from a point of view that may be changed. */

import { Refusal } from "../api";
import type { ErrorCode, Replay } from "../wire";
import type { Source } from "./source";

export const EVERYBODY = -1; // what everybody saw
export const OPEN = -2; // everything; only for finished games

const CLOSED: readonly ErrorCode[] = ["not_your_seat", "not_over", "no_seat", "bad_record"];
const PAUSE = 1200; // milliseconds to wait when the server is busy
const PATIENCE: Partial<Record<ErrorCode, number>> = { too_fast: 5, warming_up: 100 }; // how often to ask again

export class Watched {
  readonly source: Source;
  #replay = $state.raw<Replay | null>(null);
  /** the point of view asked for is not allowed, so the game is shown as everybody saw it */
  closed = $state(false);
  readonly #known = new Map<number, Replay>();
  #wanted = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** The game; available only after `open`. */
  get replay(): Replay {
    if (this.#replay === null) throw new Error("nothing has been opened");
    return this.#replay;
  }

  /** The points of view that may be chosen. */
  get allowed(): readonly number[] {
    return this.#shared(this.replay) ? [EVERYBODY] : this.replay.allowed;
  }

  /** Show the game from the point of view that a link names, or else as openly as allowed. Rejects with a Refusal. */
  async open(eyes: number | null): Promise<void> {
    const named = eyes === null ? null : await this.#ask(eyes).catch(refusedEyes);
    const asked = named && this.#mayShow(named) ? named : null;
    const plain = asked ?? (await this.#ask(EVERYBODY));
    this.#replay = eyes === null ? await this.#ask(mostOpen(plain.allowed)) : plain;
    this.closed = eyes !== null && asked === null;
  }

  /** Take another point of view; the latest request counts. */
  async see(eyes: number): Promise<void> {
    const wanted = (this.#wanted += 1);
    const replay = await this.#ask(eyes);
    if (wanted !== this.#wanted || !this.#mayShow(replay)) return;
    this.#replay = replay;
    this.closed = false;
  }

  /** Whether people with secrets from each other share this screen: a replay has no cover between them. */
  #shared({ over, allowed }: Replay): boolean {
    return this.source.table !== null && !over && allowed.filter((eyes) => eyes >= 0).length > 1;
  }

  #mayShow(replay: Replay): boolean {
    return replay.eyes === EVERYBODY || !this.#shared(replay);
  }

  async #ask(eyes: number): Promise<Replay> {
    const replay = this.#known.get(eyes) ?? (await this.#patiently(eyes));
    this.#known.set(eyes, replay);
    return replay;
  }

  async #patiently(eyes: number, asked = 0): Promise<Replay> {
    try {
      return await this.source.ask(eyes);
    } catch (error) {
      const code = error instanceof Refusal ? error.problem?.code : undefined;
      if (code === undefined || asked >= (PATIENCE[code] ?? 0)) throw error;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
    return this.#patiently(eyes, asked + 1);
  }
}

/** Everything if that is allowed, else what the user's own seat saw, else (several seats, one screen) what everybody saw. */
function mostOpen(allowed: readonly number[]): number {
  if (allowed.includes(OPEN)) return OPEN;
  const [own, another] = allowed.filter((eyes) => eyes >= 0);
  return own === undefined || another !== undefined ? EVERYBODY : own;
}

/** Null if only the eyes were refused, so that the game can be shown as everybody saw it; rethrows anything else. */
function refusedEyes(error: unknown): null {
  if (error instanceof Refusal && error.problem !== null && CLOSED.includes(error.problem.code)) return null;
  throw error;
}
