/** Goes through the moves of a game: directly to any of them, step by step, or automatically at a set pace. */

export class Playback {
  readonly #last: () => number;
  readonly #pace: () => number;
  #move = $state(0);
  #playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `last` is the number of moves, `pace` how many seconds each is shown; both may change. */
  constructor(last: () => number, pace: () => number) {
    this.#last = last;
    this.#pace = pace;
  }

  /** The number of moves made in the position shown. */
  get move(): number {
    return Math.min(this.#move, this.#last());
  }

  get last(): number {
    return this.#last();
  }

  get playing(): boolean {
    return this.#playing;
  }

  get atStart(): boolean {
    return this.move === 0;
  }

  get atEnd(): boolean {
    return this.move === this.last;
  }

  /** Show the position after that many moves, and stay there. */
  go(move: number): void {
    this.pause();
    this.#move = Math.max(0, Math.min(Math.round(move), this.last));
  }

  step(moves: number): void {
    this.go(this.move + moves);
  }

  /** Play automatically; at the end, start over. */
  play(): void {
    if (this.last === 0) return;
    if (this.atEnd) this.#move = 0;
    this.#playing = true;
    this.#wait();
  }

  pause(): void {
    this.#playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#move = this.move + 1;
      if (this.atEnd) this.pause();
      else this.#wait();
    }, this.#pace() * 1000);
  }
}
