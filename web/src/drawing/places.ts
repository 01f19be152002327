/** Where on a square things are drawn, here as in the library's pictures. */

import squares from "../../../src/sanssouci/looks/squares.json";

export const SQUARE = squares.side;
export const REWARDS: Record<string, { drawing: string; middle: number } | undefined> = squares.rewards;

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where something lies on the square whose upper left corner is x, y. */
export function place(what: keyof typeof squares.places, x: number, y: number): Frame {
  const { x: left, y: top, width, height } = squares.places[what];
  return { x: x + left, y: y + top, width, height };
}
