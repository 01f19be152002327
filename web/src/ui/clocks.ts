/** Clocks that a table may have, and how they are told. */

import { t } from "../texts.svelte";
import type { ClockInfo } from "../wire";
import { left } from "./clock";

const DAY = 86_400;

/** What is offered, the quickest first; by what the browser remembers. */
export const CLOCKS: Readonly<Record<string, ClockInfo>> = {
  "5+10": { base: 300, turn: 10 },
  "10+15": { base: 600, turn: 15 },
  "20+30": { base: 1200, turn: 30 },
  "1d": { base: 0, turn: DAY },
  "3d": { base: 0, turn: 3 * DAY },
  "7d": { base: 0, turn: 7 * DAY },
};

/** Whether a game is one by correspondence: from a day for a turn on, as for the server, which reminds its players. */
export function overDays({ turn }: ClockInfo): boolean {
  return turn >= DAY;
}

/** A number of seconds in the largest unit in which it is a whole number. */
export function span(seconds: number): string {
  if (seconds % DAY === 0 && seconds > 0) return t("web.days", { count: seconds / DAY });
  if (seconds % 3600 === 0 && seconds > 0) return t("web.hours", { count: seconds / 3600 });
  if (seconds % 60 === 0 && seconds > 0) return t("web.minutes", { count: seconds / 60 });
  return t("web.seconds", { count: seconds });
}

export function clockText(clock: ClockInfo | null): string {
  if (clock === null) return t("web.clock.none");
  const turn = span(clock.turn);
  return overDays(clock)
    ? t("web.clock.days", { turn })
    : t("web.clock.live", { base: span(clock.base), turn });
}

/** What is left, for a clock that is looked at: about so many days while there are several, then to the second. */
export function shownTime(seconds: number): string {
  return seconds < 2 * DAY ? left(seconds) : t("web.days", { count: Math.round(seconds / DAY) });
}

/** Several days to the hour, which a clock has no room for; empty where it shows the seconds. */
export function exactDays(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  if (days < 2) return "";
  const hours = Math.floor((seconds % DAY) / 3600);
  return [t("web.days", { count: days }), hours && t("web.hours", { count: hours })]
    .filter(Boolean)
    .join(" ");
}

const TOLD = [10, 30, 60, 300, 3600]; // seconds that are left when somebody is told

/** The last of the moments to tell that has come; null: there is enough time. */
export function toldAt(seconds: number, clock: ClockInfo): number | null {
  const whole = clock.base + clock.turn;
  return TOLD.find((moment) => seconds <= moment && 2 * moment <= whole) ?? null;
}
