import { describe, expect, it } from "vitest";
import { fitted } from "./fitting";

const standard = {
  name: "",
  pace: 1,
  first: null as number | null,
  table: { seats: [{ kind: "here", name: "" }] },
};

describe("what a browser has kept", () => {
  it("is taken where it fits", () => {
    const kept = {
      name: "Ada",
      pace: 0,
      first: 2,
      table: {
        seats: [
          { kind: "invited", name: "x" },
          { kind: "here", name: "" },
        ],
      },
    };
    expect(fitted(kept, standard)).toEqual(kept);
  });

  it("is completed", () => {
    expect(fitted({ name: "Ada", table: { seats: [{ kind: "computer" }] } }, standard)).toEqual({
      name: "Ada",
      pace: 1,
      first: null,
      table: { seats: [{ kind: "computer", name: "" }] },
    });
  });

  it("is left out where it is of another kind, or unknown", () => {
    expect(fitted({ name: 7, pace: "fast", first: {}, table: [], more: 1 }, standard)).toEqual(standard);
    expect(fitted("nonsense", standard)).toEqual(standard);
    expect(fitted(null, standard)).toEqual(standard);
  });
});
