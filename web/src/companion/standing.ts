import type { Tap } from "../wire";

/** The taps that were not taken back; null if more was taken back than these. */
export function standing(taps: readonly Tap[]): readonly Tap[] | null {
  const found: Tap[] = [];
  for (const tap of taps) {
    if (tap.kind !== "undo") found.push(tap);
    else if (found.pop() === undefined) return null;
  }
  return found;
}
