import { afterEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../api";
import type { ErrorCode, Replay } from "../wire";
import type { Source } from "./source";
import { Watched } from "./watched.svelte";

const refusal = (code: ErrorCode) =>
  new Refusal({ code, message: "", rule: null, reason: null, values: {}, legal: [] });

function game(allowed: number[], table: string | null = null): Source & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    table,
    saved: { href: "", name: "" },
    path: () => "",
    reviewed: "",
    review: () => Promise.reject(refusal("not_over")),
    async ask(eyes) {
      asked.push(eyes);
      if (allowed.includes(eyes)) return { eyes, allowed, over: allowed.includes(-2) } as Replay;
      throw refusal("not_your_seat");
    },
  };
}

async function opened(source: Source, eyes: number | null): Promise<Watched> {
  const watched = new Watched(source);
  await watched.open(eyes);
  return watched;
}

afterEach(() => void vi.useRealTimers());

describe("the replay of a game", () => {
  it("is open where everything may be seen", async () => {
    expect((await opened(game([0, 1, -1, -2]), null)).replay.eyes).toBe(-2);
  });

  it("is seen from one's own seat while it runs", async () => {
    expect((await opened(game([1, -1]), null)).replay.eyes).toBe(1);
    expect((await opened(game([-1]), null)).replay.eyes).toBe(-1);
  });

  it("shows nobody's hand by itself where two players share a screen", async () => {
    expect((await opened(game([0, 1, -1]), null)).replay.eyes).toBe(-1);
  });

  it("has secrets while it runs and two players share a screen, whatever a link names", async () => {
    const watched = await opened(game([0, 1, -1], "t"), 0);
    expect([watched.replay.eyes, watched.closed, watched.allowed]).toEqual([-1, true, [-1]]);
    await watched.see(1);
    expect(watched.replay.eyes).toBe(-1);
  });

  it("has no secrets from those who share a screen once it is over", async () => {
    const watched = await opened(game([0, 1, -1, -2], "t"), 0);
    expect([watched.replay.eyes, watched.allowed]).toEqual([0, [0, 1, -1, -2]]);
  });

  it("falls back to what everybody saw if a link names eyes that are closed", async () => {
    const watched = await opened(game([-1]), 0);
    expect([watched.replay.eyes, watched.closed]).toEqual([-1, true]);
  });

  it("asks for each pair of eyes once", async () => {
    const source = game([0, 1, -1, -2]);
    const watched = await opened(source, 0);
    await watched.see(1);
    await watched.see(0);
    expect([watched.replay.eyes, source.asked]).toEqual([0, [0, 1]]);
  });

  it("waits while the server is busy, but not for ever", async () => {
    vi.useFakeTimers();
    const source = game([0, -1]);
    const plain = source.ask.bind(source);
    let refused = 0;
    source.ask = (eyes) => ((refused += 1) < 3 ? Promise.reject(refusal("too_fast")) : plain(eyes));
    const patient = opened(source, 0);
    await vi.advanceTimersByTimeAsync(5000);
    expect([(await patient).replay.eyes, (await patient).closed]).toEqual([0, false]);

    source.ask = () => Promise.reject(refusal("too_fast"));
    const failed = expect(opened(source, 0)).rejects.toBeInstanceOf(Refusal);
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
  });

  it("says why it cannot be shown at all", async () => {
    await expect(opened(game([]), null)).rejects.toBeInstanceOf(Refusal);
  });
});
