/** From the choices on the first page to a table. */

import { api } from "../api";
import { router } from "../router.svelte";
import { rememberKeys, settings, type SeatChoice, type TableChoice } from "../settings.svelte";
import type { NewTable, SeatRequest } from "../wire";

const GUESTS = ["Wilhelmine", "Voltaire", "Algarotti", "Quantz"]; // of Sanssouci, for whoever gives no name

function asked(seat: SeatChoice, name: string, guest: string): SeatRequest {
  if (seat.kind === "invited") return { kind: seat.kind };
  if (seat.kind === "computer") return { kind: seat.kind, name: guest, level: seat.level || null };
  return { kind: seat.kind, name: seat.name.trim() || name || guest };
}

/** The table that a choice describes. The first seat of this screen is the user's own. */
export function newTable(choice: TableChoice): NewTable {
  const own = choice.seats.findIndex(({ kind }) => kind === "here");
  const guests = GUESTS.filter((guest) => guest !== settings.name);
  const seats = choice.seats.map((seat, i) => asked(seat, i === own ? settings.name : "", guests[i] ?? ""));
  return { ...choice, seats };
}

/** A game against the computer, set up like the last table. */
export function quickTable(): NewTable {
  const { table } = settings;
  const seats = table.seats.map<SeatChoice>((seat, i) =>
    i === 0
      ? { kind: "here", name: "", level: "" }
      : { kind: "computer", name: "", level: seat.kind === "computer" ? seat.level : "" },
  );
  return newTable({ ...table, seats, listed: false });
}

/** Open a table and go there. */
export async function openTable(table: NewTable): Promise<void> {
  const opened = await api.open(table);
  rememberKeys(opened.table.id, Object.fromEntries(opened.invitations.map(({ seat, key }) => [seat, key])));
  router.go(`/table/${opened.table.id}`);
}
