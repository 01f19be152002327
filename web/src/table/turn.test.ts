import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../api";
import type { Live } from "../live.svelte";
import { speak } from "../texts.svelte";
import type { ChoiceView, DraftView, Step } from "../wire";
import { Turn } from "./turn.svelte";

const choice = (text: string): ChoiceView => ({
  text,
  gained: 0,
  piece: null,
  square: null,
  gardener: false,
  path: [],
  opens: [],
  garden: null,
});

const LEVELS: [Step, (steps: string[]) => string[]][] = [
  ["play card", () => ["a", "b"]],
  ["take tile", ([card]) => (card === "b" ? ["b1"] : ["a1", "a2"])],
  ["walk noble", () => ["-"]],
];

/** The server of a table at which one may choose card a or b, then tile a1 or a2 (after b only b1), then nothing but to
    stand; what leaves no choice it takes by itself. */
class FakeLive {
  ply = 7;
  behind = false;
  sent: (readonly string[])[] = [];
  played: string[] = [];
  drafts: Record<number, DraftView> = { 0: this.draft([]) };

  draft(wished: readonly string[]): DraftView {
    const steps = [...wished];
    const offered = () => LEVELS[steps.length]?.[1](steps) ?? [];
    while (offered().length === 1) steps.push(...offered());
    const taken = LEVELS.slice(0, steps.length).map(([step, texts]) => ({
      step,
      choices: texts(steps).map(choice),
    }));
    const last = taken.findLastIndex(({ choices }) => choices.length > 1);
    return {
      seat: 0,
      ply: this.ply,
      steps,
      taken,
      back: last < 0 ? null : steps.slice(0, last),
      step: LEVELS[steps.length]?.[0] ?? null,
      choices: offered().map(choice),
      move: steps.length < LEVELS.length ? null : steps.join(" "),
    } as unknown as DraftView;
  }
  async steps(seat: number, steps: readonly string[]): Promise<void> {
    this.sent.push(steps);
    if (steps.at(-1) === "a9") {
      const reason = "reason.other colour";
      throw new Refusal({ code: "illegal_move", message: "no", rule: "T2", reason, values: {}, legal: [] });
    }
    this.drafts = { [seat]: this.draft(steps) };
  }
  async play(_seat: number, move: string): Promise<void> {
    this.played.push(move);
  }
}

describe("a turn in the making", () => {
  let live: FakeLive;
  let turn: Turn;
  beforeEach(() => {
    live = new FakeLive();
    turn = new Turn(live as unknown as Live, () => 0);
  });

  it("sends one message a choice", async () => {
    await turn.choose("play card", "a");
    expect(turn.draft?.step).toBe("take tile");
    await turn.choose("take tile", "a1");
    expect(turn.draft?.move).toBe("a a1 -");
    expect(live.sent).toEqual([["a"], ["a", "a1"]]);
  });

  it("goes back to the last real choice", async () => {
    await turn.choose("play card", "b");
    expect(turn.draft?.move).toBe("b b1 -");
    await turn.back();
    expect(turn.draft?.steps).toEqual([]);
    expect(turn.canGoBack).toBe(false);
    expect(live.sent).toEqual([["b"], []]);
  });

  it("can change an earlier choice directly", async () => {
    await turn.choose("play card", "a");
    await turn.choose("take tile", "a1");
    expect(turn.chosen("take tile")?.text).toBe("a1");
    await turn.choose("take tile", "a2");
    expect(turn.draft?.steps).toEqual(["a", "a2", "-"]);
    await turn.choose("play card", "b");
    expect(turn.draft?.steps).toEqual(["b", "b1", "-"]);
    expect(turn.choices("take tile").map(({ text }) => text)).toEqual(["b1"]);
  });

  it("tries a whole move out, and each of its choices can still be changed", async () => {
    await turn.choose("play card", "b");
    await turn.tryOut(["a", "a2", "-"]);
    expect(turn.draft?.move).toBe("a a2 -");
    expect(live.sent).toEqual([["b"], ["a", "a2", "-"]]);
    await turn.choose("take tile", "a1");
    expect(turn.draft?.move).toBe("a a1 -");
    expect(live.played).toEqual([]);
  });

  it("never plays twice, however often it is clicked (ux 12)", async () => {
    await turn.choose("play card", "b");
    await Promise.all([turn.play(), turn.play()]);
    await turn.play(); // accepted, but the table does not show it yet
    expect(live.played).toEqual(["b b1 -"]);
  });

  it("is over from the click that plays it, and goes on if that is refused (ux 12)", async () => {
    await turn.choose("play card", "b");
    expect(turn.over).toBe(false);
    live.play = () => Promise.reject(new Refusal(null));
    const refused = turn.play();
    expect(turn.over).toBe(true);
    await refused;
    expect(turn.over).toBe(false);
    live.play = async () => undefined;
    const played = turn.play();
    expect(turn.over).toBe(true);
    await played;
    expect(turn.over).toBe(true); // accepted, but the table does not show it yet
    live.ply += 1;
    expect(turn.over).toBe(false);
  });

  it("knows after a reload what else could have been chosen", async () => {
    live.drafts = { 0: live.draft(["a", "a1", "-"]) };
    turn = new Turn(live as unknown as Live, () => 0);
    expect(turn.choices("take tile").map(({ text }) => text)).toEqual(["a1", "a2"]);
    await turn.choose("take tile", "a2");
    expect(turn.draft?.steps).toEqual(["a", "a2", "-"]);
    await turn.choose("play card", "b");
    expect(turn.draft?.steps).toEqual(["b", "b1", "-"]);
  });

  it("keeps why something is impossible, and where it was tried", async () => {
    await speak("en");
    const at = {} as Element;
    await turn.attempt("tile", "a1", at);
    expect(turn.refused).toEqual({ why: "A card must be played first.", at });
    await turn.choose("play card", "a");
    expect(turn.refused).toBeNull();
    await turn.attempt("tile", "a9", at);
    expect(turn.refused?.why).toBe("The tile is not on either of the card's two colours.");
    expect(turn.draft?.steps).toEqual(["a"]);
  });

  it("shows where a noble may walk for as long as it says so", async () => {
    await speak("en");
    const at = {} as Element;
    const walks = ["c2", "c3"].map((square) => ({ ...choice(square), square }));
    live.drafts = { 0: { ...live.draft(["b", "b1"]), step: "walk noble", choices: walks, taken: [] } };
    await turn.ask("c", "statue", at);
    expect(turn.refused?.why).toBe("Squares open to the “statue” noble: c2, c3. Choose one.");
    expect(turn.looked?.square).toBe("c3");
    turn.hush();
    expect([turn.refused, turn.looked]).toEqual([null, null]);
    await turn.ask("c", "statue", at);
    turn.looked = walks[0] ?? null; // the pointer is over it
    turn.hush();
    expect(turn.looked?.square).toBe("c2");
  });
});
