/** Where on a square things are drawn, here as in the library's pictures. */

import pieces from "../../../src/sanssouci/looks/pieces.json";
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
  return moved(squares.places[what], x, y);
}

const PIECES: Record<string, { drawing: string; place: Frame } | undefined> = pieces;

/** The drawing of an expansion's piece. */
export function pieceDrawing(piece: string): string {
  return PIECES[piece]?.drawing ?? piece;
}

/** Where an expansion's piece stands on the square whose upper left corner is x, y. */
export function placePiece(piece: string, x: number, y: number): Frame {
  return moved(PIECES[piece]?.place ?? { x: 0, y: 0, width: SQUARE, height: SQUARE }, x, y);
}

function moved(frame: Frame, x: number, y: number): Frame {
  return { ...frame, x: x + frame.x, y: y + frame.y };
}
