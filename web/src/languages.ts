/** The languages that the client speaks, and where their texts are. */

import type { Language } from "./wire";

export const LANGUAGES: Record<Language, string> = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
};

const FILES: Record<Language, () => Promise<{ default: unknown }>> = {
  de: () => import("../../src/sanssouci/texts/de.json"),
  en: () => import("../../src/sanssouci/texts/en.json"),
  es: () => import("../../src/sanssouci/texts/es.json"),
  fr: () => import("../../src/sanssouci/texts/fr.json"),
};

export const textsIn = (language: Language) => FILES[language]();

/** The first of the browser's languages that we speak. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const code = tag.toLowerCase().split("-")[0] ?? "";
    if (code in LANGUAGES) return code as Language;
  }
  return "en";
}
