import { describe, expect, it } from "vitest";
import { joining } from "./joining";

const TABLE = "abcdefghijklmnopqrstu_";
const KEY = "k".repeat(43);
const HOSTS = ["garden.example:8000"];

describe("an invitation", () => {
  it("leads to its table, as a link or as the end of one", () => {
    const path = `/table/${TABLE}#${KEY}`;
    for (const text of [`http://garden.example:8000${path}`, ` HTTP://Garden.example:8000${path}\n`, path]) {
      expect(joining(text, HOSTS)).toEqual({ path });
    }
    expect(joining(`${TABLE}#${KEY}`, HOSTS)).toEqual({ path });
    expect(joining(TABLE, HOSTS)).toEqual({ path: `/table/${TABLE}` });
  });

  it("is refused if it belongs to another server", () => {
    expect(joining(`https://elsewhere.example/table/${TABLE}#${KEY}`, HOSTS)).toEqual({
      wrong: "other host",
    });
  });

  it("is refused if it is not an invitation", () => {
    for (const text of [
      "",
      "hello",
      "http://garden.example:8000/rules",
      `/table/${TABLE}#short`,
      "javascript:alert(1)",
    ]) {
      expect(joining(text, HOSTS)).toEqual({ wrong: "no link" });
    }
  });
});
