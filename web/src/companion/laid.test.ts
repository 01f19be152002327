import { expect, it } from "vitest";
import type { LaidView, Tap } from "../wire";
import { withTaps } from "./laid";

const garden = { structures: ["f3"], gardeners: [], nobles: { f: 0 }, pieces: { boar: "e4" } };
const table = {
  box: { display: [2, 2, 3] },
  scores: [null, 4],
  view: {
    display: [null, null, null],
    seats: [
      { garden, missions: [], discards: [] },
      { garden, missions: [] },
    ],
  },
} as unknown as LaidView;
let number = 0;
const tap = (what: Partial<Tap>): Tap => ({ number: (number += 1), key: "k", kind: "put", ...what }) as Tap;

it("shows what was tapped before the server has answered", () => {
  const taps = [
    tap({ part: "square", seat: 0, where: "f3", text: "g" }),
    tap({ part: "noble", seat: 0, where: "f", text: "4" }),
    tap({ part: "piece", seat: 0, where: "boar", text: "-" }),
    tap({ part: "mission", seat: 1, where: "a", text: "+" }),
    tap({ part: "score", seat: 0, text: "12" }),
    tap({ part: "tile", where: "2", text: "c" }),
  ];
  const shown = withTaps(table, taps);
  expect(shown.view.seats[0]?.garden).toMatchObject({
    structures: [],
    gardeners: ["f3"],
    nobles: { f: 4 },
    pieces: {},
  });
  expect(shown.view.seats[1]).toMatchObject({ missions: ["a"], garden });
  expect(shown.scores).toEqual([12, 4]);
  expect(shown.view.display[2]?.square).toBe("c3");
  expect(table.scores, "what the server said stays").toEqual([null, 4]);
});

it("takes back taps that are still on their way, and leaves the others to the server", () => {
  const score = tap({ part: "score", seat: 0, text: "12" });
  expect(withTaps(table, [score, tap({ kind: "undo" })]).scores).toEqual([null, 4]);
  expect(withTaps(table, [tap({ kind: "undo" }), score])).toBe(table);
});
