/** Which tables of the lobby somebody would like to see. */

import type { LobbyTable, OwnSalon } from "../wire";
import { overDays } from "../ui/clocks";

export interface Liking {
  box: string;
  /** an expansion, "none", or empty: any */
  expansion: string;
  welcome: string;
  language: string;
  clock: "" | "none" | "live" | "days";
}

export const ANY: Liking = { box: "", expansion: "", welcome: "", language: "", clock: "" };

function clockKind({ clock }: LobbyTable): Liking["clock"] {
  if (clock === null) return "none";
  return overDays(clock) ? "days" : "live";
}

/** Whether a table suits somebody. A table for everybody suits beginners as well, and so with languages. */
export function suits(table: LobbyTable, liking: Liking): boolean {
  const { expansion, welcome, language } = liking;
  const expanded =
    expansion === "none" ? table.expansions.length === 0 : table.expansions.includes(expansion);
  return (
    (liking.box === "" || table.box === liking.box) &&
    (expansion === "" || expanded) &&
    (welcome === "" || table.welcome === welcome || table.welcome === "anyone") &&
    (language === "" || table.language === language || table.language === null) &&
    (liking.clock === "" || clockKind(table) === liking.clock)
  );
}

export interface TableRooms {
  salons: { salon: OwnSalon; tables: LobbyTable[] }[];
  /** where somebody sits whom the user has met before */
  met: LobbyTable[];
  everybody: LobbyTable[];
  /** there is more than one room with a table */
  several: boolean;
}

/** The rooms of the house: tables by the salon they are in, by the people met before, and all others. */
export function roomsOf(tables: readonly LobbyTable[], own: readonly OwnSalon[]): TableRooms {
  const salons = own
    .map((salon) => ({ salon, tables: tables.filter((table) => table.salon === salon.id) }))
    .filter((room) => room.tables.length);
  const placed = new Set(salons.flatMap((room) => room.tables));
  const rest = tables.filter((table) => !placed.has(table));
  const known = (table: LobbyTable) => !table.yours && table.seats.some(({ met }) => met);
  const met = rest.filter(known);
  return {
    salons,
    met,
    everybody: rest.filter((table) => !known(table)),
    several: salons.length > 0 || met.length > 0,
  };
}
