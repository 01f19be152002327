/** The time, in seconds since 1970, for texts that count down: it ticks only while one is shown. */

import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

let ahead = 0; // seconds by which the server's clock, which decides, differs from this device's

/** Go by the server's time from now on. */
export function setTime(seconds: number): void {
  ahead = seconds - Date.now() / 1000;
}

export function now(): number {
  subscribe();
  return Date.now() / 1000 + ahead;
}

/** A time that is left, as minutes and seconds, or as hours where there are many. */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (count: number) => String(count).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
