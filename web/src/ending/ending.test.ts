import { beforeAll, describe, expect, it } from "vitest";
import type { Company } from "../table/company";
import { speak } from "../texts.svelte";
import type { Ending, GameView } from "../wire";
import { linesOf } from "./count.svelte";
import { headline, margin } from "./headline";

beforeAll(() => speak("en"));

const NAMES = ["Ada", "Ben", "Eve"];
const company = (yours: number[], level: string | null = null) =>
  ({
    seats: NAMES.map((name, seat) => ({ seat, name, yours: yours.includes(seat), level })),
  }) as unknown as Company;

function ended(totals: number[], gardeners: number[], winners: number[]): GameView {
  const best = Math.max(...totals);
  const tied = totals.flatMap((total, seat) => (total === best ? [seat] : []));
  return {
    seats: totals.map((total) => ({ points: { total } })),
    ending: { count: [], gardeners, tied, winners },
  } as unknown as GameView;
}

describe("the end says who won", () => {
  const clear = ended([90, 78, 40], [1, 2, 3], [0]);

  it("to the winner and to those behind", () => {
    expect(headline(clear, company([0]))).toBe("You win with 90 points!");
    expect(margin(clear, company([0]))).toBe("12 points ahead of Ben.");
    expect(headline(clear, company([2]))).toBe("Ada wins with 90 points.");
    expect(margin(clear, company([2]))).toBe("You have 40 points, 50 points behind Ada.");
  });

  it("by name to several at one screen, to those who watch, and where a computer finished the game", () => {
    for (const table of [company([0, 1]), company([]), company([0], "page")]) {
      expect(headline(clear, table)).toBe("Ada wins with 90 points.");
      expect(margin(clear, table)).toBe("12 points ahead of Ben.");
    }
  });

  it("with the gardeners where points are equal", () => {
    const tied = ended([90, 90, 40], [4, 2, 9], [0]);
    expect(margin(tied, company([1]))).toBe("A tie at 90 points; the gardeners decide: Ada 4 and Ben 2.");
    expect(margin(tied, company([2]))).toContain("You have 40 points, 50 points behind Ada.");
  });

  it("of a shared victory", () => {
    const shared = ended([90, 90, 90], [4, 4, 1], [0, 1]);
    expect(headline(shared, company([1]))).toBe("You share the victory with Ada!");
    expect(headline(shared, company([2]))).toBe("A shared victory: Ada and Ben.");
    expect(headline(shared, company([]))).toBe("A shared victory: Ada and Ben.");
  });
});

describe("the count", () => {
  it("goes through the sources in the order of the rules, and counts the same line of several players together", () => {
    const count = [
      [
        { source: "play", what: "", points: 50 },
        { source: "columns", what: "b", points: 5 },
        { source: "boar", what: "e4", points: -3 },
      ],
      [
        { source: "play", what: "", points: 40 },
        { source: "rows", what: "3", points: 7 },
        { source: "columns", what: "a", points: 5 },
        { source: "columns", what: "b", points: 5 },
      ],
    ];
    const lines = linesOf({ count, gardeners: [], tied: [], winners: [] } as Ending, ["rewards", "boar"]);
    expect(lines.map(({ source, what, gains }) => [source + what, ...gains])).toEqual([
      ["play", 50, 40],
      ["rows3", null, 7],
      ["columnsa", null, 5],
      ["columnsb", 5, 5],
      ["boare4", -3, null],
    ]);
  });
});
