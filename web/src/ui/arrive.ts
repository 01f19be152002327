/** Scrolls a heading into view and focuses it, since what it announces has just happened. It needs tabindex -1. */

import { prefersReducedMotion } from "svelte/motion";

export function arrive(heading: HTMLElement, now: boolean): void {
  if (!now) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ behavior: prefersReducedMotion.current ? "instant" : "smooth", block: "start" });
}
