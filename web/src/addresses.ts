/** What an address names. */

/** The id of the table that a path names, or null. */
export function tableOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table whose replay a path names, or null. */
export function replayOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/replay\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table whose review a path names, or null. */
export function reviewOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/review\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the followed game that a path names, or null. */
export function followedOf(path: string): string | null {
  return /^\/companion\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the box that a path names, or null. */
export function boxOf(path: string): string | null {
  return /^\/copy\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the salon that a path names, or null. */
export function salonOf(path: string): string | null {
  return /^\/salon\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table laid out by hand that a path names, or null. */
export function laidOf(path: string): string | null {
  return /^\/companion\/table\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The luck that a path names: a day, an empty text for today, a twin game; or null. */
export function luckOf(path: string): string | null {
  if (/^\/day\/?$/.test(path)) return "";
  const named = /^\/(?:day\/(\d{4}-\d\d-\d\d)|twin\/([A-Za-z0-9_-]{22}))\/?$/.exec(path);
  return named?.[1] ?? named?.[2] ?? null;
}
