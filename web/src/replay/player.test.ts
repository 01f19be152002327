import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Player } from "./player.svelte";

describe("the player of a replay", () => {
  let last = 3;
  let pace = 1;
  let player: Player;
  beforeEach(() => {
    vi.useFakeTimers();
    last = 3;
    pace = 1;
    player = new Player(
      () => last,
      () => pace,
    );
  });
  afterEach(() => {
    player.pause();
    vi.useRealTimers();
  });

  it("goes to any move, and never beyond the game", () => {
    player.go(2);
    expect(player.move).toBe(2);
    player.go(99);
    expect([player.move, player.atEnd]).toEqual([3, true]);
    player.step(1);
    expect(player.move).toBe(3);
    player.go(-5);
    expect([player.move, player.atStart]).toEqual([0, true]);
  });

  it("plays move by move at its pace, and stops at the end", () => {
    player.play();
    vi.advanceTimersByTime(999);
    expect(player.move).toBe(0);
    vi.advanceTimersByTime(1);
    expect(player.move).toBe(1);
    pace = 3; // from the next move on
    vi.advanceTimersByTime(1000);
    expect(player.move).toBe(2);
    vi.advanceTimersByTime(2999);
    expect(player.move).toBe(2);
    vi.advanceTimersByTime(1);
    expect([player.move, player.playing]).toEqual([3, false]);
  });

  it("begins again when it is played from the end", () => {
    player.go(3);
    player.toggle();
    expect([player.move, player.playing]).toEqual([0, true]);
  });

  it("stays where it is put, even while playing", () => {
    player.play();
    player.step(1);
    vi.advanceTimersByTime(10_000);
    expect([player.move, player.playing]).toEqual([1, false]);
  });

  it("does not run twice as fast when it is started twice", () => {
    player.play();
    player.play();
    vi.advanceTimersByTime(1000);
    expect(player.move).toBe(1);
  });

  it("has nothing to play in a game without moves, and shrinks with its game", () => {
    player.go(3);
    last = 1;
    expect(player.move).toBe(1);
    last = 0;
    player.play();
    expect(player.playing).toBe(false);
  });
});
