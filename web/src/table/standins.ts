/** Computers that stand in for players. */

import type { SeatInfo, TableInfo } from "../wire";

/** Seats of others that a computer may be asked to play for: their players have left, or have been away for long. */
export function replaceable(table: TableInfo): SeatInfo[] {
  return table.seats.filter((seat) => !seat.yours && seat.may.includes("replace"));
}
