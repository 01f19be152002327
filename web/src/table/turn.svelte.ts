/** An unfinished turn. The server says what may be chosen, what could have been chosen before, and where Back leads;
    this class knows only what has been sent and not yet answered, and what the pointer is over. */

import { Refusal } from "../api";
import type { Live } from "../live.svelte";
import { notice } from "../problems.svelte";
import { t, type Values } from "../texts.svelte";
import { firstOf, namedIn, reasonOf } from "./reasons";
import type { ChoiceView, DraftView, Step } from "../wire";
import type { HintMarks } from "./advice";
import { isInGarden } from "./steps";

/** Where something was tried that is not allowed, and why it is not; or what can be done there instead. */
export interface Refused {
  why: string;
  at: Element;
  /** nothing was wrong: the walk that is shown meanwhile, if there is any */
  shows?: ChoiceView | null;
}

export class Turn {
  readonly #live: Live;
  readonly #seat: () => number | null;
  #working = $state(false);
  /** what is being answered ends the turn, or takes one back */
  #handing = $state(false);
  /** the ply at which a move was accepted; until the table shows that move, nothing more may be sent */
  #accepted = $state<number | null>(null);
  /** the choice under the pointer or the focus, or the walk shown for a noble that was clicked */
  looked = $state.raw<ChoiceView | null>(null);
  /** the move of a hint under the pointer or the focus */
  hinted = $state.raw<HintMarks | null>(null);
  /** the last attempt that was refused */
  refused = $state.raw<Refused | null>(null);

  constructor(live: Live, seat: () => number | null) {
    this.#live = live;
    this.#seat = seat;
  }

  /** Whether a command is still being answered, so that nothing is sent twice. */
  get busy(): boolean {
    return this.#working || this.#isAhead;
  }

  /** Whether the page does not show yet what has been accepted, or what has arrived. */
  get #isAhead(): boolean {
    return this.#live.behind || (this.#accepted !== null && this.#accepted === this.#live.ply);
  }

  get draft(): DraftView | null {
    const seat = this.#seat();
    return seat === null ? null : (this.#live.drafts[seat] ?? null);
  }

  /** What can be, or could have been, chosen at a step of this turn; nothing once it is played. */
  choices(step: Step): readonly ChoiceView[] {
    const { draft } = this;
    if (!draft || this.#live.behind) return [];
    return draft.step === step ? draft.choices : (draft.taken[indexOf(draft, step)]?.choices ?? []);
  }

  /** Before a card is played: what each tile that some card allows would do. */
  get foreseen(): readonly ChoiceView[] {
    return this.#live.behind ? [] : (this.draft?.tiles ?? []);
  }

  /** What was chosen at a step. */
  chosen(step: Step): ChoiceView | null {
    const { draft } = this;
    const index = draft ? indexOf(draft, step) : -1;
    const text = draft?.steps[index];
    return draft?.taken[index]?.choices.find((choice) => choice.text === text) ?? null;
  }

  /** Make the choice of a step, or replace the one made before. */
  async choose(step: Step, text: string): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    const index = indexOf(draft, step);
    if (index >= 0) await this.tryOut([...draft.steps.slice(0, index), text]);
    else if (draft.step === step) await this.tryOut([...draft.steps, text]);
  }

  /** Try a card, a tile or a square that is not among the choices: the server says why it is not allowed. */
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
        await this.#set([...before, text]);
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem?.code !== "illegal_move") throw error;
        this.refused = { why: reasonOf(error.problem, draft.steps[1] ?? text), at };
      }
    });
  }

  /** Ask where a noble may walk: it is sent there by choosing the square. */
  async ask(letter: string, structure: string, at: Element): Promise<void> {
    if (this.busy) return;
    const { draft } = this;
    if (draft?.step !== "walk noble" && !draft?.taken.some(({ step }) => step === "walk noble")) {
      await this.attempt("square", `${letter}1`, at);
      return;
    }
    const walks = this.choices("walk noble").filter(({ square }) => square?.startsWith(letter));
    const squares = walks.map(({ square }) => square).join(", ");
    const shows = walks.at(-1) ?? null;
    this.looked = shows;
    this.refused = {
      why: t(walks.length ? "web.noble.walks" : "web.noble.none", { structure, squares }),
      at,
      shows,
    };
  }

  /** Take away what was said, and the walk that was shown with it. */
  hush(): void {
    if (this.refused?.shows && this.looked === this.refused.shows) this.looked = null;
    this.refused = null;
  }

  /** Set all steps at once: those of a hint, or fewer. The server goes on to the next choice on its own. */
  async tryOut(steps: readonly string[]): Promise<void> {
    await this.#do(() => this.#set(steps));
  }

  /** Whether the turn has been handed in, even if its answer or its movement is not over yet. */
  get over(): boolean {
    return this.#handing || this.#isAhead;
  }

  get canGoBack(): boolean {
    return this.draft !== null && this.draft.back !== null;
  }

  /** Whether a whole turn may be taken back. */
  get canUndo(): boolean {
    const seat = this.#seat();
    return seat !== null && this.#live.undoable.includes(seat);
  }

  /** Whether it is only the side of a board that would be taken back: there was no turn yet. */
  get undoesSide(): boolean {
    const seat = this.#seat();
    return (this.#live.log.findLast((told) => told.seat === seat)?.board ?? null) !== null;
  }

  /** Take back the last step that was a choice. */
  async back(): Promise<void> {
    if (this.draft?.back) await this.tryOut(this.draft.back);
  }

  /** Play the finished move; it is final. */
  async play(): Promise<void> {
    const { draft } = this;
    if (draft?.move) {
      const { seat, move } = draft;
      await this.#do(() => this.#final(() => this.#live.play(seat, move)));
    }
  }

  /** Play a move typed in notation. */
  async type(move: string): Promise<boolean> {
    const seat = this.#seat();
    if (seat === null) return false;
    return this.#do(() => this.#final(() => this.#live.play(seat, move)), namedIn(move));
  }

  /** Take back the player's last turn. */
  async undo(): Promise<void> {
    const seat = this.#seat();
    if (seat !== null) await this.#do(() => this.#final(() => this.#live.undo(seat)));
  }

  async #set(steps: readonly string[]): Promise<void> {
    const seat = this.#seat();
    if (seat !== null) await this.#live.steps(seat, steps);
  }

  async #final(work: () => Promise<void>): Promise<void> {
    const { ply } = this.#live;
    this.#handing = true;
    try {
      await work();
      this.#accepted = ply;
    } finally {
      this.#handing = false;
    }
  }

  /** Do one thing at a time; `values` fill in the text of a refusal. */
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

/** The index in a draft at which a step was taken; -1 if it was not. */
function indexOf(draft: DraftView, step: Step): number {
  return draft.taken.findIndex((taken) => taken.step === step);
}

/** The steps before the latest one that chooses a card, a tile or a square; null if that step is not reached yet. */
function stepsBefore(draft: DraftView, what: "card" | "tile" | "square"): string[] | null {
  const chooses = (step: Step): boolean =>
    what === "square" ? isInGarden(step) : step === (what === "card" ? "play card" : "take tile");
  const reached = [...draft.taken.map(({ step }) => step), ...(draft.step === null ? [] : [draft.step])];
  const index = reached.findLastIndex(chooses);
  return index < 0 ? null : draft.steps.slice(0, index);
}
