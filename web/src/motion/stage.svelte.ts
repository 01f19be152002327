/** The order in which things are shown: moves that arrive together are played one after the other, and the page shows
    the position before a move until its motion is done. A click or a key press skips to the latest at once. */

import { flushSync, tick } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import { settings } from "../settings.svelte";
import type { DraftView } from "../wire";
import type { Words } from "../words";
import { Performance, type Shown } from "./drawing";
import { hear } from "./hearing";
import { FACTOR } from "./looks";
import "./motion.css";
import { planDraft, scenes, unbegun, type Motion, type Snapshot, type Scene } from "./planning";

const BRIEFLY = 0.25; // the factor of times where nothing moves
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

interface StageHooks {
  /** show a position */
  show(position: Snapshot): void;
  words(): Words | null;
  /** nothing may move now */
  still(): boolean;
}

export class Stage {
  readonly #hooks: StageHooks;
  /** the newest position, which may still wait to be shown */
  #latest: Snapshot | null = null;
  #waiting: Scene[] = [];
  #playing: Performance | null = null;
  /** breaks off what is heard */
  #quiet: () => void = () => undefined;
  /** grows whenever playback is cut off */
  #cuts = 0;
  /** something newer than the position shown has arrived */
  behind = $state(false);
  readonly #skip = () => this.skip();
  readonly #key = (event: KeyboardEvent) => {
    if (!MODIFIERS.has(event.key)) this.skip();
  };
  readonly #hidden = () => {
    if (document.hidden) this.skip();
  };

  constructor(hooks: StageHooks) {
    this.#hooks = hooks;
    window.addEventListener("click", this.#skip, { capture: true });
    window.addEventListener("keydown", this.#key, { capture: true });
    document.addEventListener("visibilitychange", this.#hidden);
  }

  close(): void {
    window.removeEventListener("click", this.#skip, { capture: true });
    window.removeEventListener("keydown", this.#key, { capture: true });
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#cut();
  }

  /** Take a position that has arrived; its news starts at this index of the log. */
  take(next: Snapshot, from: number): void {
    const news = this.#latest && !this.#hooks.still() ? scenes(this.#latest, next, from) : null;
    const found = isMoving() ? news : null;
    this.#latest = next;
    if (found === null) {
      this.#cut();
      this.#hooks.show(next);
      this.#quiet = hear(news?.at(-1)?.motions ?? [], BRIEFLY); // what does not move is heard all the same
      return;
    }
    const idle = this.#waiting.length === 0 && !this.behind;
    this.#waiting.push(...(found.length ? found : [{ motions: [], after: next }]));
    if (idle) void this.#play();
  }

  /** A draft has changed and is already shown: let whatever is new move to its place. */
  async drafted(before: DraftView | undefined, after: DraftView): Promise<void> {
    this.skip();
    const view = this.#latest?.views[0];
    if (!this.#latest || !view) return;
    this.#latest = { ...this.#latest, drafts: { ...this.#latest.drafts, [after.seat]: after } };
    const motions = planDraft(before, after, view);
    if (motions.length === 0) return;
    if (isMoving()) await this.#perform(motions, "after");
    else this.#quiet = hear(motions, BRIEFLY);
  }

  /** Show the latest now. */
  skip(): void {
    const latest = this.#latest;
    if (this.behind && latest) flushSync(() => this.#hooks.show(latest));
    this.#cut();
  }

  #cut(): void {
    this.#cuts += 1;
    this.#waiting = [];
    this.behind = false;
    this.#quiet();
    this.#playing?.remove();
    this.#playing = null;
  }

  async #play(): Promise<void> {
    this.behind = true;
    for (let scene = this.#waiting.shift(); scene; scene = this.#waiting.shift()) {
      if (scene.motions.length && !(await this.#perform(scene.motions, "before"))) return;
      const { after } = scene;
      if (this.#playing) flushSync(() => this.#hooks.show(after));
      else this.#hooks.show(after);
      this.#playing?.remove();
      this.#playing = null;
    }
    this.behind = false;
    await this.#begin();
  }

  /** A turn may begin with forced steps: let their pieces move to their places. */
  async #begin(): Promise<void> {
    const { views = [], drafts = {} } = this.#latest ?? {};
    const [view] = views;
    const [draft] = Object.values(drafts);
    const motions = view && draft ? planDraft(unbegun(draft, view), draft, view) : [];
    if (motions.length) await this.#perform(motions, "after");
  }

  /** Let things move; true when they have arrived, false if they were cut off. */
  async #perform(motions: Motion[], shown: Shown): Promise<boolean> {
    const cuts = this.#cuts;
    await tick(); // now the page shows where the motion starts
    const words = this.#hooks.words();
    if (cuts !== this.#cuts || words === null || settings.motion === "off") return cuts === this.#cuts;
    const playing = new Performance(motions, { words, shown, factor: FACTOR[settings.motion] });
    this.#playing?.remove(); // a draft's motion may still be going on when a move arrives
    this.#playing = playing;
    this.#quiet();
    this.#quiet = hear(motions, FACTOR[settings.motion]);
    await playing.finished;
    if (shown === "after") {
      playing.remove();
      if (this.#playing === playing) this.#playing = null;
    }
    return cuts === this.#cuts;
  }
}

function isMoving(): boolean {
  return settings.motion !== "off" && !prefersReducedMotion.current && !document.hidden;
}
