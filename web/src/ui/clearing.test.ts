import { expect, test } from "vitest";
import { around, clearest } from "./clearing";

const WINDOW = { width: 400, height: 300 };
const BUBBLE = { width: 100, height: 40 };
const box = (left: number, top: number, width = 50, height = 50) => ({ left, top, width, height });

test("a bubble lies above what it speaks of", () => {
  const tile = box(150, 100);
  expect(clearest(around(tile, BUBBLE, WINDOW), [tile])).toEqual({ left: 125, top: 52, ...BUBBLE });
});

test("it lies elsewhere rather than on what may be chosen instead", () => {
  const tile = box(150, 100);
  const above = box(150, 45);
  expect(clearest(around(tile, BUBBLE, WINDOW), [tile, above])).toEqual({ left: 125, top: 158, ...BUBBLE });
  const below = box(150, 155);
  expect(clearest(around(tile, BUBBLE, WINDOW), [tile, above, below])).toEqual({
    left: 42,
    top: 105,
    ...BUBBLE,
  });
});

test("it stays in the window, and covers little where there is no room", () => {
  const tile = box(0, 0, 400, 280);
  const found = clearest(around(tile, BUBBLE, WINDOW), [tile]);
  expect(found).toEqual({ left: 150, top: 252, ...BUBBLE });
});
