import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "./api";
import { Live, merged } from "./live.svelte";
import { notice } from "./problems.svelte";
import { FakeSocket } from "./socket.fake";
import type { ChatLine, DraftView, ServerFrame } from "./wire";

const line = (number: number) => ({ number, text: `line ${number}` }) as ChatLine;

it("keeps every line of the chat once, in order", () => {
  const lines = merged([line(1), line(2)], [line(2), line(4), line(3)]);
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

const draft = (ply: number, ...steps: string[]) => ({ seat: 0, ply, steps }) as unknown as DraftView;
const game = (ply: number, ...drafts: DraftView[]) =>
  ({ type: "game", ply, views: [], drafts, log: [], log_from: 0 }) as unknown as ServerFrame;

describe("a table on the line", () => {
  let live: Live;
  const socket = () => FakeSocket.newest;
  const sent = () => socket().sent.map((text) => JSON.parse(text) as { id: number; ply: number });

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    const events = { addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("window", events);
    vi.stubGlobal("document", { ...events, hidden: true });
    live = new Live("t");
    socket().opens();
    socket().says(game(4, draft(4)));
  });
  afterEach(() => {
    live.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("carries a command out once the server says so", async () => {
    const played = live.play(0, "36 f3");
    expect(sent()).toMatchObject([{ type: "play", seat: 0, ply: 4, move: "36 f3" }]);
    socket().says({ type: "done", id: sent()[0]?.id, ply: 5 });
    await expect(played).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("says why a command is refused", async () => {
    const played = live.play(0, "36 f3");
    socket().says({ type: "error", id: sent()[0]?.id, problem: { code: "stale" } });
    await expect(played).rejects.toMatchObject({ problem: { code: "stale" } });
  });

  it("says a line again under the same key until it is confirmed", async () => {
    const keys = () => sent().map((message) => (message as unknown as { key: string }).key);
    const lost = live.say("Well played!");
    const [first] = keys();
    expect(first).toMatch(/^[\w-]{8,64}$/);
    socket().breaks(1006);
    await expect(lost).rejects.toThrow();
    vi.advanceTimersByTime(60_000);
    socket().opens();
    const again = live.say("Well played!");
    expect(keys()).toEqual([first]);
    socket().says({ type: "done", id: sent()[0]?.id });
    await again;
    void live.say("Well played!").catch(() => undefined);
    expect(keys()[1]).not.toBe(first);
  });

  const moveOn = () => {
    socket().breaks(1012);
    vi.advanceTimersByTime(100);
    socket().opens();
  };

  it("sends a command again to the server that takes over", async () => {
    const played = live.play(0, "36 f3");
    moveOn();
    expect(sent()).toEqual([]);
    socket().says(game(4, draft(4)));
    expect(sent()).toMatchObject([{ type: "play", seat: 0, ply: 4, move: "36 f3" }]);
    socket().says({ type: "done", id: sent()[0]?.id, ply: 5 });
    await expect(played).resolves.toBeUndefined();
    expect(notice.problem).toBeUndefined();
  });

  it("does not repeat a command that was carried out before the server was replaced", async () => {
    const played = live.play(0, "36 f3");
    moveOn();
    socket().says(game(5));
    await expect(played).resolves.toBeUndefined();
    expect(sent()).toEqual([]);
  });

  it("takes a command while the server is being replaced", async () => {
    socket().breaks(1012);
    const played = live.play(0, "36 f3");
    vi.advanceTimersByTime(100);
    socket().opens();
    socket().says(game(4, draft(4)));
    socket().says({ type: "done", id: sent()[0]?.id, ply: 5 });
    await expect(played).resolves.toBeUndefined();
  });

  it("takes drafts of the position that it knows, but of no other", async () => {
    socket().says({ type: "draft", id: null, draft: draft(4, "36") });
    expect(live.drafts[0]?.steps).toEqual(["36"]);
    const set = live.steps(0, []);
    socket().says({ type: "draft", id: sent()[0]?.id, draft: draft(3, "c") });
    await set; // an answer all the same
    expect(live.drafts[0]?.steps).toEqual(["36"]);
    socket().says(game(5));
    expect(live.drafts).toEqual({});
  });

  it("says why the line itself is refused", () => {
    socket().says({ type: "error", id: null, problem: { code: "too_many" } });
    expect(notice.problem).toMatchObject({ code: "too_many" });
    notice.dismiss();
  });

  it("gives up a line without answers, and goes on with another", async () => {
    const refused = expect(live.play(0, "36 f3")).rejects.toBeInstanceOf(Refusal);
    await vi.advanceTimersByTimeAsync(9_000);
    await refused;
    expect(FakeSocket.all).toHaveLength(2);
    socket().opens();
    void live.play(0, "36 f3").catch(() => undefined);
    expect(sent()[0]?.ply).toBe(4); // the same move at the same ply: the server takes it once
  });
});
