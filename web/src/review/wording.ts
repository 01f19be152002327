/** Decisions and luck in words; the client's counterpart of src/sanssouci/study/wording.py. */

import { because, marksOf } from "../table/advice";
import type { Company } from "../table/company";
import { nameOf } from "../table/prompt";
import { maybe, t, type TextKey } from "../texts.svelte";
import type { DecisionView, DrawnView, MomentView, ReviewView, Verdict } from "../wire";
import type { Words } from "../words";
import { chance } from "./figures";

export const VERDICTS: Record<Verdict, TextKey> = {
  best: "review.verdict.best",
  good: "review.verdict.good",
  inaccuracy: "review.verdict.inaccuracy",
  mistake: "review.verdict.mistake",
  blunder: "review.verdict.blunder",
};
const DISPLAY = 2; // more tiles at once are the display of the set-up

export function whenOf(round: number): string {
  return round ? t("review.in round", { round }) : t("review.in setup");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is special about a decision, and why the best move is good. */
export function whyOf(words: Words, table: Company, decision: DecisionView): string {
  const praise = decision.praise.map((each) => maybe(`review.praise.${each}`) ?? each);
  const told = decision.why.map((reason) => because(words, table, reason));
  return [...praise, ...told].reduce((some, more) => (some ? t("advise.reasons", { some, more }) : more), "");
}

/** A move in notation as words. */
export function moveInWords(words: Words, move: string): string {
  const side = /^[AB]$/.exec(move)?.[0];
  if (side) return capital(t("advice.turns side", { side }));
  const [, taken = "", ...rest] = move.split(" ");
  const { card, tile } = marksOf(move);
  const gardener = taken.split("=")[1];
  const values = {
    card: words.card(card),
    tile: words.structure(tile),
    square: gardener ?? tile.slice(0, 2),
  };
  const walk = rest.at(-1) ?? "-";
  const parts = [t(gardener ? "review.move.gardener" : "review.move.tile", values)];
  for (const piece of rest.slice(0, -1)) {
    if (piece.startsWith("~")) parts.push(t("review.move.piece", { square: piece.slice(1) }));
  }
  parts.push(walk === "-" ? t("review.move.stand") : t("review.move.walk", { square: walk }));
  return parts.join(", ");
}

/** What was dealt, drawn or turned up. */
export function drawnInWords(words: Words, { source, values }: DrawnView): string {
  if (source === "tiles" && values.length > DISPLAY) return t("review.source.display");
  const what = values.map((value) => wordOf(words, source, value)).join(", ");
  return maybe(`review.source.${source}`, { what }) ?? what;
}

function wordOf(words: Words, source: string, value: string): string {
  if (source === "cards") return words.card(value);
  if (source === "tiles") return `${words.structure(value)} (${value.replace("'", "")})`;
  return source === "missions" ? words.structure(value) : value;
}

/** The seat whose chance changes most with a turn, and how. */
export function swingOf(review: ReviewView, ply: number): { who: number; before: number; after: number } {
  const wins = (moment: MomentView | undefined) => moment?.expected.map(({ win }) => win.value) ?? [];
  const [early, late] = [wins(review.moments[ply]), wins(review.moments[ply + 1])];
  const changes = early.map((before, who) => ({ who, before, after: late[who] ?? before }));
  const size = ({ before, after }: { before: number; after: number }) => Math.abs(after - before);
  const most = changes.reduce((best, each) =>
    size(each) > size(best) + 1e-9 || (Math.abs(size(each) - size(best)) <= 1e-9 && each.after > each.before)
      ? each
      : best,
  );
  return most;
}

/** What happened in a turn that decided the game. */
export function decidingInWords(review: ReviewView, table: Company, decision: DecisionView): string {
  const { who, before, after } = swingOf(review, decision.ply);
  return capital(
    t("review.swing", {
      when: whenOf(decision.round),
      name: nameOf(table, decision.seat),
      move: decision.played.move,
      who: nameOf(table, who),
      before: chance(before),
      after: chance(after),
    }),
  );
}

/** A turn after which another seat was ahead. */
export function turningInWords(review: ReviewView, table: Company, decision: DecisionView): string {
  const wins = review.moments[decision.ply + 1]?.expected.map(({ win }) => win.value) ?? [];
  return capital(
    t("review.turned", {
      when: whenOf(decision.round),
      name: nameOf(table, decision.seat),
      move: decision.played.move,
      who: nameOf(table, wins.indexOf(Math.max(...wins))),
    }),
  );
}
