/** The drawings of a box file (docs/box.md): a sign for each square of a garden, a word for each of a reward board. */

import { LETTERS } from "../garden/squares";
import type { BoxBoard, BoxFile, GardenView } from "../wire";

export type BoardKind = "gardens" | "rewards";
export type SideLetter = "A" | "B";
export const SIDES: readonly SideLetter[] = ["A", "B"];
export const PRINTED = "#";
export const FREE = "."; // of a reward board: not covered
export const PLAIN = "0"; // covered, without a mark

/** One side of one board; boards count from 1. */
export interface BoardPlace {
  part: BoardKind;
  number: number;
  side: SideLetter;
}

const WIDTH = 3; // of a word in the drawing of a reward board

/** What a drawing shows, row by row. */
export function cellsOf(drawing: string): string[][] {
  const lines = drawing.trim().split("\n");
  return lines.map((line) => (/\s/.test(line.trim()) ? line.trim().split(/\s+/) : [...line.trim()]));
}

/** The drawing of what `cellsOf` has read. */
export function drawn(rows: readonly (readonly string[])[], part: BoardKind): string {
  const line = (row: readonly string[]) =>
    part === "gardens"
      ? row.join("")
      : row
          .map((word) => word.padEnd(WIDTH))
          .join("")
          .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

export function boardsOf(file: BoxFile, part: BoardKind): readonly BoxBoard[] {
  return file[part]?.board ?? [];
}

export function boardAt(file: BoxFile, { part, number }: BoardPlace): BoxBoard | undefined {
  return boardsOf(file, part)[number - 1];
}

/** All sides of all boards, in order. */
export function placesOf(file: BoxFile, part: BoardKind): BoardPlace[] {
  return boardsOf(file, part).flatMap((board, i) =>
    SIDES.filter((side) => board[side] !== undefined).map((side) => ({ part, number: i + 1, side })),
  );
}

export function drawingAt(file: BoxFile, place: BoardPlace): string {
  return boardAt(file, place)?.[place.side] ?? "";
}

/** What is drawn on each square of a side, by the square's name. */
export function squaresAt(file: BoxFile, place: BoardPlace): Record<string, string> {
  const squares: Record<string, string> = {};
  cellsOf(drawingAt(file, place)).forEach((cells, row) =>
    cells.forEach((cell, column) => (squares[`${LETTERS.charAt(column)}${row + 1}`] = cell)),
  );
  return squares;
}

/** A side as a garden, to be drawn like any other. */
export function gardenAt(file: BoxFile, place: BoardPlace): GardenView {
  const board = boardAt(file, place)?.id ?? "";
  const entries = Object.entries(squaresAt(file, place));
  const empty = { structures: [], gardeners: [], nobles: {} };
  if (place.part === "gardens") {
    const printed = entries.filter(([, sign]) => sign === PRINTED).map(([square]) => square);
    return { ...empty, board, reward: null, printed, pieces: file.board, marks: {} };
  }
  // A garden without any mark is one without a reward board, so there is always one: here, on no square.
  const marks = Object.fromEntries([
    ["", ""],
    ...entries.filter(([, word]) => word !== FREE && word !== PLAIN),
  ]);
  return { ...empty, board, reward: board, printed: [], pieces: {}, marks };
}

/** The squares that a side of a reward board covers. */
export function coveredAt(file: BoxFile, place: BoardPlace): string[] {
  return Object.entries(squaresAt(file, place))
    .filter(([, word]) => word !== FREE)
    .map(([square]) => square);
}

/** A file in which a square of a side shows something else. */
export function withSquare(file: BoxFile, place: BoardPlace, square: string, cell: string): BoxFile {
  const rows = cellsOf(drawingAt(file, place));
  const row = rows[Number(square.charAt(1)) - 1];
  const column = LETTERS.indexOf(square.charAt(0));
  if (row?.[column] === undefined) return file;
  row[column] = cell;
  return withDrawing(file, place, drawn(rows, place.part));
}

/** A file in which nothing is drawn on a side but what every side has: the first row of a garden is printed, and a reward
    board covers its squares. */
export function withBlank(file: BoxFile, place: BoardPlace): BoxFile {
  const rows = cellsOf(drawingAt(file, place)).map((cells, row) =>
    cells.map((cell) => {
      if (place.part === "gardens") return row === 0 ? PRINTED : FREE;
      return cell === FREE ? FREE : PLAIN;
    }),
  );
  return withDrawing(file, place, drawn(rows, place.part));
}

export function withDrawing(file: BoxFile, place: BoardPlace, drawing: string): BoxFile {
  const board = boardsOf(file, place.part).map((each, i) =>
    i === place.number - 1 ? { ...each, [place.side]: drawing } : each,
  );
  return withBoards(file, place.part, board);
}

export function withBoards(file: BoxFile, part: BoardKind, board: BoxBoard[]): BoxFile {
  if (part === "gardens") return { ...file, gardens: { ...file.gardens, board } };
  return file.rewards ? { ...file, rewards: { ...file.rewards, board } } : file;
}

/** The texts of what is counted. */
export const COUNTED = {
  printed: "copy.count.printed",
  covered: "copy.count.covered",
  marked: "copy.count.marked",
} as const;

export interface Tally {
  what: keyof typeof COUNTED;
  found: number;
  /** as many as the file says there should be */
  count: number;
}

/** How many squares of each kind a side has, and how many it should have. */
export function tally(file: BoxFile, place: BoardPlace): Tally[] {
  const cells = Object.values(squaresAt(file, place));
  const found = (...others: string[]) => cells.filter((cell) => !others.includes(cell)).length;
  if (place.part === "gardens") return [{ what: "printed", found: found(FREE), count: file.gardens.printed }];
  return [
    { what: "covered", found: found(FREE), count: file.rewards?.covered ?? 0 },
    { what: "marked", found: found(FREE, PLAIN), count: file.rewards?.marked ?? 0 },
  ];
}

export function samePlace(one: BoardPlace, other: BoardPlace): boolean {
  return one.part === other.part && one.number === other.number && one.side === other.side;
}
