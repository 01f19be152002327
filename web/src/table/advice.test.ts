import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../texts.svelte";
import type { BoxInfo, Language } from "../wire";
import { Words } from "../words";
import { because, marksOf, why } from "./advice";

const names = (word: string) => ({ de: word, en: word, es: word, fr: word }) as Record<Language, string>;
const box = {
  columns: [{ letter: "a", id: "labyrinth", names: names("labyrinth") }],
  rows: [],
} as unknown as BoxInfo;
const seats = ["Ada", "Ben"].map((name, seat) => ({
  seat,
  name,
  level: null,
  online: true,
  away_at: null,
  yours: false,
  left: false,
  rating: null,
  rating_change: null,
  bank: null,
}));
const table = {
  status: "running",
  clock: null,
  due: null,
  to_move: null,
  expansions: [],
  watching: 0,
  rated: false,
  undone: false,
  chosen_seed: false,
  taken: false,
  lesson: null,
  seats,
} as const;

describe("reasons", () => {
  beforeAll(() => speak("en"));
  const said = (key: string, values: Record<string, number | string>) =>
    because(new Words(box), table, { key, values });

  it("name structures, cards and points in words", () => {
    expect(said("walks", { column: "a", row: 3, points: 3 })).toBe(
      "the labyrinth noble walks to row 3 for 3 points",
    );
    expect(said("wins reward", { points: 1 })).toBe("wins 1 point on a reward square");
    expect(said("keeps card", { card: "*" })).toBe("keeps the wild card");
  });

  it("name the player whom a move denies something", () => {
    expect(said("denies", { seat: 1, square: "a4" })).toBe("takes a tile that Ben could lay on a4");
  });
});

describe("several reasons", () => {
  const reasons = [
    { key: "builds", values: { square: "a4" } },
    { key: "completes row", values: { row: 3, points: 7 } },
  ];
  it("are one sentence, with the signs of the language", async () => {
    await speak("en");
    expect(why(new Words(box), table, reasons)).toBe("builds on a4; completes row 3 for 7 points");
    await speak("fr");
    expect(why(new Words(box), table, reasons)).toMatch(
      /^construit en a4\s; complète la rangée 3\s: 7 points$/,
    );
    expect(why(new Words(box), table, [])).toBe("");
    await speak("en");
  });
});

describe("the marks of a move", () => {
  it("are its card, its tile, and where things end up", () => {
    expect(marksOf("36 f3 d4")).toEqual({ card: "36", tile: "f3", squares: ["f3", "d4"] });
    expect(marksOf("c f3'=g3 -")).toEqual({ card: "c", tile: "f3'", squares: ["g3"] });
    expect(marksOf("* e4 ~e5 a2")).toEqual({ card: "*", tile: "e4", squares: ["e4", "e5", "a2"] });
    expect(marksOf("36 f3 f3")).toEqual({ card: "36", tile: "f3", squares: ["f3"] });
  });

  it("are none on a garden for the choice of a side", () => {
    expect(marksOf("A").squares).toEqual([]);
  });
});
