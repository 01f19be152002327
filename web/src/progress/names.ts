/** The words of one's progress. */

import { maybe, t } from "../texts.svelte";
import { levelName } from "../ui/levels";

/** Whom one played against: a level of the computer, or people. */
export function opponentName(against: string): string {
  return against === "people" ? t("web.games.against.people") : levelName(against);
}

/** What a mistake of a kind missed. */
export function kindName(kind: string): string {
  return maybe(`web.progress.kind.${kind}`) ?? kind;
}
