/** What this browser remembers for its user: language, light or dark, how fast things move, the name, and how the last
    table was set up. */

import { fitted } from "./fitting";
import type { Speed } from "./motion/looks";
import { preferred } from "./texts.svelte";
import type { Language, SeatKind } from "./wire";

export type Theme = "auto" | "light" | "dark";

export interface SeatChoice {
  kind: SeatKind;
  name: string;
  level: string;
}

export interface TableChoice {
  box: string;
  expansions: string[];
  seats: SeatChoice[];
  first: number | null;
  listed: boolean;
  pace: number;
  away: number;
  hints: boolean; // although other people play
}

interface Remembered {
  language: Language | null; // null: as the browser says
  theme: Theme;
  motion: Speed;
  notify: boolean; // tell outside the page that it is the user's turn
  name: string;
  hints: boolean; // a button for hints at the desk, where the table allows it
  counting: boolean; // the counting aid, where the table allows it
  replayPace: number; // seconds for each move of a replay
  table: TableChoice;
}

const PLACE = "sanssouci";

const DEFAULTS: Remembered = {
  language: null,
  theme: "auto",
  motion: "normal",
  notify: false,
  name: "",
  hints: false,
  counting: false,
  replayPace: 1.5,
  table: {
    box: "ravensburger",
    expansions: [],
    seats: [
      { kind: "here", name: "", level: "" },
      { kind: "computer", name: "", level: "" },
    ],
    first: null,
    listed: false,
    pace: 1,
    away: 300,
    hints: false,
  },
};

function read(): Remembered {
  try {
    return fitted(JSON.parse(localStorage.getItem(PLACE) ?? "{}"), DEFAULTS);
  } catch {
    return DEFAULTS; // no storage, or something else in it
  }
}

export const settings = $state<Remembered>(read());

/** The language that was chosen, or the browser's. */
export function wantedLanguage(): Language {
  return settings.language ?? preferred(navigator.languages);
}

/** Keep what was changed. */
export function remember(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing can still play
  }
}

/** Show the page by day or by night. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

// Keys that seat once are known only to the browser that opened the table, until they are passed on.

const keyPlace = (table: string) => `${PLACE}.keys.${table}`;

export function rememberKeys(table: string, keys: Record<number, string>): void {
  try {
    localStorage.setItem(keyPlace(table), JSON.stringify(keys));
  } catch {
    // the host can ask for a fresh key
  }
}

export function keysOf(table: string): Record<number, string> {
  try {
    return JSON.parse(localStorage.getItem(keyPlace(table)) ?? "{}") as Record<number, string>;
  } catch {
    return {};
  }
}
