/** Opening a table. */

import { api } from "../api";
import { router } from "../router.svelte";
import { rememberKeys } from "../settings.svelte";
import type { NewTable } from "../wire";

/** the table that was opened by one click, and whose garden board shows the side that lies on top */
let hurried: string | null = null;

/** Whether the side of the garden board need not be asked for at a table; only once, so that it can be chosen again. */
export function hurries(table: string): boolean {
  if (table !== hurried) return false;
  hurried = null;
  return true;
}

/** Open a table and go there. */
export async function openTable(table: NewTable, { hurry = false } = {}): Promise<void> {
  const opened = await api.open(table);
  if (hurry) hurried = opened.table.id;
  rememberKeys(opened.table.id, Object.fromEntries(opened.invitations.map(({ seat, key }) => [seat, key])));
  router.go(`/table/${opened.table.id}`);
}
