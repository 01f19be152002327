/** What the guide of a first game says before a turn, in words. */

import { because } from "../table/advice";
import type { Company } from "../table/company";
import { t, type Values } from "../texts.svelte";
import type { MissedView, ReasonView, TurnTold } from "../wire";
import type { Words } from "../words";
import { teaching } from "./texts.svelte";

export const LEARNER = 0; // the seat of whoever learns

/** What there is to see, or what speaks for a turn; null for something that has no words of its own. */
export function remarked(words: Words, reason: ReasonView, of = "guide"): string | null {
  const values: Values = { ...reason.values };
  if (values.column !== undefined) values.column = words.structure(String(values.column));
  if (values.card !== undefined) values.card = words.card(String(values.card));
  values.points = t("points", { count: Number(values.points ?? 0) });
  return teaching.maybe(`${of}.${reason.key}`, values);
}

interface Told {
  /** it was missed, and can be played no more */
  past: boolean;
  /** what is said already */
  remark: string | null;
}

/** A turn: its card and why that allows the tile, its square, and the walk. */
export function turnInWords(words: Words, turn: TurnTold, { past, remark }: Told): string {
  const home = turn.tile ?? "";
  const card = words.card(turn.card ?? "");
  const values = {
    home,
    card,
    tile: words.tile(home),
    space: words.space(Number(home[1])),
    square: turn.square ?? home,
  };
  const parts = [];
  if (past)
    parts.push(teaching.say(turn.gardener ? "guide.missed.gardener" : "guide.missed.structure", values));
  else parts.push(teaching.say(turn.gardener ? "guide.turn.gardener" : "guide.turn.structure", values));
  if (past && turn.any_tile) parts.push(t(`turn.any.${turn.any_tile}`, { card }));
  else if (turn.any_tile && remark !== "any tile" && remark !== "spends card")
    parts.push(teaching.say(`guide.turn.any.${turn.any_tile}`, { card }));
  if (turn.walk !== null) {
    const points = t("points", { count: turn.points.nobles });
    const structure = words.structure(turn.walk);
    parts.push(
      teaching.say(past ? "guide.missed.walk" : "guide.turn.walk", { structure, square: turn.walk, points }),
    );
  }
  return parts.join(" ");
}

/** A turn that was missed; where it differs from the one played by its walk alone, only the walk. */
export function missedInWords(words: Words, missed: TurnTold, played: TurnTold | undefined): string {
  if (missed.walk === null || !played || !sameButForTheWalk(missed.move, played.move))
    return turnInWords(words, missed, { past: true, remark: null });
  const points = t("points", { count: missed.points.nobles });
  const structure = words.structure(missed.walk);
  return teaching.say("guide.missed.only walk", { structure, square: missed.walk, points });
}

function sameButForTheWalk(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf(" ")) === other.slice(0, other.lastIndexOf(" "));
}

const REASONS = 2;

/** What speaks for a turn that was missed, beside the walk that is told with it. */
export function whyMissed(words: Words, table: Company, { turn, reasons }: MissedView): string {
  const walk = turn.walk?.[0];
  const said = reasons
    .filter(({ key, values }) => key !== "walks" || values.column !== walk)
    .slice(0, REASONS)
    .map((reason) => remarked(words, reason, "guide.why") ?? because(words, table, reason));
  const [first = "", ...others] = said;
  return others.reduce((some, more) => t("advise.reasons", { some, more }), first);
}
