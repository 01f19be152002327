import { beforeEach, describe, expect, it } from "vitest";
import { speak } from "../texts.svelte";
import type { DraftView, GameView, TableInfo } from "../wire";
import { outcome, placeOf, prompt, ruleOf } from "./prompt";

beforeEach(() => speak("en"));

const table = (...yours: boolean[]) =>
  ({ seats: yours.map((own, seat) => ({ seat, yours: own, name: ["Ada", "Ben"][seat] })) }) as TableInfo;
const view = (change: object = {}) =>
  ({ phase: "play card", to_move: 1, ending: null, seats: [], ...change }) as unknown as GameView;
const draft = (step: string | null) => ({ step, steps: [], choices: [] }) as unknown as DraftView;

describe("what is expected", () => {
  it("is asked of the only one here without a name, and of several by name", () => {
    const alone = prompt(view(), table(false, true), draft("take tile"), 1);
    const shared = prompt(view(), table(true, true), draft("take tile"), 1);
    expect(alone).not.toContain("Ben");
    expect(shared).toContain("Ben");
    expect(shared).toContain(alone);
  });

  it("names the player the game is waiting for", () => {
    for (const phase of ["play card", "choose garden side", "choose reward side"]) {
      expect(prompt(view({ phase }), table(true, false), null, 0)).toContain("Ben");
    }
  });

  it("leads to the rule about it", () => {
    expect(ruleOf(view(), null)).toBe("turn");
    expect(ruleOf(view(), draft("place gardener"))).toBe("gardeners");
    expect(ruleOf(view(), draft(null))).toBe("turn");
    expect(ruleOf(view({ phase: "over" }), null)).toBe("end");
  });

  it("tells who has won, alone or together", () => {
    const seats = [{ points: { total: 40 } }, { points: { total: 41 } }];
    const end = (...winners: number[]) => view({ seats, ending: { winners, tied: winners, gardeners: [] } });
    expect(outcome(end(1), table(true, false))).toMatch(/Ben.*41/);
    expect(outcome(end(0, 1), table(true, false))).toMatch(/Ada and Ben/);
  });
});

describe("the parts of the page", () => {
  it("have the names of those who sit there, with their seats where two share a name", () => {
    const names = (...given: string[]) => {
      const company = { seats: given.map((name, seat) => ({ seat, name })) } as TableInfo;
      return given.map((_, seat) => placeOf(company, seat));
    };
    expect(names("Ada", "Ben")).toEqual(["Ada", "Ben"]);
    expect(names("Ben", "Ada", "Ben")).toEqual(["Ben (Seat 1)", "Ada", "Ben (Seat 3)"]);
    expect(names("", "")).toEqual(["Seat 1", "Seat 2"]);
  });
});
