/** Why something cannot be chosen, in the words of the server's reason. */

import { sentence } from "../problems.svelte";
import { maybe, t, type Values } from "../texts.svelte";
import type { Problem } from "../wire";

/** The square where a tile belongs; reasons name it. */
const homeOf = (tile: string) => tile.replace("'", "");

/** The values for reasons against a whole move: its tile is the second word, `f3` or `f3'=g3`. */
export function namedIn(move: string): Values {
  return { home: homeOf(move.split(/\s+/)[1]?.split("=")[0] ?? "") };
}

/** `tile` is the text of the tile taken. */
export function reasonOf(problem: Problem, tile: string): string {
  const reason = problem.reason === null ? null : maybe(problem.reason, { home: homeOf(tile) });
  return reason === null ? t("web.error.illegal_move") : sentence(reason);
}

/** What must be chosen first. */
export function firstOf(what: "card" | "tile"): string {
  return sentence(t(`reason.${what} first`));
}
