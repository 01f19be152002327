import { beforeAll, describe, expect, it } from "vitest";
import { sentence } from "./sentences";
import { speak } from "./texts.svelte";
import type { BoxInfo, Language, TurnTold } from "./wire";
import { deckOrder, Words } from "./words";

const names = (word: string) => ({ de: word, en: word, es: word, fr: word }) as Record<Language, string>;
const box: BoxInfo = {
  id: "test",
  name: "Test",
  players: [2],
  expansions: [],
  columns: [
    { letter: "a", id: "labyrinth", names: names("labyrinth"), drawing: "labyrinth" },
    { letter: "b", id: "well", names: names("well"), drawing: "statue" },
  ],
  rows: [
    { row: 1, id: "beige", names: names("beige") },
    { row: 2, id: "white", names: names("white") },
  ],
  display: [2, 2],
  rounds: 3,
  reward_squares: [],
  tiles: {},
};
const nothing = { nobles: 0, rows: 0, columns: 0, missions: 0, expansions: {}, total: 0 };
const turn: TurnTold = {
  seat: 0,
  move: "12 a2 a2",
  board: null,
  side: null,
  card: "12",
  space: 0,
  any_tile: null,
  tile: "a2",
  square: "a2",
  gardener: false,
  pieces: {},
  walk: "a2",
  path: ["a1", "a2"],
  points: { ...nothing, nobles: 2, total: 2 },
  refill: null,
};
const words = new Words(box);

describe("sentences", () => {
  beforeAll(() => speak("en"));

  it("tell a tile and a walk", () => {
    expect(sentence(words, "Ann", turn)).toBe(
      "Ann plays the beige/white card and takes the labyrinth from the white space to a2. The labyrinth noble walks to a2: 2 points.",
    );
  });

  it("say why a card allowed any tile", () => {
    const noMatch = sentence(words, "Ann", { ...turn, card: "a", any_tile: "T4", walk: null, path: [] });
    expect(noMatch).toContain("No labyrinth tile was face up, so any tile was allowed.");
    const wild = sentence(words, "Ann", { ...turn, card: "*", any_tile: "T5", walk: null, path: [] });
    expect(wild).toContain("The wild card allows any tile.");
  });

  it("tell a gardener, a reward and a boar", () => {
    const told = { ...turn, gardener: true, square: "b2", walk: null, path: [], pieces: { boar: null } };
    told.points = { ...nothing, expansions: { rewards: -2, boar: 4 }, total: 2 };
    expect(sentence(words, "Ann", told)).toBe(
      "Ann plays the beige/white card and takes the labyrinth from the white space; since a2 is taken, the tile becomes a gardener on b2. " +
        "The reward square costs 2 points. The wild boar leaves the garden: 4 points.",
    );
  });

  it("tell the points of an expansion that has no sentence of its own", () => {
    const told = { ...turn, walk: null, path: [], pieces: { peacock: "b3" } };
    told.points = { ...nothing, expansions: { peacock: 1 }, total: 1 };
    expect(sentence(words, "Ann", told)).toMatch(/ peacock: 1 point\.$/);
  });

  it("tell which side was chosen of which board", () => {
    const garden: TurnTold = { ...turn, board: "garden", side: "2A" };
    expect(sentence(words, "Ann", garden)).toBe("Ann chooses side A of garden board 2.");
    const reward: TurnTold = { ...turn, board: "reward", side: "1B" };
    expect(sentence(words, "Ann", reward)).toBe("Ann chooses side B of reward board 1.");
  });

  it("put an unknown box's words in quotation marks, and draw its structures as the server says", () => {
    expect(words.tile("b2")).toBe("the tile “well”");
    expect(words.symbol("a2")).toBe("labyrinth");
    expect(words.symbol("b2")).toBe("statue");
  });
});

it("shows pairs before structures and the wild card last", () => {
  expect(deckOrder(["*", "b", "36", "a", "26"])).toEqual(["26", "36", "a", "b", "*"]);
});
