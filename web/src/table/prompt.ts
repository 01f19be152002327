/** The sentence that says whose turn it is and what is expected. */

import { list, t } from "../texts.svelte";
import type { DraftView, GameView, Phase, TableInfo } from "../wire";
import type { Company } from "./company";
import { isPieceStep, pieceOf, type PieceStep } from "./steps";

/** A sentence that breaks at no hyphen: French would part verbs from their pronouns, "places-tu". */
export function unbroken(sentence: string): string {
  return sentence.replaceAll("-", "-\u2060");
}

export function nameOf(table: Company, seat: number): string {
  return table.seats[seat]?.name || t("picture.seat", { seat: seat + 1 });
}

/** The label of a player's part of the page: those who jump from part to part must be able to tell namesakes apart. */
export function placeOf(table: Company, seat: number): string {
  const name = nameOf(table, seat);
  const namesakes = table.seats.filter((each) => each.name === name);
  return namesakes.length > 1 ? `${name} (${t("picture.seat", { seat: seat + 1 })})` : name;
}

export function prompt(view: GameView, table: TableInfo, draft: DraftView | null, seat: number): string {
  if (view.ending) return outcome(view, table);
  if (draft !== null) {
    const question = draft.step === null ? t("web.confirm") : t(`step.${draft.step}`);
    const several = table.seats.filter((each) => each.yours).length > 1;
    return several ? t("play.question", { name: nameOf(table, seat), question }) : question;
  }
  if (view.to_move === null || view.phase === "over") return t("board.over");
  const name = nameOf(table, view.to_move);
  switch (view.phase) {
    case "choose garden side":
      return t("picture.choose garden side", { name });
    case "choose reward side":
      return t("picture.choose reward side", { name });
    default:
      return t("picture.play card", { name });
  }
}

/** The section of the rules about each step; that about an expansion's piece has the piece's name. */
const RULES: Record<Exclude<Phase, PieceStep>, string> = {
  "choose garden side": "setup",
  "choose reward side": "rewards",
  "play card": "card",
  "take tile": "card",
  "place gardener": "gardeners",
  "walk noble": "nobles",
  over: "end",
};

/** The section of the rules about the step expected now. */
export function ruleOf(view: GameView, draft: DraftView | null): string {
  if (draft !== null) return draft.step === null ? "turn" : sectionOf(draft.step);
  return view.phase === "play card" ? "turn" : sectionOf(view.phase);
}

function sectionOf(phase: Phase): string {
  return isPieceStep(phase) ? pieceOf(phase) : RULES[phase];
}

/** Who has won, and how. */
export function outcome(view: GameView, table: Company): string {
  const winners = view.ending?.winners ?? [];
  const names = winners.map((seat) => nameOf(table, seat));
  if (winners.length > 1) return t("end.shared", { names: list(names) });
  const count = view.seats[winners[0] ?? 0]?.points.total ?? 0;
  return t("end.wins", { name: names[0] ?? "", count });
}
