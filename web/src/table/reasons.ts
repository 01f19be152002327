/** Why something cannot be chosen, in the words of the server's reason. */

import { maybe, t } from "../texts.svelte";
import type { Problem } from "../wire";

/** `tile` is the text of the tile that was taken, for reasons that name the square where it belongs. */
export function reasonOf(problem: Problem, tile: string): string {
  const home = tile.replace("'", "");
  const reason = problem.reason === null ? null : maybe(problem.reason, { home });
  return reason === null ? t("web.error.illegal_move") : sentence(reason);
}

/** What has to be chosen first. */
export function firstOf(what: "card" | "tile"): string {
  return sentence(t(`reason.${what} first`));
}

/** Reasons are parts of sentences. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
