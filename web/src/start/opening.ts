/** Opening a table. */

import { api } from "../api";
import { router } from "../router.svelte";
import { rememberKeys } from "../settings.svelte";
import type { NewTable } from "../wire";

/** Open a table and go there. */
export async function openTable(table: NewTable): Promise<void> {
  const opened = await api.open(table);
  rememberKeys(opened.table.id, Object.fromEntries(opened.invitations.map(({ seat, key }) => [seat, key])));
  router.go(`/table/${opened.table.id}`);
}
