/** The result of a seat as a sum: what was expected, decisions and luck, each with where its bar begins and ends. */

import type { TextKey } from "../texts.svelte";
import type { AccountView, FigureView, WorthView } from "../wire";
import { addingUp } from "./figures";

export interface Part {
  readonly name: TextKey;
  readonly kind: "expected" | "gain" | "loss";
  readonly points: FigureView;
  readonly win: FigureView;
  /** the sum in points before and after this part */
  readonly from: number;
  readonly to: number;
}

const LUCK: Record<string, TextKey> = {
  boards: "review.part.boards",
  missions: "review.part.missions",
  cards: "review.part.cards",
  tiles: "review.part.tiles",
  hidden: "review.part.hidden",
};

/** The parts of a seat's result, rounded so that they add up to it as they are shown. */
export function partsOf(account: AccountView): Part[] {
  const named: [TextKey, WorthView][] = [
    ["review.part.expected", account.expected],
    ["review.part.skill", account.skill],
    ["review.part.others", account.others],
  ];
  for (const [source, name] of Object.entries(LUCK)) {
    const worth = account.luck[source];
    if (worth && (worth.points.value || worth.points.error || worth.win.value)) named.push([name, worth]);
  }
  const worths = named.map(([, worth]) => worth);
  const points = addingUp(
    worths.map((worth) => worth.points.value),
    account.result.points,
  );
  const wins = addingUp(
    worths.map((worth) => 100 * worth.win.value),
    100 * account.result.win,
  );
  let sum = 0;
  return named.map(([name, worth], i) => {
    const value = points[i] ?? 0;
    const from = i === 0 ? 0 : sum;
    sum += value;
    return {
      name,
      kind: i === 0 ? "expected" : value < 0 ? "loss" : "gain",
      points: { value, error: worth.points.error },
      win: { value: (wins[i] ?? 0) / 100, error: worth.win.error },
      from,
      to: sum,
    };
  });
}

/** The points at both ends of the bars of all seats. */
export function rangeOf(accounts: readonly AccountView[]): { least: number; most: number } {
  const ends = accounts.flatMap((account) => partsOf(account).flatMap(({ from, to }) => [from, to]));
  return { least: Math.min(0, ...ends), most: Math.max(1, ...ends) };
}
