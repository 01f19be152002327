/** A box that is being entered. Every change goes to the server; until it has arrived it is kept in this browser, even
    across a reload, and sent again. Changes from elsewhere are merged with those made here, so that none is lost. */

import { api, Refusal } from "../api";
import { freshKey } from "../keys";
import { notice } from "../problems.svelte";
import type { BoxFile, OwnBox } from "../wire";
import { merge, same } from "./merging";

const SOON = 350; // milliseconds after the last change until it is sent
const AGAIN = 2_000; // until a server that was out of reach is tried again
const OFTEN = 5; // how often in a row somebody else may be first
const STEPS = 40; // that can be undone

interface Change {
  from: BoxFile;
  to: BoxFile;
}
/** What has not arrived yet: the file as the server knew it, and as it is here. */
interface Kept {
  base: BoxFile;
  file: BoxFile;
}
export type Standing = "saved" | "saving" | "away" | "refused";

export class Keeping {
  readonly id: string;
  /** as the server has it, with its faults */
  box = $state.raw<OwnBox | null>(null);
  /** as it is here */
  file = $state.raw<BoxFile | null>(null);
  standing = $state<Standing>("saved");
  #done = $state.raw<readonly Change[]>([]);
  #undone = $state.raw<readonly Change[]>([]);
  #sending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** what other windows have kept and this one has taken over, by place */
  readonly #adopted = new Map<string, string>();
  readonly #tab: string;
  readonly #online = () => void this.save();
  readonly #seen = () => document.visibilityState === "visible" && void this.#refresh();

  constructor(id: string) {
    this.id = id;
    this.#tab = tabKey();
    [this.#done, this.#undone] = readHistory(this.#history);
    addEventListener("online", this.#online);
    document.addEventListener("visibilitychange", this.#seen);
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#seen);
    void this.save();
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  async open(): Promise<void> {
    this.box = await api.box(this.id);
    this.file = this.box.file;
    if (!this.box.yours) return;
    for (const place of placesWith(this.#prefix)) {
      const text = localStorage.getItem(place);
      const kept = readKept(text);
      if (!kept || text === null) continue;
      this.#adopted.set(place, text);
      this.file = merge(kept.base, kept.file, this.file);
    }
    if (!same(this.file, this.box.file)) await this.save();
    else this.#forget();
  }

  /** Change the box. */
  change(to: BoxFile): void {
    const from = this.file;
    if (from === null || same(from, to)) return;
    this.#done = [...this.#done, { from, to }].slice(-STEPS);
    this.#undone = [];
    this.#show(to);
  }

  undo(): void {
    const last = this.#done.at(-1);
    if (!last || !this.file) return;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, last];
    this.#show(merge(last.to, last.from, this.file));
  }

  redo(): void {
    const next = this.#undone.at(-1);
    if (!next || !this.file) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, next];
    this.#show(merge(next.from, next.to, this.file));
  }

  /** Give the gardens another size; how everything else is fitted to it is up to the server. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.save();
    const { box, file: from } = this;
    if (!box || !from || this.standing !== "saved") return;
    const wish = { version: box.version, file: from, columns, rows };
    const answer = await notice.watch(() => api.saveBox(this.id, wish));
    if (!answer) return;
    this.#done = [...this.#done, { from, to: answer.file }].slice(-STEPS);
    this.#undone = [];
    this.#take(answer, from);
    this.#writeHistory();
  }

  /** Send what has changed; resolves when it has arrived or cannot arrive now. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await new Promise((resolve) => setTimeout(resolve, 20));
    this.#sending = true;
    try {
      for (let times = 0; times < OFTEN; times += 1) if (await this.#send()) break;
    } finally {
      this.#sending = false;
    }
  }

  /** Send what there is; whether no more has to be sent now. */
  async #send(): Promise<boolean> {
    const { box, file } = this;
    if (!box || !file || same(file, box.file)) {
      this.#arrived();
      return true;
    }
    this.standing = "saving";
    try {
      this.#take(await api.saveBox(this.id, { version: box.version, file }), file);
      return this.file === null || same(this.file, this.box?.file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(error);
    }
  }

  async #refused({ problem, passes }: Refusal): Promise<boolean> {
    if (problem?.code === "stale") {
      await this.#refresh();
      return false;
    }
    if (problem === null || passes) {
      this.standing = "away";
      if (!this.#stopped) this.#timer = setTimeout(() => void this.save(), AGAIN);
      return true;
    }
    this.standing = "refused";
    notice.values = {};
    notice.problem = problem;
    return true;
  }

  /** Fetch what has been changed elsewhere. */
  async #refresh(): Promise<void> {
    const box = await api.box(this.id).catch(() => null);
    if (!box || !this.box || box.version <= this.box.version) return;
    this.#take(box, this.box.file);
  }

  /** The server has a new version; `known` is what it was made of here. */
  #take(box: OwnBox, known: BoxFile): void {
    if (this.file) this.file = merge(known, this.file, box.file);
    this.box = box;
    if (same(this.file, box.file)) this.#arrived();
    else this.#keep();
  }

  #show(file: BoxFile): void {
    this.file = file;
    this.#writeHistory();
    this.#keep();
    this.standing = this.standing === "away" ? "away" : "saving";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SOON);
  }

  #arrived(): void {
    this.standing = "saved";
    this.#forget();
    if (notice.problem === null) notice.dismiss();
  }

  // ── in this browser ──────────────────────────────────────────────────────────────────────────────────

  get #prefix(): string {
    return `sanssouci-box-${this.id}-`;
  }

  get #history(): string {
    return `sanssouci-box-steps-${this.id}`;
  }

  #keep(): void {
    if (!this.box || !this.file) return;
    const kept: Kept = { base: this.box.file, file: this.file };
    write(() => localStorage.setItem(this.#prefix + this.#tab, JSON.stringify(kept)));
  }

  #forget(): void {
    write(() => {
      localStorage.removeItem(this.#prefix + this.#tab);
      for (const [place, text] of this.#adopted)
        if (localStorage.getItem(place) === text) localStorage.removeItem(place); // unless it has changed again
      this.#adopted.clear();
    });
  }

  #writeHistory(): void {
    write(() => sessionStorage.setItem(this.#history, JSON.stringify([this.#done, this.#undone])));
  }
}

/** A browser that keeps nothing still sends everything. */
function write(work: () => void): void {
  try {
    work();
  } catch {
    // no storage, or no room in it
  }
}

/** What tells this window from others of the same browser; the same after a reload. */
function tabKey(): string {
  const place = "sanssouci-window";
  let key = freshKey();
  write(() => {
    key = sessionStorage.getItem(place) ?? key;
    sessionStorage.setItem(place, key);
  });
  return key;
}

function placesWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((place) => place.startsWith(prefix));
  } catch {
    return [];
  }
}

function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return kept?.base && kept.file ? { base: kept.base, file: kept.file } : null;
  } catch {
    return null;
  }
}

function readHistory(place: string): [Change[], Change[]] {
  try {
    const [done, undone] = JSON.parse(sessionStorage.getItem(place) ?? "[]") as [Change[]?, Change[]?];
    return [done ?? [], undone ?? []];
  } catch {
    return [[], []];
  }
}
