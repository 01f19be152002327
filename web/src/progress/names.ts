/** The words of one's progress. */

import { locale, maybe, t } from "../texts.svelte";
import { levelName } from "../ui/levels";
import type { ProgressGame } from "../wire";

/** Whom one played against: a level of the computer, or people. */
export function opponentName(against: string): string {
  return against === "people" ? t("web.games.against.people") : levelName(against);
}

/** What a mistake of a kind missed. */
export function kindName(kind: string): string {
  return maybe(`web.progress.kind.${kind}`) ?? kind;
}

/** The day of a game. */
export function dayOf(game: ProgressGame): string {
  return new Date(game.at * 1000).toLocaleDateString(locale(), { dateStyle: "medium" });
}
