import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../texts.svelte";
import type { AccountView, WorthView } from "../wire";
import { tenths } from "../points";
import { addingUp, points, resultShare, share } from "./figures";
import { partsOf } from "./sums";

beforeAll(() => speak("en"));

const worth = (value: number, win: number): WorthView => ({
  points: { value, error: 1.2 },
  win: { value: win, error: 0.05 },
});
const tenthsOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + Math.round(value * 10), 0);

describe("figures", () => {
  it("have one decimal, a sign where they are changes, and their error", () => {
    expect(tenths(-0.04, true)).toBe("0.0");
    expect(tenths(-3.21, true)).toBe("−3.2");
    expect(points({ value: 2.25, error: 0.31 }, true)).toBe("+2.3\u00a0±\u00a00.3");
    expect([1, 0.5, 1 / 3].map(resultShare)).toEqual(["100\u00a0%", "50\u00a0%", "33.3\u00a0%"]);
    expect(share({ value: 0.123, error: 0.02 })).toBe("12.3\u00a0±\u00a02.0\u00a0%");
  });
});

describe("a sum", () => {
  it("adds up as it is shown, although each part is rounded", () => {
    const shown = addingUp([45.16, -2.44, 1.06, 0.14, 3.08], 47);
    expect(tenthsOf(shown)).toBe(470);
    shown.forEach((value, i) =>
      expect(Math.abs(value - ([45.16, -2.44, 1.06, 0.14, 3.08][i] ?? 0))).toBeLessThan(0.1),
    );
  });

  it("is made of all parts that are not nothing, each bar where the one before it ends", () => {
    const account: AccountView = {
      seat: 0,
      expected: worth(45.26, 0.5),
      skill: worth(-4.13, -0.21),
      others: worth(1.11, 0.06),
      luck: { boards: worth(0, 0), cards: worth(2.04, 0.11), hidden: worth(-0.28, -0.46) },
      result: { points: 44, win: 0 },
      cost: worth(6, 0.3),
      luckiest: [],
    };
    account.luck.boards = { points: { value: 0, error: 0 }, win: { value: 0, error: 0 } };
    const parts = partsOf(account);
    expect(parts.map(({ name }) => name)).toEqual([
      "review.part.expected",
      "review.part.skill",
      "review.part.others",
      "review.part.cards",
      "review.part.hidden",
    ]);
    expect(tenthsOf(parts.map((part) => part.points.value))).toBe(440);
    expect(tenthsOf(parts.map((part) => 100 * part.win.value))).toBe(0);
    parts.slice(1).forEach((part, i) => expect(part.from).toBe(parts[i]?.to));
    expect(parts.at(-1)?.to).toBeCloseTo(44);
    expect(parts.map(({ kind }) => kind)).toEqual(["expected", "loss", "gain", "gain", "loss"]);
  });
});
