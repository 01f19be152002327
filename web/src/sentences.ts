/** What happened, as plain sentences; the client's counterpart of src/sanssouci/cli/sentences.py. */

import { maybe, t } from "./texts.svelte";
import { expansionName } from "./ui/expansions";
import type { TurnTold } from "./wire";
import type { Words } from "./words";

function points(count: number): string {
  return t("points", { count });
}

/** A move in words. */
export function sentence(words: Words, name: string, told: TurnTold): string {
  if (told.side !== null) {
    const side = told.side.slice(-1);
    const board = told.side.slice(0, -1);
    return t(told.board === "reward" ? "turn.side.reward" : "turn.side.garden", { name, side, board });
  }
  const parts = [tilePart(words, name, told)];
  if (told.any_tile) parts.push(t(`turn.any.${told.any_tile}`, { card: words.card(told.card ?? "") }));
  const { nobles, expansions } = told.points;
  for (const [name, won] of Object.entries(expansions)) {
    if (won || name in told.pieces) parts.push(expansionPart(told, name, won));
  }
  if (told.walk !== null) {
    const structure = words.structure(told.walk);
    parts.push(t("turn.walk", { structure, square: told.walk, points: points(nobles) }));
  }
  return parts.join(" ");
}

/** What an expansion did and brought; one without a sentence of its own gives its points. */
function expansionPart(told: TurnTold, name: string, won: number): string {
  const values = { points: points(Math.abs(won)), square: told.pieces[name] ?? "" };
  const piece = told.pieces[name] === null ? "leaves" : "goes";
  const own =
    name in told.pieces ? `piece.${name}.${piece}` : `expansion.${name}.${won > 0 ? "gain" : "loss"}`;
  return maybe(own, values) ?? t("turn.expansion", { expansion: expansionName(name), ...values });
}

function tilePart(words: Words, name: string, told: TurnTold): string {
  const home = told.tile ?? "";
  const values = {
    name,
    home,
    card: words.card(told.card ?? ""),
    tile: words.tile(home),
    space: words.space(Number(home[1])),
    square: told.square ?? home,
  };
  return t(told.gardener ? "turn.gardener" : "turn.structure", values);
}
