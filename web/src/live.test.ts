import { describe, expect, it } from "vitest";
import { merged } from "./live.svelte";
import { masked } from "./table/eyes.svelte";
import type { ChatLine, GameView, SeatView } from "./wire";

const line = (number: number) => ({ number, text: `line ${number}` }) as ChatLine;

it("keeps every line of the chat once, in order", () => {
  const lines = merged([line(1), line(2)], [line(2), line(4), line(3)]);
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

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
