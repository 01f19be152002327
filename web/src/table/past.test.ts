import { beforeEach, describe, expect, it } from "vitest";
import type { GameView, Replay, SeatView, TurnTold } from "../wire";
import { Past } from "./past.svelte";

const told = (move: string) => ({ move }) as TurnTold;
const seat = { hand: ["36"], missions: ["a"] } as SeatView;

describe("looking back at a table", () => {
  let live: { id: string; log: TurnTold[] };
  let eyes = 0;
  let asked: number[];
  let past: Past;

  async function replay(_table: string, from: number): Promise<Replay> {
    asked.push(from);
    const views = [...live.log, null].map((_, i) => ({ eyes: from, turns: i, seats: [seat] }) as GameView);
    return { eyes: from, views, log: live.log } as Replay;
  }
  beforeEach(() => {
    live = { id: "ID", log: [told("a"), told("b"), told("c")] };
    eyes = 0;
    asked = [];
    past = new Past(live, () => eyes, replay);
  });

  it("shows the position after a move, and the move that led there", async () => {
    expect([past.move, past.view]).toEqual([null, null]);
    await past.show(2);
    expect([past.move, past.view?.turns, past.told?.move]).toEqual([2, 2, "b"]);
    past.leave();
    expect([past.move, past.view]).toEqual([null, null]);
  });

  it("stays when the game goes on, and asks again only for what it does not know", async () => {
    await past.show(2);
    live.log = [...live.log, told("d")];
    expect(past.move).toBe(2);
    await past.show(3);
    expect(asked).toEqual([0]);
    await past.show(4);
    expect([past.move, asked]).toEqual([4, [0, 0]]);
  });

  it("ends when its move is taken back, and asks again after another one", async () => {
    await past.show(3);
    live.log = [told("a"), told("x"), told("y")];
    expect(past.view).toBeNull();
    await past.show(2);
    expect([past.move, asked]).toEqual([2, [0, 0]]);
  });

  it("hides the hand as soon as somebody else looks at the screen", async () => {
    await past.show(1);
    expect(past.view?.seats[0]?.hand).toEqual(["36"]);
    eyes = -1;
    expect(past.view?.seats[0]?.hand).toBeNull();
    past.look();
    expect(asked).toEqual([0, -1]);
  });

  it("goes no further than the game", async () => {
    await past.show(99);
    expect(past.move).toBe(3);
    await past.show(-1);
    expect([past.move, past.told]).toEqual([0, null]);
  });
});
