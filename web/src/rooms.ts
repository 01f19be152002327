/** Rooms are fetched when they are entered, or a little before. */

export const startPage = () => import("./pages/Start.svelte");
export const rulesPage = () => import("./pages/RulesPage.svelte");

/** The largest room is fetched while somebody is still at the start page. */
export const tablePage = () => import("./pages/TablePage.svelte");

/** How a game ended: fetched with every table, for it may be over. */
export const endingRoom = () => import("./ending/Ending.svelte");
export type EndingPart = Awaited<ReturnType<typeof endingRoom>>["default"];

/** Fetch the table once the browser has nothing else to do. */
export function fetchTableSoon(): void {
  const fetch = () => void tablePage().catch(() => {}); // it is tried again when it is needed
  if ("requestIdleCallback" in window) requestIdleCallback(fetch);
  else setTimeout(fetch, 1_000);
}
