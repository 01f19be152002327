/** Links to share. */

import { server } from "./server.svelte";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** A path of this client as a link that others can follow. */
export function linked(path: string): string {
  const base = server.info?.address ?? location.origin;
  return `${base.replace(/\/$/, "")}${path}`;
}

/** The link that takes whoever receives it to a seat. */
export function seatLink(table: string, key: string): string {
  return linked(`/table/${table}#${key}`);
}

/** Whether links work only on this computer. */
export function onlyHere(): boolean {
  return !server.info?.address && HERE.includes(location.hostname);
}
