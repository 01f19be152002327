/** Two people, or one in two windows, change the same box: what each has changed goes into it. */

import { cellsOf, drawn } from "./drawings";

/** Whether two values of a box file are the same, in whatever order their keys are. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

/** `theirs` with all that `mine` has changed since `base`; where both have changed the same thing, it is as in `mine`. */
export function merge<T>(base: T, mine: T, theirs: T): T {
  return merged(base, mine, theirs) as T;
}

function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(mine, base)) return theirs;
  if (same(theirs, base)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const alike = base.length === mine.length && mine.length === theirs.length;
    return alike ? mine.map((each, i) => merged(base[i], each, theirs[i])) : mine;
  }
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const each = [...keys].map((key) => [key, merged(base[key], mine[key], theirs[key])] as const);
    return Object.fromEntries(each.filter(([, value]) => value !== undefined));
  }
  if (typeof base === "string" && typeof mine === "string" && typeof theirs === "string")
    return mergedDrawings(base, mine, theirs);
  return mine;
}

/** Square by square; a text of one line is taken as a whole. */
function mergedDrawings(base: string, mine: string, theirs: string): string {
  if (!mine.includes("\n")) return mine;
  const [before, rows, others] = [base, mine, theirs].map(cellsOf);
  const shape = (cells: string[][] | undefined) => cells?.map((row) => row.length).join();
  if (!before || !rows || !others || shape(before) !== shape(rows) || shape(rows) !== shape(others))
    return mine;
  const cells = merged(before, rows, others) as string[][];
  return drawn(cells, /\S[ \t]+\S/.test(mine) ? "rewards" : "gardens");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
