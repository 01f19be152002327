/** Where things are on the page now. Elements are found by these marks:

    data-space    a space of the display, data-tile the tile on it
    data-garden   the drawing of a seat's garden; within it data-laid, data-noble and data-piece
    data-card     a card in hand; data-hand the backs of a seat's hidden hand
    data-chip     a card among those of a seat (data-deck)
    data-score    a seat's score
*/

import type { Frame } from "../drawing/places";
import type { Rect } from "./looks";

export const SPACE = (space: number) => `[data-space="${space}"]`;
export const TILE = (space: number) => `${SPACE(space)} [data-tile]`;
export const GARDEN = (seat: number) => `[data-garden="${seat}"]`;
export const LAID = (seat: number, square: string) => `${GARDEN(seat)} [data-laid="${square}"]`;
export const NOBLE = (seat: number, square: string) => `${GARDEN(seat)} [data-noble="${square.charAt(0)}"]`;
export const PIECE = (seat: number, piece: string) => `${GARDEN(seat)} [data-piece="${piece}"]`;
export const CARD = (card: string) => `[data-card="${card}"]`;
export const HAND = (seat: number) => `[data-hand="${seat}"]`;
export const CHIP = (seat: number, card: string) => `[data-deck="${seat}"] [data-chip="${card}"]`;
export const SCORE = (seat: number) => `[data-score="${seat}"]`;

/** All elements with a mark; those in an open window come first, since it covers the page. */
export function marked(selector: string): Element[] {
  const found = [...document.querySelectorAll(selector)];
  const inWindow = (element: Element) => Number(element.closest("dialog[open]") !== null);
  return found.sort((a, b) => inWindow(b) - inWindow(a));
}

/** Where the first element with a mark is drawn; null if there is none, or it is out of sight. */
export function rectOf(selector: string): Rect | null {
  for (const element of marked(selector)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width > 0 && isInSight({ x, y, width, height })) return { x, y, width, height };
  }
  return null;
}

/** Where a part of a garden's drawing is; null if it is out of sight. */
export function rectInGarden(seat: number, frame: Frame): Rect | null {
  for (const element of marked(GARDEN(seat))) {
    const drawn = element.getBoundingClientRect();
    const { x, y, width } = (element as SVGSVGElement).viewBox.baseVal;
    const scale = drawn.width / width;
    const box: Rect = {
      x: drawn.x + (frame.x - x) * scale,
      y: drawn.y + (frame.y - y) * scale,
      width: frame.width * scale,
      height: frame.height * scale,
    };
    if (drawn.width > 0 && isInSight(box)) return box;
  }
  return null;
}

function isInSight(box: Rect): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
}
