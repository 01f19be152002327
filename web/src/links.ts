/** Links to pass on. */

import { server } from "./server.svelte";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Where a key of a seat leads to, for whoever gets it. */
export function seatLink(table: string, key: string): string {
  const base = server.info?.address ?? location.origin;
  return `${base.replace(/\/$/, "")}/table/${table}#${key}`;
}

/** Whether links work on this computer only. */
export function onlyHere(): boolean {
  return !server.info?.address && HERE.includes(location.hostname);
}
