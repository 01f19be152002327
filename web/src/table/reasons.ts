/** Why something cannot be chosen, in the words of the server's reason. */

import { maybe, t } from "../texts.svelte";
import type { Problem } from "../wire";

/** `tile` is the text of the tile that was taken, for reasons that name the square where it belongs. */
export function reasonOf(problem: Problem, tile: string): string {
  const home = tile.replace("'", "");
  const reason = problem.reason === null ? null : maybe(problem.reason, { home });
  if (reason === null) return t("web.error.illegal_move");
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
