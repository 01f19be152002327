/** Finds the table that an invitation leads to. */

export type Joining = { path: string } | { wrong: "no link" | "other host" };

const ENDING = /^\/?(?:table\/)?([A-Za-z0-9_-]{22})\/?(#[A-Za-z0-9_-]{43})?$/; // a table, with or without a key

/** Where an invitation leads: a link to one of these hosts, or the end of such a link. */
export function joining(text: string, hosts: readonly string[]): Joining {
  const [, host, rest = ""] = /^(?:https?:\/\/([^/]*))?(.*)$/i.exec(text.trim()) ?? [];
  const found = ENDING.exec(rest);
  if (!found) return { wrong: "no link" };
  if (host !== undefined && !hosts.includes(host.toLowerCase())) return { wrong: "other host" };
  return { path: `/table/${found[1]}${found[2] ?? ""}` };
}
