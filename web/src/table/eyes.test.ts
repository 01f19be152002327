import { describe, expect, it } from "vitest";
import type { Live } from "../live.svelte";
import type { GameView, Phase, SeatInfo, SeatView, TableInfo } from "../wire";
import { Eyes, masked } from "./eyes.svelte";

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

interface Scene {
  /** the seats of this browser */
  own: number[];
  moving: number;
  hand?: string[];
  phase?: Phase;
  /** seats of this browser whose moves are not its own to make: a computer plays for them, or the game has ended */
  idle?: number[];
}

/** A table of three seats, seen from this browser. */
function table({ own, moving, hand = ["36"], phase = "play card", idle = [] }: Scene) {
  const seats = [0, 1, 2].map((seat) => ({
    seat,
    yours: own.includes(seat),
    may: own.includes(seat) && !idle.includes(seat) ? ["play"] : [],
  })) as SeatInfo[];
  const seen = (eyes: number): GameView =>
    ({
      eyes,
      to_move: moving,
      phase,
      seats: seats.map(({ seat }) => ({ hand: seat === eyes ? hand : null, missions: null })),
    }) as unknown as GameView;
  return {
    table: { seats } as TableInfo,
    views: own.length ? own.map(seen) : [seen(-1)],
  };
}

const eyes = (scene: Scene) => new Eyes(table(scene) as unknown as Live);
const hands = (view: GameView | null) => view?.seats.map(({ hand }) => hand);

describe("from whose point of view a screen shows the game", () => {
  it("those of its only player, who never needs to say so", () => {
    const alone = eyes({ own: [1], moving: 0 });
    expect([alone.covered, alone.acting, alone.awaited, alone.seat]).toEqual([null, null, null, 1]);
    expect(hands(alone.view)).toEqual([null, ["36"], null]);
    expect(eyes({ own: [1], moving: 1 }).acting).toBe(1);
  });

  it("a spectator's where nobody plays", () => {
    const eve = eyes({ own: [], moving: 1 });
    expect([eve.covered, eve.acting, eve.awaited, eve.seat, eve.view?.eyes]).toEqual([
      null,
      null,
      null,
      0,
      -1,
    ]);
  });

  it("nobody's until the player to move says that they are looking", () => {
    const both = eyes({ own: [0, 1], moving: 1 });
    expect([both.covered, both.acting, both.awaited, both.seat]).toEqual([1, null, 1, 1]);
    expect(hands(both.view)).toEqual([null, null, null]);
    both.uncover(1);
    expect([both.covered, both.acting, both.awaited]).toEqual([null, 1, 1]);
    expect(hands(both.view)).toEqual([null, ["36"], null]);
  });

  it("nobody's again when the turn has passed to another at the same screen, or to somebody elsewhere", () => {
    const live = table({ own: [0, 1], moving: 0 });
    const both = new Eyes(live as unknown as Live);
    both.uncover(0);
    Object.assign(live, table({ own: [0, 1], moving: 1 }));
    expect([both.covered, hands(both.view)]).toEqual([1, [null, null, null]]);
    Object.assign(live, table({ own: [0, 1], moving: 2 }));
    expect([both.covered, both.acting, hands(both.view)]).toEqual([null, null, [null, null, null]]);
  });

  it("nothing is covered where there is nothing to hide", () => {
    const both = eyes({ own: [0, 1], moving: 1, hand: [], phase: "choose garden side" });
    expect([both.covered, both.acting]).toEqual([null, 1]);
  });

  it("nobody is waited for who may not play, as the server says", () => {
    expect(eyes({ own: [0, 1], moving: 1, idle: [1] }).awaited).toBeNull();
  });

  it("all see everything once it is over", () => {
    const both = eyes({ own: [0, 1], moving: -1, phase: "over", idle: [0, 1] });
    expect(both.view?.eyes).toBe(0);
  });
});
