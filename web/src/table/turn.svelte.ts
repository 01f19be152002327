/** A turn in the making. The server says what may be chosen; here is only remembered what it said on the way, so that an
    earlier choice can be changed without going back step by step. */

import { Refusal } from "../api";
import type { Live } from "../live.svelte";
import { notice } from "../problems.svelte";
import { t, type Values } from "../texts.svelte";
import { firstOf, namedIn, reasonOf } from "./reasons";
import type { ChoiceView, DraftView, Step } from "../wire";
import type { Marks } from "./advice";

interface Level {
  step: Step;
  before: readonly string[]; // the steps that led here
  choices: readonly ChoiceView[];
}

/** What was tried, where, and why it cannot be. */
export interface Refused {
  why: string;
  at: Element;
}

/** The steps that happen in the garden; each of them chooses a square. */
const IN_GARDEN: readonly Step[] = ["place gardener", "move boar", "walk noble"];

export class Turn {
  readonly #live: Live;
  readonly #seat: () => number | null;
  #working = $state(false);
  /** the ply at which a move was accepted: until the table shows it, nothing more may be sent */
  #accepted = $state<number | null>(null);
  /** the choice under the pointer or the focus */
  looked = $state.raw<ChoiceView | null>(null);
  /** the move of a hint under the pointer or the focus */
  hinted = $state.raw<Marks | null>(null);
  /** what was last tried in vain */
  refused = $state.raw<Refused | null>(null);
  #levels = $state.raw<Level[]>([]);
  /** how many steps there were before each one that left no choice */
  readonly #forced = new Set<number>();

  constructor(live: Live, seat: () => number | null) {
    this.#live = live;
    this.#seat = seat;
  }

  /** A command is on its way: nothing is sent twice. */
  get busy(): boolean {
    return (
      this.#working || this.#live.behind || (this.#accepted !== null && this.#accepted === this.#live.ply)
    );
  }

  get draft(): DraftView | null {
    const seat = this.#seat();
    return seat === null ? null : (this.#live.drafts[seat] ?? null);
  }

  /** Remember what the server offers now. To be called whenever the draft changes. */
  note(): void {
    const draft = this.draft;
    if (draft === null || draft.steps.length === 0) this.#forced.clear();
    if (draft === null) {
      this.#levels = [];
    } else if (draft.step !== null) {
      const level = { step: draft.step, before: draft.steps, choices: draft.choices };
      this.#levels = [...this.#levels.filter((each) => each.before.length < draft.steps.length), level];
    }
  }

  /** What may be, or could have been, chosen at a step of this turn; nothing once it is played. */
  choices(step: Step): readonly ChoiceView[] {
    return this.#live.behind ? [] : (this.#level(step)?.choices ?? []);
  }

  /** Before a card is played: what the tiles would do that some card allows. */
  get foreseen(): readonly ChoiceView[] {
    return this.#live.behind ? [] : (this.draft?.tiles ?? []);
  }

  /** What was chosen at a step. */
  chosen(step: Step): ChoiceView | null {
    const level = this.#level(step);
    const text = level && this.draft?.steps[level.before.length];
    return level?.choices.find((choice) => choice.text === text) ?? null;
  }

  /** Whether something was chosen at a step without this page knowing what else could have been, as after a reload. */
  isUnknown(step: "play card" | "take tile"): boolean {
    const taken = this.draft?.steps.length ?? 0;
    return taken > (step === "play card" ? 0 : 1) && this.#level(step) === null;
  }

  #level(step: Step): Level | null {
    const steps = this.draft?.steps ?? [];
    const fits = (level: Level) => level.before.every((text, i) => steps[i] === text);
    return this.#levels.find((level) => level.step === step && fits(level)) ?? null;
  }

  /** Choose at a step, also instead of what was chosen there before. What then leaves no choice is chosen as well. */
  async choose(step: Step, text: string): Promise<void> {
    const level = this.#level(step);
    if (level !== null) await this.#do(() => this.#take([...level.before, text]));
  }

  /** Try a card, a tile or a square that is not among the known choices. The server says why it cannot be, or takes it:
      after a reload this page does not know what else could have been chosen at an earlier step. */
  async attempt(what: "card" | "tile" | "square", text: string, at: Element): Promise<void> {
    if (this.busy) return;
    const { draft } = this;
    const before = draft && stepsBefore(draft, what);
    if (!draft || !before) {
      const first = draft?.steps.length ? "tile" : "card";
      this.refused = { why: draft ? firstOf(first) : t("web.error.not_your_turn"), at };
      return;
    }
    await this.#do(async () => {
      try {
        await this.#take([...before, text]);
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem?.code !== "illegal_move") throw error;
        this.refused = { why: reasonOf(error.problem, draft.steps[1] ?? text), at };
      }
    });
  }

  /** Set all steps of a move, one after the other, so that each of them can still be changed. */
  async tryOut(steps: readonly string[]): Promise<void> {
    await this.#do(async () => {
      for (let count = 0; count <= steps.length; count += 1) await this.#set(steps.slice(0, count));
    });
  }

  /** Set the steps, and go on as long as there is no choice. */
  async #take(steps: string[]): Promise<void> {
    await this.#set(steps);
    for (let draft = this.draft; draft?.step && draft.choices.length === 1; draft = this.draft) {
      const only = draft.choices[0];
      if (only === undefined) break;
      this.#forced.add(draft.steps.length);
      await this.#set([...draft.steps, only.text]);
    }
  }

  get canGoBack(): boolean {
    return (this.draft?.steps.length ?? 0) > 0;
  }

  /** Take back the last step that was a choice. */
  async back(): Promise<void> {
    let steps = this.draft?.steps.slice(0, -1) ?? [];
    while (steps.length && this.#forced.has(steps.length)) steps = steps.slice(0, -1);
    await this.#do(() => this.#set(steps));
  }

  /** Play the finished move; it is final. */
  async play(): Promise<void> {
    const { draft } = this;
    if (draft?.move) {
      const { seat, move } = draft;
      await this.#do(() => this.#final(() => this.#live.play(seat, move)));
    }
  }

  /** Play a move that was written in notation. */
  async type(move: string): Promise<boolean> {
    const seat = this.#seat();
    if (seat === null) return false;
    return this.#do(() => this.#final(() => this.#live.play(seat, move)), namedIn(move));
  }

  /** Take one's last turn back. */
  async undo(): Promise<void> {
    const seat = this.#seat();
    if (seat !== null) await this.#do(() => this.#final(() => this.#live.undo(seat)));
  }

  async #set(steps: string[]): Promise<void> {
    const seat = this.#seat();
    if (seat === null) return;
    for (const forced of this.#forced) if (forced >= steps.length) this.#forced.delete(forced);
    await this.#live.steps(seat, steps);
    this.note();
  }

  async #final(work: () => Promise<void>): Promise<void> {
    const { ply } = this.#live;
    await work();
    this.#accepted = ply;
  }

  /** Do one thing at a time; `values` for what the reason against it may name. */
  async #do(work: () => Promise<void>, values: Values = {}): Promise<boolean> {
    if (this.busy) return false;
    this.#working = true;
    this.looked = null;
    this.refused = null;
    try {
      return (await notice.watch(() => work().then(() => true), values)) ?? false;
    } finally {
      this.#working = false;
    }
  }
}

/** The steps before the one that chooses a card, a tile or a square; null if it is not its turn yet. */
function stepsBefore({ step, steps }: DraftView, what: "card" | "tile" | "square"): string[] | null {
  if (what === "card") return [];
  if (what === "tile") return steps.length > 0 ? steps.slice(0, 1) : null;
  if (step === null) return steps.slice(0, -1); // another walk in place of the last step
  return IN_GARDEN.includes(step) ? steps : null;
}
