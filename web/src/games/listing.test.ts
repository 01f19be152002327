import { describe, expect, it } from "vitest";
import type { GameLine, GameSeat } from "../wire";
import { filtered, outcomeOf, sums } from "./listing";

const seat = (name: string, points: number | null, changes: Partial<GameSeat> = {}): GameSeat => ({
  name,
  points,
  level: null,
  yours: false,
  won: false,
  ...changes,
});

function game(seats: GameSeat[], changes: Partial<GameLine> = {}): GameLine {
  return {
    id: "x",
    status: "over",
    box: "imperial",
    box_name: null,
    expansions: [],
    seats,
    your_turn: false,
    returns: false,
    people: true,
    rated: false,
    undone: false,
    chosen_seed: false,
    taken: false,
    created: 0,
    changed: 0,
    may: [],
    ...changes,
  };
}

const mine = { yours: true };
const won = game([seat("Ada", 80, { yours: true, won: true }), seat("Ben", 70)]);
const shared = game([seat("Ada", 80, { yours: true, won: true }), seat("Ben", 80, { won: true })]);
const lost = game([seat("Ada", 60, mine), seat("Voltaire", 70, { won: true })], { people: false });
const hotSeat = game([seat("Ada", 60, mine), seat("Ben", 90, { yours: true, won: true })], { box: "small" });
const running = game([seat("Ada", null, mine), seat("Cleo", null)], { status: "running" });
const all = [won, shared, lost, hotSeat, running];
const any = { state: "any", against: "any", box: "", name: "" } as const;

describe("a list of one's own games", () => {
  it("says how each ended for its owner", () => {
    expect(all.map(outcomeOf)).toEqual(["won", "shared", "lost", "over", "running"]);
  });

  it("shows what is wanted", () => {
    expect(filtered(all, any)).toEqual(all);
    expect(filtered(all, { ...any, state: "won" })).toEqual([won, shared]);
    expect(filtered(all, { ...any, against: "computers" })).toEqual([lost]);
    expect(filtered(all, { ...any, box: "small" })).toEqual([hotSeat]);
    expect(filtered(all, { ...any, name: " cle" })).toEqual([running]);
    expect(filtered(all, { ...any, name: "ada" })).toEqual([]); // one's own name is in all of them
  });

  it("adds up what was finished and won, and finds the best score", () => {
    expect(sums(all)).toEqual({ finished: 4, won: 2, best: 80 });
    expect(sums([running])).toEqual({ finished: 0, won: 0, best: null });
  });
});
