/** The move played and the best one, as marks on a table. */

import { marksOf, type HintMarks } from "../table/advice";
import type { DecisionView } from "../wire";

export interface MarkedMove {
  readonly kind: "best" | "played";
  readonly marks: HintMarks;
  /** where a noble walks */
  readonly walk: string | null;
}

/** The moves of a decision that can be marked; a side of a board cannot. */
export function markedMoves(decision: DecisionView): MarkedMove[] {
  const moves = { best: decision.best.move, played: decision.played.move };
  return (["best", "played"] as const)
    .filter((kind) => moves[kind].includes(" "))
    .map((kind) => {
      const walk = moves[kind].split(" ").at(-1) ?? "-";
      return { kind, marks: marksOf(moves[kind]), walk: /^[a-z]\d$/.test(walk) ? walk : null };
    });
}

/** The moves that take a tile of the display. */
export function takers(moves: readonly MarkedMove[], tile: string): MarkedMove["kind"][] {
  return moves.filter(({ marks }) => marks.tile === tile).map(({ kind }) => kind);
}

/** The moves that play a card; of equal cards in a hand, the first is marked. */
export function players(
  moves: readonly MarkedMove[],
  hand: readonly string[],
  place: number,
): MarkedMove["kind"][] {
  return moves.filter(({ marks }) => hand.indexOf(marks.card) === place).map(({ kind }) => kind);
}
