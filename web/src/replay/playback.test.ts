import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Playback } from "./playback.svelte";

describe("the playback of a game", () => {
  let last = 3;
  let pace = 1;
  let playback: Playback;
  beforeEach(() => {
    vi.useFakeTimers();
    last = 3;
    pace = 1;
    playback = new Playback(
      () => last,
      () => pace,
    );
  });
  afterEach(() => {
    playback.pause();
    vi.useRealTimers();
  });

  it("goes to any move, and never beyond the game", () => {
    playback.go(2);
    expect(playback.move).toBe(2);
    playback.go(99);
    expect([playback.move, playback.atEnd]).toEqual([3, true]);
    playback.step(1);
    expect(playback.move).toBe(3);
    playback.go(-5);
    expect([playback.move, playback.atStart]).toEqual([0, true]);
  });

  it("plays move by move at its pace, and stops at the end", () => {
    playback.play();
    vi.advanceTimersByTime(999);
    expect(playback.move).toBe(0);
    vi.advanceTimersByTime(1);
    expect(playback.move).toBe(1);
    pace = 3; // from the next move on
    vi.advanceTimersByTime(1000);
    expect(playback.move).toBe(2);
    vi.advanceTimersByTime(2999);
    expect(playback.move).toBe(2);
    vi.advanceTimersByTime(1);
    expect([playback.move, playback.playing]).toEqual([3, false]);
  });

  it("begins again when it is played from the end", () => {
    playback.go(3);
    playback.toggle();
    expect([playback.move, playback.playing]).toEqual([0, true]);
  });

  it("stays where it is put, even while playing", () => {
    playback.play();
    playback.step(1);
    vi.advanceTimersByTime(10_000);
    expect([playback.move, playback.playing]).toEqual([1, false]);
  });

  it("does not run twice as fast when it is started twice", () => {
    playback.play();
    playback.play();
    vi.advanceTimersByTime(1000);
    expect(playback.move).toBe(1);
  });

  it("has nothing to play in a game without moves, and shrinks with its game", () => {
    playback.go(3);
    last = 1;
    expect(playback.move).toBe(1);
    last = 0;
    playback.play();
    expect(playback.playing).toBe(false);
  });
});
