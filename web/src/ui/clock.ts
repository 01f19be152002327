/** The time in seconds since 1970, for what depends on it: looked at every few seconds. */

import { createSubscriber } from "svelte/reactivity";

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 5000);
  return () => clearInterval(timer);
});

export function now(): number {
  ticking();
  return Date.now() / 1000;
}
