/** Links to pass on. */

import { server } from "./server.svelte";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** A path of this client as others can follow it. */
export function linked(path: string): string {
  const base = server.info?.address ?? location.origin;
  return `${base.replace(/\/$/, "")}${path}`;
}

/** Where a key of a seat leads to, for whoever gets it. */
export function seatLink(table: string, key: string): string {
  return linked(`/table/${table}#${key}`);
}

/** Whether links work on this computer only. */
export function onlyHere(): boolean {
  return !server.info?.address && HERE.includes(location.hostname);
}
