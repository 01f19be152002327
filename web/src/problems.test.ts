import { beforeAll, expect, test } from "vitest";
import { worded } from "./problems.svelte";
import { speak, t } from "./texts.svelte";
import type { Problem } from "./wire";

const problem = (given: Partial<Problem>): Problem => ({
  code: "too_many",
  message: "for developers",
  rule: null,
  reason: null,
  values: {},
  legal: [],
  ...given,
});

beforeAll(() => speak("en"));

test("what there is too much of is named", () => {
  expect(worded(problem({ reason: "too_many.salons" }))).toBe(t("too_many.salons"));
  expect(worded(problem({ reason: "too_many.from tomorrow's server" }))).toBe(t("web.error.too_many"));
  expect(worded(problem({}))).toBe(t("web.error.too_many"));
});
