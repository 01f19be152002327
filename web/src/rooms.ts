/** The largest room, the table, is fetched when it is entered, or before, while somebody is still at the start page. */

export const tablePage = () => import("./pages/TablePage.svelte");

/** Fetch the table once the browser has nothing else to do. */
export function fetchTableSoon(): void {
  const fetch = () => void tablePage().catch(() => {}); // it is tried again when it is needed
  if ("requestIdleCallback" in window) requestIdleCallback(fetch);
  else setTimeout(fetch, 1_000);
}
