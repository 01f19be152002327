/** Where the game of a replay comes from. */

import { api, recordPath as download } from "../api";
import type { Replay, ReviewDepth, Reviewing } from "../wire";
import { pack, recordPath, tablePath, type Moment } from "./link";

export interface Source {
  /** the table on this server, if it is one */
  readonly table: string | null;
  /** where to get the whole record, and the name of its file */
  readonly saved: { href: string; name: string };
  /** the game from this point of view */
  ask(eyes: number): Promise<Replay>;
  /** the review of the game, or how far it has come */
  review(depth: ReviewDepth): Promise<Reviewing>;
  /** the address of its review */
  readonly reviewed: string;
  /** the link to one of its moments */
  path(moment: Moment): string;
}

export function tableSource(table: string): Source {
  return {
    table,
    saved: { href: download(table), name: `sanssouci-${table}.json` },
    ask: (eyes) => api.replay(table, eyes),
    review: (depth) => api.review(table, { depth }),
    reviewed: `/table/${table}/review`,
    path: (moment) => tablePath(table, moment),
  };
}

/** A record from a file or a link; the server keeps nothing of it. */
export async function recordSource(record: object): Promise<Source> {
  const packed = await pack(record);
  const href = `data:application/json,${encodeURIComponent(JSON.stringify(record))}`;
  return {
    table: null,
    saved: { href, name: "sanssouci.json" },
    ask: (eyes) => api.replayRecord({ record: { ...record }, eyes }),
    review: (depth) => api.reviewRecord({ record: { ...record }, depth }),
    reviewed: `/review#${packed}`,
    path: (moment) => recordPath(packed, moment),
  };
}
