/** Where the things of a garden are drawn.

          x: EDGE   + 48 for each column
  palace    ┌──────────────┐  y: 0
  terrace   │  a   b   c … │  y: PALACE
  (1)       │  ▢   ▢   ▢   │  y: TOP, + 48 for each row
*/

import { place, placePiece, SQUARE, type Frame } from "../drawing/places";
import { t } from "../texts.svelte";
import { pieceName } from "../ui/expansions";
import type { BoxInfo, GardenView } from "../wire";
import type { Words } from "../words";

export const EDGE = 30; // left of the squares, for the numbers of the rows
export const PALACE = 56;
export const TERRACE = 50;
export const TOP = PALACE + TERRACE;
const CROPPED = PALACE - 14; // where a drawing without the palace begins: the nobles keep their heads

export const LETTERS = "abcdefghi"; // of the columns

export function column(square: string): number {
  return LETTERS.indexOf(square.charAt(0));
}

export function row(square: string): number {
  return Number(square.charAt(1));
}

/** The upper left corner of a square; row 0 is the terrace. */
export function corner(square: string): { x: number; y: number } {
  const y = row(square) === 0 ? PALACE - 12 : TOP + SQUARE * (row(square) - 1);
  return { x: EDGE + SQUARE * column(square), y };
}

export function middle(square: string): { x: number; y: number } {
  const { x, y } = corner(square);
  return { x: x + SQUARE / 2, y: y + SQUARE / 2 };
}

/** The part of the drawing that is shown, with the palace or without. */
export function frame(box: BoxInfo, palace: boolean): { top: number; width: number; height: number } {
  const top = palace ? 0 : CROPPED;
  const width = EDGE + SQUARE * box.columns.length + 2;
  return { top, width, height: TOP + SQUARE * box.rows.length + 2 - top };
}

/** Where a noble stands on a square: beside what is built there, and larger on the terrace. */
export function nobleFrame(square: string): Frame {
  const { x, y } = corner(square);
  return place(row(square) === 0 ? "noble on the terrace" : "noble", x, y);
}

/** Where the piece of an expansion stands on a square. */
export function pieceFrame(piece: string, square: string): Frame {
  const { x, y } = corner(square);
  return placePiece(piece, x, y);
}

/** The expansions whose pieces stand on a square. */
export function piecesOn(garden: GardenView, square: string): string[] {
  return Object.keys(garden.pieces).filter((piece) => garden.pieces[piece] === square);
}

export function tileFrame(square: string): Frame {
  return { ...corner(square), width: SQUARE, height: SQUARE };
}

/** All squares, row by row. */
export function squares(box: BoxInfo): string[][] {
  return box.rows.map((each) => box.columns.map(({ letter }) => `${letter}${each.row}`));
}

/** What is printed is being entered. */
export interface Editing {
  /** a square with what is on it, for screen readers and as its explanation */
  name: (square: string) => string;
  /** by square: why what is there cannot be right */
  wrong: Record<string, string[]>;
  /** a square was chosen */
  act: (square: string) => void;
}

export type Content = "gardener" | "structure" | "printed" | "covered" | "free";

/** What is on a square, beneath nobles and the pieces of expansions. */
export function content(garden: GardenView, box: BoxInfo, square: string): Content {
  if (garden.gardeners.includes(square)) return "gardener";
  if (garden.structures.includes(square)) return "structure";
  if (garden.printed.includes(square)) return "printed";
  if (isCovered(garden, box, square)) return "covered";
  return "free";
}

/** Whether a reward board whose side is known lies there. */
function isCovered(garden: GardenView, box: BoxInfo, square: string): boolean {
  return Object.keys(garden.marks).length > 0 && box.reward_squares.includes(square);
}

/** A description of a square, for screen readers. */
export function describe(garden: GardenView, words: Words, square: string): string {
  const parts: string[] = [];
  const structure = words.structure(square);
  switch (content(garden, words.box, square)) {
    case "gardener":
      parts.push(t("board.gardener"));
      break;
    case "structure":
      parts.push(structure);
      break;
    case "printed":
      parts.push(t("picture.printed", { column: structure }));
      break;
    case "covered":
      parts.push(t("board.free"));
      break;
    case "free":
      parts.push(t("board.free"));
  }
  const mark = garden.marks[square];
  if (mark !== undefined) parts.push(words.mark(mark));
  for (const piece of piecesOn(garden, square)) parts.push(pieceName(piece));
  if (garden.nobles[square.charAt(0)] === row(square)) parts.push(t("board.noble"));
  return `${square}, ${words.colour(row(square))}, ${structure}: ${parts.join(", ")}`;
}
