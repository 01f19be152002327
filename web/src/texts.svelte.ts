/** What the client says, in the chosen language. The messages are shared by the whole project: src/sanssouci/texts. */

import type english from "../../src/sanssouci/texts/en.json";
import { textsIn } from "./languages";
import type { Language } from "./wire";

export type TextKey = keyof typeof english;
export type Values = Record<string, string | number>;
type Message = string | { one: string; other: string };
type Messages = Record<string, Message>;

class Texts {
  language = $state<Language>("en");
  messages = $state.raw<Messages>({});
}
const texts = new Texts();

/** The current language. */
export function language(): Language {
  return texts.language;
}

/** The same with the region that the browser names, for dates; English without one is written as in Europe. */
export function locale(): string {
  const own = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === texts.language);
  return own?.includes("-") ? own : texts.language === "en" ? "en-GB" : texts.language;
}

/** Switch to another language, once its messages are loaded. */
export async function speak(wanted: Language): Promise<void> {
  const file = await textsIn(wanted);
  texts.messages = file.default as Messages;
  texts.language = wanted;
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

/** The plural form for a number: French treats 0 as singular. */
export function pluralForm(spoken: Language, count: number): "one" | "other" {
  return Math.abs(count) === 1 || (spoken === "fr" && count === 0) ? "one" : "other";
}

/** The message with that key, its placeholders filled in; `count` also chooses the plural form. */
export function t(key: TextKey, values: Values = {}): string {
  return fill(texts.messages[key] ?? key, values);
}

/** The message for a key put together at run time, or null if there is none. */
export function maybe(key: string, values: Values = {}): string | null {
  const message = texts.messages[key];
  return message === undefined ? null : fill(message, values);
}

function fill(message: Message, values: Values): string {
  const text =
    typeof message === "string" ? message : message[pluralForm(texts.language, Number(values.count ?? 0))];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Several things in one sentence: "a, b and c". */
export function list(things: readonly string[]): string {
  return new Intl.ListFormat(texts.language, { type: "conjunction" }).format(things);
}
