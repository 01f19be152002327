import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../api";
import type { ErrorCode, Problem } from "../wire";
import { oncePrepared } from "./preparing";

const refusal = (code: ErrorCode) => new Refusal({ code, message: "", rule: null, reason: null } as Problem);

const place = { pathname: "/" };
beforeEach(() => {
  place.pathname = "/";
  vi.stubGlobal("location", place);
});

test("what needs the rules waits for them, and then goes on by itself", async () => {
  let asked = 0;
  let told = 0;
  const work = () => ((asked += 1) < 3 ? Promise.reject(refusal("warming_up")) : Promise.resolve("table"));
  expect(await oncePrepared(work, () => (told += 1), 0)).toBe("table");
  expect([asked, told]).toEqual([3, 2]);
});

test("nothing begins any more for somebody who has gone to another page meanwhile", async () => {
  let asked = 0;
  const work = () => ((asked += 1) < 3 ? Promise.reject(refusal("warming_up")) : Promise.resolve("table"));
  expect(await oncePrepared(work, () => (place.pathname = "/rules"), 0)).toBe(null);
  expect(asked).toBe(1);
});

test("any other refusal is not waited for", async () => {
  await expect(
    oncePrepared(
      () => Promise.reject(refusal("too_fast")),
      () => undefined,
      0,
    ),
  ).rejects.toThrow();
});
