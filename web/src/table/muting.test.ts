import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Muting } from "./muting.svelte";

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it("remembers who is muted, table by table", () => {
  new Muting("a").toggle(2);
  expect([new Muting("a").has(2), new Muting("a").has(1), new Muting("b").has(2)]).toEqual([
    true,
    false,
    false,
  ]);
  new Muting("a").toggle(2);
  expect(new Muting("a").has(2)).toBe(false);
});

it("starts afresh where something else was kept", () => {
  kept.set("sanssouci.muted.a", '{"2": true}');
  kept.set("sanssouci.muted.b", '["x", 1]');
  kept.set("sanssouci.muted.c", "[");
  expect(new Muting("a").has(2)).toBe(false);
  expect(new Muting("b").has(1)).toBe(true);
  expect(new Muting("c").has(1)).toBe(false);
});
