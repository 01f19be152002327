import { expect, test } from "vitest";
import type { TurnTold } from "../wire";
import { since } from "./since";

const turn = (seat: number, move = "", side: string | null = null) => ({ seat, move, side }) as TurnTold;
const seen = (log: TurnTold[], players: number, own: number | null) =>
  since(log, players, own).map(({ seat, told }) => [seat, told?.move ?? null]);

test("each other player has a line, in the order of play, from one's own last turn on", () => {
  const log = [turn(1, "old"), turn(2, "old"), turn(0, "own"), turn(1, "b")];
  expect(seen(log, 3, 0)).toEqual([
    [1, "b"],
    [2, null],
  ]);
  expect(seen([...log, turn(2, "c")], 3, 0)).toEqual([
    [1, "b"],
    [2, "c"],
  ]);
  expect(seen([...log, turn(2, "c"), turn(0, "next")], 3, 0)).toEqual([
    [1, null],
    [2, null],
  ]);
});

test("before one's first turn, everything that was played counts, and the choice of sides does not", () => {
  const log = [turn(0, "A", "1A"), turn(1, "B", "2B"), turn(1, "b")];
  expect(seen(log, 2, 0)).toEqual([[1, "b"]]);
  expect(seen(log.slice(0, 2), 2, 0)).toEqual([[1, null]]);
});

test("who watches sees everybody's latest turn, the last one at the end", () => {
  const log = [turn(0, "a"), turn(1, "b"), turn(2, "c"), turn(0, "a2")];
  expect(seen(log, 3, null)).toEqual([
    [1, "b"],
    [2, "c"],
    [0, "a2"],
  ]);
  expect(seen(log.slice(0, 1), 3, null)).toEqual([
    [1, null],
    [2, null],
    [0, "a"],
  ]);
});
