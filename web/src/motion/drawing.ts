/** Motions, drawn on a layer over the page. */

import { mount, unmount } from "svelte";
import { nobleFrame, pieceFrame, tileFrame } from "../garden/squares";
import type { Words } from "../words";
import { far, fly, near, rise, slide, TIMES, turn, vanish, walk, type Rect } from "./looks";
import Piece from "./Piece.svelte";
import * as places from "./places";
import { length, type Motion } from "./planning";
import { counting } from "./scores.svelte";

/** What the page shows while things move: the position before, until the end, or the position after. */
export type Shown = "before" | "after";

interface Way {
  words: Words;
  shown: Shown;
  /** the factor by which times are multiplied */
  factor: number;
}

/** Motions that are being drawn. */
export class Performance {
  readonly #words: Words;
  readonly #shown: Shown;
  readonly #factor: number;
  readonly #end: number;
  readonly #layer = new Layer();
  readonly #animations: Animation[] = [];
  readonly #counts: { clock: Animation; motion: Motion & { what: "score" } }[] = [];
  #frame = 0;
  /** when everything has moved, or the performance was removed */
  readonly finished: Promise<unknown>;

  constructor(motions: readonly Motion[], { words, shown, factor }: Way) {
    this.#words = words;
    this.#shown = shown;
    this.#factor = factor;
    this.#end = length(motions) + TIMES.rest;
    const drawn = motions.filter((motion) => this.#draw(motion));
    if (drawn.length) this.#clock(0, length(drawn) + TIMES.rest);
    this.finished = Promise.allSettled(this.#animations.map((animation) => animation.finished));
  }

  /** Show the page as it is. */
  remove(): void {
    cancelAnimationFrame(this.#frame);
    counting.clear();
    for (const animation of this.#animations) animation.cancel();
    this.#layer.remove();
  }

  #animate(element: Element, keyframes: Keyframe[], start: number, time: number): void {
    const [delay, duration] = [start * this.#factor, time * this.#factor];
    this.#animations.push(element.animate(keyframes, { delay, duration, fill: "both" }));
  }

  /** Hide a moving thing: at its old place until the end, or at its new place until it arrives. */
  #hide(before: string, after: string | null, { start, time }: Motion): void {
    const selector = this.#shown === "before" ? before : after;
    if (selector === null) return;
    const [from, until] = this.#shown === "before" ? [start, this.#end] : [0, start + time];
    const [delay, duration] = [from * this.#factor, (until - from) * this.#factor];
    for (const element of places.marked(selector)) {
      this.#animations.push(element.animate([{ opacity: 0 }, { opacity: 0 }], { delay, duration }));
    }
  }

  #piece(motion: Motion, box: Rect): HTMLElement {
    const piece = this.#layer.add(motion, this.#words, box);
    this.#animate(piece, [{ visibility: "hidden" }, { visibility: "visible" }], motion.start, 1);
    return piece;
  }

  /** Draw one motion; false if its places are out of sight. */
  #draw(motion: Motion): boolean {
    switch (motion.what) {
      case "card":
        return this.#card(motion);
      case "tile":
        return this.#tile(motion);
      case "refill":
        return this.#refill(motion);
      case "noble":
        return this.#noble(motion);
      case "piece":
        return this.#expansionPiece(motion);
      case "points":
        return this.#points(motion);
      case "score":
        return this.#score(motion);
    }
  }

  #card(motion: Motion & { what: "card" }): boolean {
    const { seat, card, start, time } = motion;
    const from = places.rectOf(places.HAND(seat)) ?? places.rectOf(places.CARD(card));
    const to = places.rectOf(places.CHIP(seat, card));
    if (!from || !to) return false;
    const height = (to.width * 64) / 44;
    const box = { ...to, y: to.y + (to.height - height) / 2, height };
    this.#animate(this.#piece(motion, box), slide(from, box), start, time);
    this.#hide(places.CARD(card), null, motion);
    return true;
  }

  #tile(motion: Motion & { what: "tile" }): boolean {
    const { seat, space, square, start, time } = motion;
    const from = places.rectOf(places.SPACE(space));
    const to = places.rectInGarden(seat, tileFrame(square)) ?? squared(places.rectOf(places.SCORE(seat)));
    if (!from || !to) return false;
    const piece = this.#piece(motion, to);
    this.#animate(piece, fly(from, to), start, time);
    if (motion.gardener) this.#turn(piece, start, time);
    this.#hide(places.TILE(space), places.LAID(seat, square), motion);
    return true;
  }

  #refill(motion: Motion & { what: "refill" }): boolean {
    const { space, start, time } = motion;
    const box = places.rectOf(places.SPACE(space));
    if (!box) return false;
    this.#turn(this.#piece(motion, box), start, time, "back");
    this.#hide(places.TILE(space), null, motion);
    return true;
  }

  #turn(piece: HTMLElement, start: number, time: number, first: "face" | "back" = "face"): void {
    const sides = piece.querySelector(".sides");
    if (sides) this.#animate(sides, turn(), start, time);
    for (const side of piece.querySelectorAll<SVGElement>("[data-side]")) {
      this.#animate(side, side.dataset.side === first ? near() : far(), start, time);
    }
  }

  #noble(motion: Motion & { what: "noble" }): boolean {
    const { seat, squares, start, time } = motion;
    const boxes = squares.map((square) => places.rectInGarden(seat, nobleFrame(square)));
    const [seen, last] = [boxes.filter((box) => box !== null), boxes.at(-1)];
    if (seen.length < boxes.length || !last) return false;
    this.#animate(this.#piece(motion, last), walk(seen), start, time);
    const mark = places.NOBLE(seat, squares.at(-1) ?? "");
    this.#hide(mark, mark, motion);
    return true;
  }

  #expansionPiece(motion: Motion & { what: "piece" }): boolean {
    const { seat, piece, start, time } = motion;
    const from = places.rectInGarden(seat, pieceFrame(piece, motion.from));
    const to = motion.to === null ? from : places.rectInGarden(seat, pieceFrame(piece, motion.to));
    if (!from || !to) return false;
    const keyframes = motion.to === null ? vanish() : slide(from, to);
    this.#animate(this.#piece(motion, to), keyframes, start, time);
    const mark = places.PIECE(seat, piece);
    this.#hide(mark, mark, motion);
    return true;
  }

  #points(motion: Motion & { what: "points" }): boolean {
    const { seat, square, start, time } = motion;
    const there = square === null ? null : places.rectInGarden(seat, tileFrame(square));
    const box = there ?? places.rectOf(places.SCORE(seat));
    if (box) this.#animate(this.#piece(motion, box), rise(), start, time);
    return box !== null;
  }

  #score(motion: Motion & { what: "score" }): boolean {
    const clock = this.#clock(motion.start, motion.time);
    this.#counts.push({ clock, motion });
    if (this.#counts.length === 1) this.#count();
    return true;
  }

  #count(): void {
    for (const { clock, motion } of this.#counts) {
      const progress = clock.effect?.getComputedTiming().progress;
      if (typeof progress !== "number") continue; // not yet
      counting.set(motion.seat, Math.round(motion.from + (motion.to - motion.from) * progress));
    }
    this.#frame = requestAnimationFrame(() => this.#count());
  }

  /** An animation that draws nothing but takes its time like the others. */
  #clock(start: number, time: number): Animation {
    const [delay, duration] = [start * this.#factor, time * this.#factor];
    const clock = new Animation(new KeyframeEffect(null, null, { delay, duration, fill: "forwards" }));
    clock.play();
    this.#animations.push(clock);
    return clock;
  }
}

function squared(box: Rect | null): Rect | null {
  if (box === null) return null;
  const side = Math.min(box.width, box.height);
  return {
    x: box.x + (box.width - side) / 2,
    y: box.y + (box.height - side) / 2,
    width: side,
    height: side,
  };
}

/** The layer over the page while something moves; it scrolls with the page. */
class Layer {
  readonly element = document.createElement("div");
  readonly #pieces: Record<string, unknown>[] = [];
  readonly #inside = document.createElement("div");
  readonly #start = { x: scrollX, y: scrollY };
  readonly #scrolled = () => {
    this.#inside.style.transform = `translate(${this.#start.x - scrollX}px, ${this.#start.y - scrollY}px)`;
  };

  constructor() {
    this.element.className = "motion";
    this.element.ariaHidden = "true";
    this.element.append(this.#inside);
  }

  add(motion: Motion, words: Words, box: Rect): HTMLElement {
    if (!this.element.isConnected) this.#open();
    this.#pieces.push(mount(Piece, { target: this.#inside, props: { motion, words } }));
    const piece = this.#inside.lastElementChild as HTMLElement;
    piece.style.left = `${box.x}px`;
    piece.style.top = `${box.y}px`;
    piece.style.width = `${box.width}px`;
    piece.style.height = `${box.height}px`;
    return piece;
  }

  remove(): void {
    removeEventListener("scroll", this.#scrolled);
    for (const piece of this.#pieces) void unmount(piece);
    this.element.remove();
  }

  #open(): void {
    document.body.append(this.element);
    addEventListener("scroll", this.#scrolled, { passive: true });
    if (!("showPopover" in this.element)) return;
    this.element.popover = "manual"; // above any open window
    this.element.showPopover();
  }
}
