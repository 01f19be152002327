/** Figures of a review as text: a value, and its error at 95 % confidence. */

import { tenths } from "../points";
import { t } from "../texts.svelte";
import type { FigureView } from "../wire";

/** Points with their error. */
export function points(figure: FigureView, signed = false): string {
  return t("review.figure", { value: tenths(figure.value, signed), error: tenths(figure.error) });
}

/** A share of the win in per cent, with its error. */
export function share(figure: FigureView, signed = false): string {
  const value = tenths(100 * figure.value, signed);
  return t("review.share", { value, error: tenths(100 * figure.error) });
}

/** A chance to win in whole per cent. */
export function chance(win: number): string {
  return t("review.percent", { value: Math.round(100 * win) });
}

/** The share of the win that somebody got: whole per cents, or tenths where it was shared. */
export function resultShare(win: number): string {
  const whole = Math.round(1000 * win) % 10 === 0;
  return whole ? chance(win) : t("review.percent", { value: tenths(100 * win) });
}

/** Parts of a sum, rounded to tenths in such a way that what is shown adds up to the total as it is shown. */
export function addingUp(parts: readonly number[], total: number): number[] {
  const floors = parts.map((part) => Math.floor(part * 10));
  const missing = Math.round(total * 10) - floors.reduce((sum, floor) => sum + floor, 0);
  const order = parts
    .map((part, i) => ({ i, rest: part * 10 - Math.floor(part * 10) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i)
    .map(({ i }) => i);
  const raised = new Set(order.slice(0, Math.max(0, missing)));
  return floors.map((floor, i) => (floor + (raised.has(i) ? 1 : 0)) / 10);
}
