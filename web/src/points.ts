/** How points and shares are written: with the minus of a book, not with a hyphen. */

import { language } from "./texts.svelte";

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Points that may be below zero. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** Points won or lost, with their sign. */
export function withSign(points: number): string {
  return points > 0 ? `+${points}` : signed(points);
}

/** A number with one decimal; signed ones say that they are gains or losses. */
export function tenths(value: number, withPlus = false): string {
  const rounded = Math.round(value * 10) / 10 + 0; // no negative zero
  const format = new Intl.NumberFormat(language(), {
    ...TENTHS,
    signDisplay: withPlus ? "exceptZero" : "auto",
  });
  return format.format(rounded).replace("-", "−");
}

/** A share in per cent, with one decimal. */
export function percent(part: number): string {
  return new Intl.NumberFormat(language(), { ...TENTHS, style: "percent" }).format(part);
}
