/** Computers in the place of players. */

import type { SeatInfo, TableInfo } from "../wire";

/** Seats of others that a computer may be asked to play for: their players have left, or are away for long. */
export function replaceable(table: TableInfo): SeatInfo[] {
  return table.seats.filter((seat) => !seat.yours && seat.may.includes("replace"));
}
