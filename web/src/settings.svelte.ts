/** What this browser remembers for its user: language, light or dark, how fast things move, what is heard, the name, and how the last
    table was set up. */

import { dress, type Theme } from "./dress";
import { found, PLACE } from "./kept";
import { preferred } from "./languages";
import type { Speed } from "./motion/looks";
import type { Audience, Language, SeatKind, Welcome } from "./wire";

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
  audience: Audience;
  salon: string; // whose members find the table, with that audience
  welcome: Welcome;
  clock: string; // one of ui/clocks; empty: none
  pace: number;
  away: number;
  hints: boolean; // even when other people play
}

interface Remembered {
  language: Language | null; // null: the browser's
  theme: Theme;
  large: boolean; // texts and controls
  contrast: boolean; // as high as can be, for reading in the sun
  motion: Speed;
  sound: boolean;
  volume: number; // 0 to 1
  remind: boolean; // in correspondence games, by push, even when no page is open
  notify: boolean; // announce the user's turn outside the page
  name: string;
  hints: boolean; // a button for hints at the desk, where the table allows it
  guide: boolean; // the guide of a first game speaks
  counting: boolean; // the counting aid, where the table allows it
  knowsSides: boolean; // has chosen the side of a board before
  replayPace: number; // seconds per move of a replay
  puzzles: { theme: string; difficulty: number }; // the wanted ones; empty and 0: any
  table: TableChoice;
}

const DEFAULTS: Remembered = {
  language: null,
  theme: "auto",
  large: false,
  contrast: false,
  motion: "normal",
  sound: false,
  volume: 0.6,
  remind: false,
  notify: false,
  name: "",
  hints: false,
  guide: true,
  counting: false,
  knowsSides: false,
  replayPace: 1.5,
  puzzles: { theme: "", difficulty: 0 },
  table: {
    box: "ravensburger",
    expansions: [],
    seats: [
      { kind: "here", name: "", level: "" },
      { kind: "computer", name: "", level: "" },
    ],
    first: null,
    audience: "link",
    salon: "",
    welcome: "anyone",
    clock: "",
    pace: 1,
    away: 300,
    hints: false,
  },
};

function read(): Remembered {
  const kept = found(DEFAULTS);
  // a person has one name; older versions kept that of the user's own seat apart
  kept.name ||= kept.table.seats.find(({ kind }) => kind === "here")?.name ?? "";
  return kept;
}

export const settings = $state<Remembered>(read());

/** The chosen language, or the browser's. */
export function wantedLanguage(): Language {
  return settings.language ?? preferred(navigator.languages);
}

/** Save the settings. */
export function remember(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // playing works without storage
  }
}

/** Show the page by day or by night, in large print, with high contrast. */
export function applyTheme(): void {
  dress(settings);
}

export function wishForContrast(wanted: boolean): void {
  settings.contrast = wanted;
  applyTheme();
  remember();
}

// Keys that can be used once are known only to the browser that opened the table, until they are shared.

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
