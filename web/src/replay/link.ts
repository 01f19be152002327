/** Links to a moment of a game: at a table on this server, or with the whole record in the link itself.

  /table/ID/replay?move=12&eyes=0
  /replay#RECORD?move=12&eyes=0      RECORD: the record as JSON, deflated, in base64url
*/

import { badRecord, LARGEST } from "./records";

/** How many moves have been made, and from whose point of view the game is seen; null where the link does not say. */
export interface Moment {
  readonly move: number | null;
  readonly eyes: number | null;
}

export function tablePath(table: string, moment: Moment): string {
  return `/table/${table}/replay${written(moment)}`;
}

export function recordPath(packed: string, moment: Moment): string {
  return `/replay#${packed}${written(moment)}`;
}

/** The record that a link carries, if any, and the moment it names. */
export function readHash(hash: string): { packed: string | null; moment: Moment } {
  const [packed = "", search = ""] = hash.replace(/^#/, "").split("?", 2);
  return { packed: packed || null, moment: readMoment(search) };
}

/** The moment that "?move=12&eyes=0" names. */
export function readMoment(search: string): Moment {
  const values = new URLSearchParams(search);
  const number = (name: string) => {
    const text = values.get(name) ?? "";
    return /^-?\d{1,4}$/.test(text) ? Number(text) : null;
  };
  return { move: number("move"), eyes: number("eyes") };
}

function written({ move, eyes }: Moment): string {
  const parts = [...(move === null ? [] : [`move=${move}`]), ...(eyes === null ? [] : [`eyes=${eyes}`])];
  return parts.length ? `?${parts.join("&")}` : "";
}

/** A record as written into a link. */
export async function pack(record: object): Promise<string> {
  const stream = new Blob([JSON.stringify(record)]).stream();
  const bytes = await collected(stream.pipeThrough(new CompressionStream("deflate-raw")));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The record read from a link. */
export async function unpack(packed: string): Promise<object> {
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream();
    const unfolded = await collected(stream.pipeThrough(new DecompressionStream("deflate-raw")));
    const record: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unfolded));
    if (typeof record === "object" && record !== null) return record;
  } catch {
    // reported below, like every other fault in a link
  }
  throw badRecord("the link is damaged or was cut off", "web.replay.no link");
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new RangeError("too large");
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
