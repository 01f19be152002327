/** The records in a text: one as JSON, or several, one on each line (docs/record.md). */

import { Refusal } from "../api";

/** The refusal for a text without a record, as the server words it. */
export function badRecord(message: string, reason: "web.replay.no text" | "web.replay.no link"): Refusal {
  return new Refusal({ code: "bad_record", message, rule: null, reason, values: {}, legal: [] });
}

export function recordsIn(text: string): object[] {
  const whole = parsed(text);
  if (whole !== undefined) return [checked(whole, "the text")];
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const filled = lines.filter(({ line }) => line !== "");
  if (filled.length === 0) throw badRecord("there is nothing in it", "web.replay.no text");
  return filled.map(({ line, number }) => checked(parsed(line), `line ${number}`));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function checked(value: unknown, where: string): object {
  if (value === undefined) throw badRecord(`${where} is not JSON`, "web.replay.no text");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRecord(`${where} is not a JSON object`, "web.replay.no text");
  }
  return value;
}
