import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "../api";
import type { Counts, ErrorCode } from "../wire";
import { Counter } from "./counter.svelte";

const refused = (code: ErrorCode) =>
  Promise.reject(new Refusal({ code, message: "", rule: null, reason: null, values: {}, legal: [] }));
const counts = (ply: number) => ({ ply }) as Counts;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("tries again while the server is not ready, and stops when told to", async () => {
  let asked = 0;
  const counter = new Counter(() => ((asked += 1) < 3 ? refused("warming_up") : Promise.resolve(counts(7))));
  void counter.count("ID", 0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, counter.counts?.ply]).toEqual([3, 7]);

  const patient = new Counter(() => refused("warming_up"));
  void patient.count("ID", 0);
  patient.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps what it knows when it is refused for good", async () => {
  const answers = [Promise.resolve(counts(3)), refused("not_running")];
  const counter = new Counter(() => answers.shift() ?? refused("internal"));
  await counter.count("ID", 0);
  await counter.count("ID", 0);
  expect(counter.counts?.ply).toBe(3);
});

it("believes only the latest answer", async () => {
  const late: ((value: Counts) => void)[] = [];
  const counter = new Counter(() => new Promise((done) => late.push(done)));
  const both = [counter.count("ID", 0), counter.count("ID", 0)];
  late[1]?.(counts(2));
  late[0]?.(counts(1));
  await Promise.all(both);
  expect(counter.counts?.ply).toBe(2);
});
