/** What the things in a garden mean now, in sentences for those who touch or point at them. The short descriptions for
    screen readers are in `squares`. Nothing is worked out here but how many squares are built. */

import { sentence } from "../problems.svelte";
import { maybe, t } from "../texts.svelte";
import type { BoxInfo, GardenView } from "../wire";
import type { Words } from "../words";
import { content, piecesOn, row, squares } from "./squares";

export function squareMeaning(garden: GardenView, words: Words, square: string): string {
  const values = { square, structure: words.structure(square), colour: words.colour(row(square)) };
  const what = content(garden, words.box, square);
  const parts = [t(`tell.square.${what}`, values)];
  const mark = garden.marks[square];
  if (mark !== undefined && what === "covered") parts.push(sentence(words.mark(mark)));
  for (const piece of piecesOn(garden, square)) parts.push(pieceMeaning(piece));
  const letter = square.charAt(0);
  if (garden.nobles[letter] === row(square)) parts.push(nobleMeaning(words, letter, row(square)));
  return parts.join(" ");
}

export function pieceMeaning(piece: string): string {
  return maybe(`tell.piece.${piece}`) ?? "";
}

export function nobleMeaning(words: Words, letter: string, row: number): string {
  const column = words.structure(letter);
  if (row === 0) return t("tell.noble.terrace", { column });
  return t(row === words.box.rows.length ? "tell.noble.last" : "tell.noble.row", { column, row });
}

export function rowMeaning(garden: GardenView, words: Words, row: number): string {
  const line = squares(words.box)[row - 1] ?? [];
  const counts = { count: built(garden, words.box, line), all: line.length };
  return t("tell.row", { row, colour: words.colour(row), ...counts });
}

export function columnMeaning(garden: GardenView, words: Words, letter: string): string {
  const line = squares(words.box)
    .flat()
    .filter((square) => square.startsWith(letter));
  const counts = { count: built(garden, words.box, line), all: line.length };
  return t("tell.column", { letter, structure: words.structure(letter), ...counts });
}

function built(garden: GardenView, box: BoxInfo, line: readonly string[]): number {
  return line.filter((square) => !["free", "covered"].includes(content(garden, box, square))).length;
}
