/** Computers in the place of players. */

import { now } from "../ui/clock";
import type { SeatInfo, TableInfo } from "../wire";

/** Own seats that a computer plays for now. */
export function replaced(table: TableInfo): SeatInfo[] {
  return table.status === "running" ? table.seats.filter((seat) => seat.yours && seat.replaced) : [];
}

/** Seats of others that a computer may be asked to play for: their players have left, or are away for long. */
export function replaceable(table: TableInfo): SeatInfo[] {
  if (table.status !== "running" || !table.seats.some((seat) => seat.yours)) return [];
  return table.seats.filter((seat) => !seat.yours && seat.away_at !== null && seat.away_at <= now());
}

/** Whether the table may be closed from this browser: by its host, or by another player once the host is away. */
export function mayAbandon(table: TableInfo): boolean {
  if (table.host) return true;
  const hosts = table.seats.filter((seat) => seat.host);
  const away = (seat: SeatInfo) => seat.replaced || (seat.away_at !== null && seat.away_at <= now());
  const seated = table.seats.some((seat) => seat.yours);
  return table.status === "running" && seated && hosts.length > 0 && hosts.every(away);
}
