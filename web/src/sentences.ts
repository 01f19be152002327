/** What happened, as plain sentences; the client's twin of src/sanssouci/cli/sentences.py. */

import { t } from "./texts.svelte";
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
  const { rewards, boar, nobles } = told.points;
  if (rewards)
    parts.push(t(rewards > 0 ? "turn.reward" : "turn.loss", { points: points(Math.abs(rewards)) }));
  if (told.boar !== null) parts.push(t("turn.boar.goes", { square: told.boar, points: points(boar) }));
  else if (told.boar_left) parts.push(t("turn.boar.leaves", { points: points(boar) }));
  if (told.walk !== null) {
    const structure = words.structure(told.walk);
    parts.push(t("turn.walk", { structure, square: told.walk, points: points(nobles) }));
  }
  return parts.join(" ");
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
