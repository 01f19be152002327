import { describe, expect, it } from "vitest";
import { apart } from "./apart";

describe("places", () => {
  it("stay where they are if there is room", () => expect(apart([10, 30, 90], 19)).toEqual([10, 30, 90]));
  it("move by half of what is missing each", () => expect(apart([50, 60], 20)).toEqual([45, 65]));
  it("move on together when they meet others", () => expect(apart([50, 60, 70], 20)).toEqual([40, 60, 80]));
  it("can be few", () => expect([apart([], 20), apart([5], 20)]).toEqual([[], [5]]));
});
