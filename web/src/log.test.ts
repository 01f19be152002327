import { describe, expect, it } from "vitest";
import { fold } from "./log";
import type { TurnTold } from "./wire";

const told = (move: string) => ({ move }) as TurnTold;
const moves = (log: TurnTold[]) => log.map((each) => each.move);

describe("the log", () => {
  it("appends new moves", () => {
    expect(moves(fold([told("a"), told("b")], 2, [told("c")]))).toEqual(["a", "b", "c"]);
  });

  it("drops what was taken back", () => {
    expect(moves(fold([told("a"), told("b"), told("c")], 1, []))).toEqual(["a"]);
  });

  it("is rebuilt by a first frame", () => {
    expect(moves(fold([told("x"), told("y")], 0, [told("a")]))).toEqual(["a"]);
  });
});
