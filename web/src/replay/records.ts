/** The records in a text: one as JSON, or several, one on each line (docs/record.md). */

import { Refusal } from "../api";

export const LARGEST = 1 << 20; // characters of a record: a game of four has 60,000
const LARGEST_FILE = 200 * LARGEST; // bytes, with many records

type Reason = "web.replay.no text" | "web.replay.no link" | "web.replay.too long";

/** The refusal for a text without a record, as the server words it. */
export function badRecord(message: string, reason: Reason): Refusal {
  return new Refusal({ code: "bad_record", message, rule: null, reason, values: {}, legal: [] });
}

/** The text of a file, unless nobody's games can be that long. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST_FILE) throw badRecord("the file is too large", "web.replay.too long");
  return file.text();
}

export function recordsIn(text: string): object[] {
  const whole = parsed(text);
  if (whole !== undefined) return [checked(whole, text, "the text")];
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const filled = lines.filter(({ line }) => line !== "");
  if (filled.length === 0) throw badRecord("there is nothing in it", "web.replay.no text");
  return filled.map(({ line, number }) => checked(parsed(line), line, `line ${number}`));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function checked(value: unknown, text: string, where: string): object {
  if (value === undefined) throw badRecord(`${where} is not JSON`, "web.replay.no text");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRecord(`${where} is not a JSON object`, "web.replay.no text");
  }
  if (text.length > LARGEST) throw badRecord(`${where} is too long for a record`, "web.replay.too long");
  return value;
}
