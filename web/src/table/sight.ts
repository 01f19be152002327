/** Brings the parts of the table into sight in which the next step is taken, on screens that do not show all of it. */

import { prefersReducedMotion } from "svelte/motion";
import { coveredBy } from "../ui/room";
import type { Step } from "../wire";

const GAP = 4; // pixels between what is in sight and what covers the page
const NUDGE = 120; // pixels that the page may move by itself when a turn begins

/** Zoomed to 400 %, the desk stands between display and garden, and its buttons name the squares. */
const tiny = matchMedia("(max-width: 32.99rem) and (max-height: 26rem)");

/** Show where a step is taken, the most important place last; null is the whole turn, to be looked at and played. */
export function showStep(step: Step | null): void {
  if (tiny.matches) bringIntoSight(step === "take tile" ? [".market"] : [".actions", ".hand", ".asked"]);
  else if (step === "play card") bringIntoSight([".plot", ".market"], NUDGE);
  else if (step === "take tile") bringIntoSight([".plot", ".market"]);
  else bringIntoSight([".plot"]);
}

/** Scroll no further than needed, and not at all if it would be further than `most` pixels. */
export function bringIntoSight(places: readonly string[], most = Infinity): void {
  const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const desk = document.querySelector<HTMLElement>(".table .desk");
  const bottom = innerHeight - (desk ? coveredBy(desk) : 0) - GAP;
  let by = 0;
  for (const place of places) {
    const box = document.querySelector(`.table ${place}`)?.getBoundingClientRect();
    if (!box) continue;
    by = Math.max(by, box.bottom - bottom);
    by = Math.min(by, box.top - top);
  }
  const behavior = prefersReducedMotion.current ? "instant" : "smooth";
  if (by && Math.abs(by) <= most) scrollBy({ top: by, behavior });
}
