/** Those who sit at the real table. */

import { companyOf, type Company } from "../table/company";
import { nameOf } from "../table/prompt";
import { maybe, t } from "../texts.svelte";
import type { FollowedView, LaidView } from "../wire";

export function companyAt(game: FollowedView | LaidView): Company {
  const { names, expansions } = game;
  return companyOf({ seats: names.map((name) => ({ name, level: null })), expansions });
}

/** What has to be entered now, as a question. */
export function question(game: FollowedView): string {
  const { wanted, draft } = game;
  if (!wanted) return t("board.over");
  const name = wanted.seat === null ? "" : nameOf(companyAt(game), wanted.seat);
  const others = wanted.seat !== game.eyes; // theirs are filled in once they are known
  switch (wanted.kind) {
    case "garden":
    case "reward":
    case "side":
      return t("play.question", { name, question: t(`companion.want.${wanted.kind}`) });
    case "mission":
      return others
        ? t("play.question", { name, question: t("companion.want.mission") })
        : t("companion.mission");
    case "card":
      if (others) return t("play.question", { name, question: t("companion.want.card") });
      return t(game.view.turns ? "companion.drawn" : "companion.dealt");
    case "tile":
      return t(wanted.seat === null ? "companion.display" : "companion.refill");
    case "turn":
      return t("play.question", {
        name,
        question: askedFor(draft?.step ?? "play card"),
      });
  }
}

const STEPS = {
  "play card": "card",
  "take tile": "take",
  "place gardener": "gardener",
  "walk noble": "walk",
} as const;

/** The steps of expansions are asked for as at every table. */
function askedFor(step: string): string {
  if (step in STEPS) return t(`companion.step.${STEPS[step as keyof typeof STEPS]}`);
  return maybe(`step.${step}`) ?? step;
}
