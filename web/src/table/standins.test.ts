import { beforeEach, expect, it, vi } from "vitest";
import type { SeatInfo, TableInfo } from "../wire";
import { mayAbandon, replaceable, replaced } from "./standins";

const NOW = 1_000; // seconds

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000 });
  return () => vi.useRealTimers();
});

const seat = (info: Partial<SeatInfo>): SeatInfo =>
  ({ seat: 0, yours: false, host: false, replaced: false, away_at: null, ...info }) as SeatInfo;
const table = (seats: SeatInfo[], info: Partial<TableInfo> = {}) =>
  ({ status: "running", host: false, seats, ...info }) as TableInfo;

it("offers a computer for others whose time is up, to those who play", () => {
  const me = seat({ yours: true, away_at: NOW - 1 });
  const gone = seat({ seat: 1, away_at: NOW - 1 });
  const soon = seat({ seat: 2, away_at: NOW + 100 });
  expect(replaceable(table([me, gone, soon])).map((each) => each.seat)).toEqual([1]);
  expect(replaceable(table([gone, soon]))).toEqual([]);
  expect(replaceable(table([me, gone], { status: "over" }))).toEqual([]);
});

it("knows for which own seats a computer plays", () => {
  const seats = [seat({ yours: true, replaced: true }), seat({ seat: 1, replaced: true })];
  expect(replaced(table(seats)).map((each) => each.seat)).toEqual([0]);
  expect(replaced(table(seats, { status: "over" }))).toEqual([]);
});

it("lets the host close the table, and another player once the host is away", () => {
  const me = seat({ yours: true });
  const host = (info: Partial<SeatInfo>) => seat({ seat: 1, host: true, ...info });
  expect(mayAbandon(table([me], { host: true }))).toBe(true);
  expect(mayAbandon(table([me, host({})]))).toBe(false);
  expect(mayAbandon(table([me, host({ away_at: NOW - 1 })]))).toBe(true);
  expect(mayAbandon(table([me, host({ replaced: true })]))).toBe(true);
  expect(mayAbandon(table([host({ away_at: NOW - 1 })]))).toBe(false);
});
