/** The largest room, the table, is fetched when it is entered, or before, while somebody is still at the start page. */

export const tablePage = () => import("./pages/TablePage.svelte");

/** How a game ended: fetched with a table whose game is over, and otherwise while the game is played. */
export const endingRoom = () => import("./ending/Ending.svelte");
export type EndingPart = Awaited<ReturnType<typeof endingRoom>>["default"];

/** Fetch the table once the browser has nothing else to do. */
export function fetchTableSoon(): void {
  const fetch = () => void tablePage().catch(() => {}); // it is tried again when it is needed
  if ("requestIdleCallback" in window) requestIdleCallback(fetch);
  else setTimeout(fetch, 1_000);
}
