import { describe, expect, it } from "vitest";
import type { GameView, SeatView } from "../wire";
import { masked } from "./eyes.svelte";

describe("a view that several people look at", () => {
  it("shows nobody's hand and missions", () => {
    const seat = { hand: ["36", "*"], missions: ["a"] } as SeatView;
    const view = masked({ eyes: 0, seats: [seat, { ...seat, hand: null }] } as GameView);
    expect(view.eyes).toBe(-1);
    expect(view.seats.map(({ hand, missions }) => [hand, missions])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
