/** What the guide of a first game says before a turn, in words. */

import { t, type Values } from "../texts.svelte";
import type { ReasonView, TurnTold } from "../wire";
import type { Words } from "../words";
import { teaching } from "./texts.svelte";

export const LEARNER = 0; // the seat of whoever learns

/** What there is to see; null for something that has no words. */
export function remarked(words: Words, reason: ReasonView): string | null {
  const values: Values = { ...reason.values };
  if (values.column !== undefined) values.column = words.structure(String(values.column));
  if (values.card !== undefined) values.card = words.card(String(values.card));
  values.points = t("points", { count: Number(values.points ?? 0) });
  return teaching.maybe(`guide.${reason.key}`, values);
}

/** A turn that could be played now: its card and why that allows the tile, its square, and the walk. */
export function goodTurn(words: Words, turn: TurnTold): string {
  const home = turn.tile ?? "";
  const card = words.card(turn.card ?? "");
  const values = {
    home,
    card,
    tile: words.tile(home),
    space: words.space(Number(home[1])),
    square: turn.square ?? home,
  };
  const parts = [teaching.say(turn.gardener ? "guide.turn.gardener" : "guide.turn.structure", values)];
  if (turn.any_tile) parts.push(teaching.say(`guide.turn.any.${turn.any_tile}`, { card }));
  if (turn.walk !== null) {
    const points = t("points", { count: turn.points.nobles });
    const structure = words.structure(turn.walk);
    parts.push(teaching.say("guide.turn.walk", { structure, square: turn.walk, points }));
  }
  return parts.join(" ");
}
