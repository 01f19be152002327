/** The drawings of the rules come when they are nearly in sight, one at a time, so that a long page can be read and used
    at once. Each has its place from the beginning. */

import { flushSync } from "svelte";

const waiting = new Map<Element, () => void>();
let due: Element[] = [];

const watcher = new IntersectionObserver(
  (entries) => {
    const near = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    if (near.length && due.length === 0) setTimeout(next);
    due.push(...near);
  },
  { rootMargin: "50% 0px" },
);

/** Draw something when its place is nearly in sight; returns how to call that off. */
export function drawLater(place: Element, draw: () => void): () => void {
  waiting.set(place, draw);
  watcher.observe(place);
  return () => forget(place);
}

function forget(place: Element): void {
  waiting.delete(place);
  watcher.unobserve(place);
  due = due.filter((each) => each !== place);
}

function draw(place: Element): void {
  const drawing = waiting.get(place);
  forget(place);
  if (drawing) flushSync(drawing);
}

function next(): void {
  const place = due[0];
  if (place) draw(place);
  if (due.length) setTimeout(next);
}

// Paper has all of them in sight.
addEventListener("beforeprint", () => {
  for (const place of [...waiting.keys()]) draw(place);
});
