/** What a garden would have if the game ended now, in words; the figures come from the server. */

import { t } from "./texts.svelte";
import type { LineView } from "./wire";

/** What a row or column lacks, or that it is complete, and what it scores. */
export function lineText(line: LineView): string {
  const values = {
    line: line.name,
    squares: line.missing.join(", "),
    points: t("points", { count: line.points }),
  };
  const isRow = /^\d+$/.test(line.name);
  if (!line.missing.length)
    return t(isRow ? "projection.row.complete" : "projection.column.complete", values);
  return t(isRow ? "projection.row" : "projection.column", values);
}
