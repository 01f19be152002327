/** Changes from two windows, and drawings that read back as they were written. */

import { describe, expect, it } from "vitest";
import type { BoxFile } from "../wire";
import { cellsOf, drawn, squaresAt, tally, withBlank, withSquare } from "./drawings";
import type { BoardPlace } from "./drawings";
import { merge, same } from "./merging";

const GARDEN = "###\n...\n.#.\n";
const REWARD = ".  .  .\n.  0  +1\ng3 -2 .\n";
const file = {
  name: "Mine",
  gardens: { printed: 4, board: [{ id: "1", A: GARDEN, B: GARDEN }] },
  rewards: { covered: 4, marked: 3, board: [{ id: "1", A: REWARD }] },
  cards: { pairs: ["26", "36"], structures: "abc", wild: 1, hand: 2 },
} as unknown as BoxFile;
const garden: BoardPlace = { part: "gardens", number: 1, side: "A" };
const reward: BoardPlace = { part: "rewards", number: 1, side: "A" };

describe("drawings", () => {
  it("read back as they were written", () => {
    expect(drawn(cellsOf(GARDEN), "gardens")).toBe(GARDEN);
    expect(drawn(cellsOf(REWARD), "rewards")).toBe(REWARD);
  });
  it("change at one square, and nowhere else", () => {
    const changed = withSquare(file, garden, "c2", "#");
    expect(squaresAt(changed, garden)).toEqual({ ...squaresAt(file, garden), c2: "#" });
    expect(same(withSquare(changed, garden, "c2", "."), file)).toBe(true);
    expect(withSquare(file, garden, "d9", "#")).toBe(file);
  });
  it("are counted against what the file says", () => {
    expect(tally(withSquare(file, garden, "a2", "#"), garden)).toEqual([
      { what: "printed", found: 5, count: 4 },
    ]);
    expect(tally(file, reward).map(({ found }) => found)).toEqual([4, 3]);
    expect(tally(withBlank(file, reward), reward).map(({ found }) => found)).toEqual([4, 0]);
    expect(tally(withBlank(file, garden), garden)[0]?.found).toBe(3); // row 1 stays
  });
});

describe("changes from two windows", () => {
  const mine = withSquare(file, garden, "a2", "#");
  const theirs = withSquare({ ...file, name: "Ours" }, garden, "c3", "#");
  it("at different squares are both kept", () => {
    const both = merge(file, mine, theirs);
    expect(both.name).toBe("Ours");
    expect(squaresAt(both, garden)).toMatchObject({ a2: "#", c3: "#", b3: "#" });
    expect(same(both, merge(file, theirs, mine))).toBe(true);
  });
  it("at the same square: what was changed here counts", () => {
    const [one, other] = ["g9", "-1"].map((word) => withSquare(file, reward, "b2", word));
    if (one && other) expect(squaresAt(merge(file, one, other), reward).b2).toBe("g9");
  });
  it("to another size: the change made here counts as a whole", () => {
    const cut = { ...file, cards: { ...file.cards, pairs: ["26"] } };
    const recoloured = { ...file, cards: { ...file.cards, pairs: ["26", "46"] } };
    expect(merge(file, cut, recoloured).cards.pairs).toEqual(["26"]);
  });
  it("undo takes back one change and leaves those that came later", () => {
    const now = withSquare(mine, garden, "c3", "#");
    expect(same(merge(mine, file, now), withSquare(file, garden, "c3", "#"))).toBe(true);
  });
  it("a side that was added here stays, one that was taken away there is gone", () => {
    const { B: _, ...one } = file.gardens.board[0] ?? { id: "", A: "" };
    const less = { ...file, gardens: { ...file.gardens, board: [one] } };
    expect(merge(file, mine, less).gardens.board[0]).toMatchObject({ id: "1" });
    expect(merge(file, mine, less).gardens.board[0]).not.toHaveProperty("B");
  });
});
