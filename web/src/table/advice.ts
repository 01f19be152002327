/** Hints as text and as marks; the client's counterpart of `sentence` in src/sanssouci/players/advice.py. */

import { maybe, t, type Values } from "../texts.svelte";
import type { ReasonView } from "../wire";
import type { Words } from "../words";
import type { Company } from "./company";
import { nameOf } from "./prompt";

/** Why a move is good or bad. */
export function because(words: Words, table: Company, reason: ReasonView): string {
  const values: Values = { ...reason.values };
  if (reason.key === "denies") {
    return t("web.hint.denies", { ...values, name: nameOf(table, Number(values.seat)) });
  }
  if (values.column !== undefined) values.column = words.structure(String(values.column));
  if (values.card !== undefined) values.card = words.card(String(values.card));
  if (values.points !== undefined) values.points = t("points", { count: Number(values.points) });
  return maybe(`advice.${reason.key}`, values) ?? reason.key;
}

export const REASONS = 3; // as many as `sanssouci advise` shows

/** Several reasons in one sentence; the first few of them are enough. */
export function why(words: Words, table: Company, reasons: readonly ReasonView[], most = REASONS): string {
  const [first = "", ...others] = reasons.slice(0, most).map((reason) => because(words, table, reason));
  return others.reduce((some, more) => t("advise.reasons", { some, more }), first);
}

/** The parts of a move in notation: CARD TILE[=SQUARE] [~SQUARE] WALK. */
export interface HintMarks {
  readonly card: string;
  /** the tile as the display calls it */
  readonly tile: string;
  /** where something of the move ends up: tile or gardener, a piece, the noble */
  readonly squares: readonly string[];
}

export function marksOf(move: string): HintMarks {
  const [card = "", taken = "", ...rest] = move.split(" ");
  const [tile = "", gardener] = taken.split("=");
  const squares = [gardener ?? tile.slice(0, 2), ...rest.map((part) => part.replace("~", ""))];
  return { card, tile, squares: [...new Set(squares)].filter((square) => /^[a-z]\d$/.test(square)) };
}
