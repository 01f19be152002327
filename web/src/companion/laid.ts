/** A laid table as it will be when the server has answered: taps show at once, and without a connection. */

import type { LaidView, Tap } from "../wire";
import { NOTHING, placed } from "./placing";
import { standing } from "./standing";

export function withTaps(table: LaidView, taps: readonly Tap[]): LaidView {
  return standing(taps)?.reduce(put, table) ?? table; // what an earlier tap did, only the server knows
}

function put(table: LaidView, { part, seat = null, where, text }: Tap): LaidView {
  if (!part) return table;
  const value = text ?? NOTHING;
  if (part === "score")
    return {
      ...table,
      scores: table.scores.map((score, i) => (i !== seat ? score : value === NOTHING ? null : Number(value))),
    };
  return { ...table, view: placed(table.view, { part, seat, where: where ?? "", value }, table.box.display) };
}
