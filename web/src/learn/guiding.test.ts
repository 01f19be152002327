import { beforeAll, describe, expect, it, vi } from "vitest";
import { speak } from "../texts.svelte";
import type { BoxInfo, TurnTold } from "../wire";
import { Words } from "../words";
import { missedInWords } from "./guiding";
import { teaching } from "./texts.svelte";

const column = (letter: string, name: string) => ({ letter, id: name, names: { en: name }, drawing: name });
const box = {
  columns: [column("a", "labyrinth"), column("b", "well")],
  rows: [{ row: 2, id: "white", names: { en: "white" } }],
  expansions: [],
} as unknown as BoxInfo;
const turn = (move: string, walk: string | null) =>
  ({
    move,
    card: "12",
    tile: "a2",
    square: "a2",
    gardener: false,
    any_tile: null,
    walk,
    points: { nobles: 2 },
  }) as TurnTold;

describe("a turn that was missed", () => {
  beforeAll(async () => {
    speak("en");
    teaching.load();
    await vi.waitUntil(() => teaching.ready);
  });
  const better = turn("12 a2 b2", "b2");
  const told = (played: TurnTold | undefined) => missedInWords(new Words(box), better, played);

  it("is told as a walk if that is all that was missing", () => {
    for (const walk of [null, "a2"])
      expect(told(turn(`12 a2 ${walk ?? "-"}`, walk))).toBe(
        "Card and tile were right, but the well noble could have walked to b2: 2 points.",
      );
  });

  it("is told whole otherwise", () => {
    for (const played of [turn("12 b2 b2", "b2"), undefined])
      expect(told(played)).toMatch(/^With the .* card you could have taken .*, for a2\. Then the well noble/);
  });
});
