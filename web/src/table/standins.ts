/** Who is not there, and computers that stand in for them. */

import { t } from "../texts.svelte";
import { left, now } from "../ui/clock";
import type { SeatInfo, TableInfo } from "../wire";
import type { Sitter } from "./company";

/** Seats of others that a computer may be asked to play for: their players have left, or have been away for long. */
export function replaceable(table: TableInfo): SeatInfo[] {
  return table.seats.filter((seat) => !seat.yours && seat.may.includes("replace"));
}

/** That a player is away, and when a computer may take over; of those who are here, only the last minute counts. */
export function awayText({ away_at, level, online }: Sitter): string | null {
  if (level !== null) return null;
  const rest = away_at === null ? 0 : away_at - now();
  if (rest > 0 && (!online || rest <= 60))
    return t(online ? "web.away.slow" : "web.away.in", { time: left(rest) });
  return online ? null : t("web.away");
}
