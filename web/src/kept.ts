/** What this browser has kept for its user. */

import { fitted } from "./fitting";

export const PLACE = "sanssouci";

/** As much of it as is asked for; whatever is missing or does not fit takes its standard. */
export function found<T>(standard: T): T {
  try {
    return fitted(JSON.parse(localStorage.getItem(PLACE) ?? "{}"), standard);
  } catch {
    return standard; // no storage, or something unreadable in it
  }
}
