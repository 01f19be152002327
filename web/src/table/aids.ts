/** Help for players: whether a table allows it. */

import type { TableInfo } from "../wire";

/** Whether hints and counting may be asked for at a table: as it was set up, or because only computers play against one. */
export function mayHelp(table: TableInfo): boolean {
  const people = table.seats.filter(({ kind }) => kind !== "computer");
  return (
    table.status === "running" && people.some(({ yours }) => yours) && (table.hints || people.length === 1)
  );
}
