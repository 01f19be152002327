import { describe, expect, it } from "vitest";
import type { ChoiceView, DraftView, GameView, GardenView, SeatView, TurnTold } from "../wire";
import { TIMES } from "./looks";
import { carried, length, plan, planDraft, scenes, unbegun, type Motion, type Snapshot } from "./planning";

const NONE = { nobles: 0, rows: 0, columns: 0, missions: 0, expansions: {}, total: 0 };
const garden: GardenView = {
  board: "1A",
  reward: null,
  printed: ["a1", "b1"],
  structures: ["b2"],
  gardeners: [],
  nobles: { a: 0, b: 1 },
  pieces: {},
  marks: {},
};
const seat = (total: number, changes: Partial<SeatView> = {}): SeatView => ({
  points: { ...NONE, nobles: total, total },
  hand_count: 2,
  mission_count: 2,
  pile_count: 9,
  discards: [],
  unplayed: ["36", "b"],
  garden,
  projected: null,
  hand: null,
  missions: null,
  ...changes,
});
const view: GameView = {
  eyes: 0,
  phase: "play card",
  to_move: 1,
  round: 3,
  rounds: 18,
  turns: 5,
  display: [{ space: 0, square: "c2", text: "c2" }, null],
  bag_count: 7,
  bag: {},
  seats: [seat(4, { hand: ["a", "*"] }), seat(6)],
  ending: null,
};
const told: TurnTold = {
  seat: 1,
  move: "36 c2 b3",
  board: null,
  side: null,
  card: "36",
  space: 0,
  any_tile: null,
  tile: "c2",
  square: "c2",
  gardener: false,
  pieces: {},
  walk: "b3",
  path: ["c1", "c2", "b2", "b3"],
  points: { ...NONE, nobles: 3, total: 3 },
  refill: "a",
};
const position = (changes: Partial<Snapshot> = {}): Snapshot => ({
  views: [view],
  drafts: {},
  log: [],
  ...changes,
});
const what = (motions: Motion[]) => motions.map((motion) => motion.what);
const find = <W extends Motion["what"]>(motions: Motion[], wanted: W) =>
  motions.find((motion): motion is Motion & { what: W } => motion.what === wanted);

describe("the motions of a move", () => {
  it("take the tile to its square, walk the noble square by square, raise its points and count them", () => {
    const motions = plan(told, view, false);
    expect(what(motions)).toEqual(["card", "tile", "refill", "noble", "points", "score"]);
    expect(find(motions, "tile")).toMatchObject({ space: 0, square: "c2", seat: 1, start: 0 });
    expect(find(motions, "refill")).toMatchObject({ square: "a2", start: TIMES.tile });
    expect(find(motions, "noble")).toMatchObject({
      squares: ["b1", "c1", "c2", "b2", "b3"],
      start: TIMES.tile,
      time: 4 * TIMES.step,
    });
    const arrived = TIMES.tile + 4 * TIMES.step;
    expect(find(motions, "points")).toMatchObject({ points: 3, square: "b3", start: arrived });
    expect(find(motions, "score")).toMatchObject({ from: 6, to: 9, start: arrived });
    expect(length(motions)).toBe(arrived + TIMES.points);
  });

  it("do not repeat what the draft has shown", () => {
    const motions = plan(told, view, true);
    expect(what(motions)).toEqual(["card", "refill", "points", "score"]);
    expect(find(motions, "points")?.start).toBe(0);
  });

  it("turn a tile over that becomes a gardener", () => {
    const gardener = { ...told, square: "c4", gardener: true };
    expect(find(plan(gardener, view, false), "tile")).toMatchObject({
      square: "c4",
      home: "c2",
      gardener: true,
    });
  });

  it("move the piece of any expansion, even if that brings no points", () => {
    const points = { ...NONE, expansions: { boar: 0, peacock: 0 }, nobles: 1, total: 1 };
    const pieces = { boar: "c2", peacock: "d3" };
    const wild = { ...view, seats: [seat(4), seat(6, { garden: { ...garden, pieces } })] };
    const motions = plan({ ...told, pieces: { peacock: "d4" }, points }, wild, false);
    expect(motions.filter(({ what }) => what === "piece")).toMatchObject([
      { piece: "peacock", from: "d3", to: "d4" },
    ]);
    expect(find(motions, "noble")?.start).toBe(TIMES.tile + TIMES.piece);
  });

  it("send the boar away before the noble walks, and count each source of points by itself", () => {
    const points = { ...NONE, expansions: { rewards: -2, boar: 4 }, nobles: 1, total: 3 };
    const wild = { ...view, seats: [seat(4), seat(6, { garden: { ...garden, pieces: { boar: "c2" } } })] };
    const motions = plan({ ...told, pieces: { boar: null }, points }, wild, false);
    expect(find(motions, "piece")).toMatchObject({ piece: "boar", from: "c2", to: null, start: TIMES.tile });
    expect(find(motions, "noble")?.start).toBe(TIMES.tile + TIMES.piece);
    const scores = motions.filter((motion) => motion.what === "score").map(({ from, to }) => [from, to]);
    expect(scores).toEqual([
      [6, 4],
      [4, 8],
      [8, 9],
    ]);
  });

  it("are none when a side of a board is chosen", () => {
    const side = { ...told, board: "garden" as const, side: "2A", space: null, tile: null, square: null };
    expect(plan(side, view, false)).toEqual([]);
  });
});

describe("from one position to the next", () => {
  it("each new move is a scene of its own, and the last shows what the server sent", () => {
    const next = position({ log: [told, { ...told, seat: 0, space: 1 }] });
    const found = scenes(position(), next, 0);
    expect(found).toHaveLength(2);
    expect(found?.[0]?.after.log).toEqual([told]);
    expect(found?.[0]?.after.views[0]?.to_move).toBe(0);
    expect(found?.[1]?.after).toBe(next);
  });

  it("nothing moves at the first look, after a reload, or when a turn is taken back", () => {
    const next = position({ log: [told] });
    expect(scenes(position({ views: [] }), next, 0)).toBeNull();
    expect(scenes(position({ log: [told, told] }), next, 1)).toBeNull();
    expect(scenes(next, next, 0)).toBeNull();
  });

  it("nothing moves when nothing has happened", () => {
    expect(scenes(position({ log: [told] }), position({ log: [told] }), 1)).toEqual([]);
  });

  it("one's own move is known from the draft", () => {
    const drafts = { 1: { move: told.move } as DraftView };
    const found = scenes(position({ drafts }), position({ log: [told] }), 0);
    expect(what(found?.[0]?.motions ?? [])).not.toContain("tile");
  });

  it("between two moves that arrived together, the first is shown as everybody saw it", () => {
    const after = carried(position(), told, 0).views[0];
    expect(after?.display[0]).toEqual({ space: 0, square: "a2", text: "a2" });
    expect(after?.bag_count).toBe(6);
    expect(after?.seats[1]?.garden.structures).toEqual(["b2", "c2"]);
    expect(after?.seats[1]?.garden.nobles).toEqual({ a: 0, b: 3 });
    expect(after?.seats[1]?.points.total).toBe(9);
    expect(after?.seats[1]).toMatchObject({ discards: ["36"], unplayed: ["b"] });
    expect(after?.seats[0]).toBe(view.seats[0]);
  });
});

describe("the motions of a step in the making", () => {
  const draft = (changes: Partial<DraftView>): DraftView => ({
    seat: 0,
    ply: 9,
    steps: [],
    taken: [],
    back: null,
    step: "play card",
    choices: [],
    gained: 0,
    move: null,
    garden,
    projected: null,
    tiles: [],
    ...changes,
  });
  const carded = draft({ steps: ["a"], step: "take tile" });
  const walkTo = { text: "b3", path: ["b2", "b3"] } as ChoiceView;
  const laid = draft({
    steps: ["a", "c2"],
    step: "walk noble",
    choices: [walkTo],
    garden: { ...garden, structures: ["b2", "c2"] },
  });

  it("bring the chosen tile into the garden", () => {
    expect(planDraft(carded, laid, view)).toMatchObject([{ what: "tile", space: 0, square: "c2", seat: 0 }]);
  });

  const walked = draft({
    steps: ["a", "c2", "b3"],
    taken: [
      { step: "play card", choices: [] },
      { step: "take tile", choices: [] },
      { step: "walk noble", choices: [walkTo] },
    ],
    step: null,
    garden: { ...laid.garden, nobles: { ...garden.nobles, b: 3 } },
  });

  it("walk the chosen noble along its path", () => {
    expect(planDraft(laid, walked, view)).toMatchObject([{ what: "noble", squares: ["b1", "b2", "b3"] }]);
    expect(planDraft(walked, laid, view)).toEqual([]);
  });

  it("follow each other where several steps come at once, even in place of other steps", () => {
    const whole = [
      { what: "tile", space: 0, square: "c2", start: 0, time: TIMES.tile },
      { what: "noble", squares: ["b1", "b2", "b3"], start: TIMES.tile },
    ];
    expect(planDraft(draft({}), walked, view)).toMatchObject(whole);
    expect(planDraft(draft({ steps: ["b"] }), walked, view)).toMatchObject(whole);
    expect(planDraft(unbegun(walked, view), walked, view)).toMatchObject(whole);
  });

  it("are none for a step back, a first look, or a draft of another turn", () => {
    expect(planDraft(laid, carded, view)).toEqual([]);
    expect(planDraft(undefined, laid, view)).toEqual([]);
    expect(planDraft({ ...carded, ply: 8 }, laid, view)).toEqual([]);
  });
});
