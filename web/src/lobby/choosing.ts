/** Which tables of the lobby somebody would like to see. */

import type { LobbyTable } from "../wire";
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
