import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "./api";

const reply = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const RESTARTING = { code: "restarting", message: "", rule: null, reason: null, legal: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks again while a server is being replaced", async () => {
  const answers = [reply(503, RESTARTING), reply(503, RESTARTING), reply(201, { table: { id: "t" } })];
  const fetch = vi.fn(() => answers.shift());
  vi.stubGlobal("fetch", fetch);
  const opened = api.open({ seats: [] } as never);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(opened).resolves.toEqual({ table: { id: "t" } });
  expect(fetch).toHaveBeenCalledTimes(3);
});

it("does not ask for ever", async () => {
  const fetch = vi.fn(() => reply(503, RESTARTING));
  vi.stubGlobal("fetch", fetch);
  const refused = expect(api.open({ seats: [] } as never)).rejects.toMatchObject({ problem: RESTARTING });
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(fetch).toHaveBeenCalledTimes(10);
});

it("takes an answer that breaks off for a server that cannot be reached", async () => {
  const half = () => Promise.resolve(new Response('{"tables": [', { status: 200 }));
  vi.stubGlobal("fetch", vi.fn(half));
  await expect(api.mine()).rejects.toMatchObject({ problem: null });
});
