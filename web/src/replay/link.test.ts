import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Refusal } from "../api";
import { pack, readHash, readMoment, recordPath, tablePath, unpack } from "./link";

const GOLDEN = new URL("../../../tests/golden/imperial-4-rewards-boar.jsonl", import.meta.url);
const record = JSON.parse(readFileSync(GOLDEN, "utf-8").split("\n")[0] ?? "") as object;

describe("a link that carries a record", () => {
  it("gives the record back as it was, with names in any script", async () => {
    const named = { ...record, names: ["Ädä", "Бен", "王", "🦌"] };
    expect(await unpack(await pack(named))).toEqual(named);
  });

  it("is short enough for a message and needs no escapes", async () => {
    const packed = await pack(record);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(packed.length).toBeLessThan(4000);
  });

  it("is read back together with its moment", async () => {
    const packed = await pack(record);
    const path = recordPath(packed, { move: 12, eyes: -2 });
    expect(path.startsWith("/replay#")).toBe(true);
    expect(readHash(path.slice("/replay".length))).toEqual({ packed, moment: { move: 12, eyes: -2 } });
  });

  it("is refused as a bad record if it was cut off, changed or holds something else", async () => {
    const packed = await pack(record);
    for (const wrong of [
      packed.slice(0, -9),
      `${packed.slice(0, 40)}!`,
      "",
      await pack(Object(3) as object),
    ]) {
      const error = await unpack(wrong).catch((fault: unknown) => fault);
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).problem?.code).toBe("bad_record");
    }
  });

  it("does not unpack without limit", async () => {
    const huge = await pack({ names: ["x".repeat(3_000_000)] });
    expect(huge.length).toBeLessThan(5000);
    await expect(unpack(huge)).rejects.toBeInstanceOf(Refusal);
  });
});

describe("the moment of a link", () => {
  it("is read from what follows the question mark", () => {
    expect(readMoment("?move=12&eyes=0")).toEqual({ move: 12, eyes: 0 });
    expect(readMoment("?eyes=-1")).toEqual({ move: null, eyes: -1 });
  });

  it("is null where there is no number", () => {
    expect(readMoment("?move=x&eyes=")).toEqual({ move: null, eyes: null });
    expect(readMoment("?move=1e3&eyes=99999")).toEqual({ move: null, eyes: null });
    expect(readHash("")).toEqual({ packed: null, moment: { move: null, eyes: null } });
  });

  it("stands in the address of a table's replay", () => {
    expect(tablePath("ID", { move: 3, eyes: 1 })).toBe("/table/ID/replay?move=3&eyes=1");
    expect(tablePath("ID", { move: null, eyes: null })).toBe("/table/ID/replay");
  });
});
