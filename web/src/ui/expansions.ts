/** The names of expansions, and a game's sources of points. How an expansion is drawn and animated is up to the garden
    and the motions; everything else asks here. */

import { maybe } from "../texts.svelte";
import type { PointsBySource } from "../wire";

const ALWAYS = ["nobles", "rows", "columns", "missions"] as const;

export function expansionName(name: string): string {
  return maybe(`expansion.${name}`) ?? name;
}

/** The piece that an expansion puts into the gardens. */
export function pieceName(name: string): string {
  return maybe(`piece.${name}`) ?? name;
}

/** What an expansion adds to the game, in a sentence. */
export function expansionText(name: string): string {
  return maybe(`expansion.${name}.text`) ?? "";
}

/** Where points come from: what every game has, then its expansions. */
export function sourcesOf(expansions: readonly string[]): string[] {
  return [...ALWAYS, ...expansions];
}

export function sourceName(source: string): string {
  return maybe(`points.${source}`) ?? expansionName(source);
}

export function pointsFrom(points: PointsBySource, source: string): number {
  const always = ALWAYS.find((name) => name === source);
  return always ? points[always] : (points.expansions[source] ?? 0);
}
