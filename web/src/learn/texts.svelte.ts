/** What lessons and the guide say; loaded only for those who learn. */

import type english from "../../../src/sanssouci/texts/lessons/en.json";
import { language, type Values } from "../texts.svelte";
import type { Language } from "../wire";

export type TeachingKey = keyof typeof english;
type LessonTexts = Record<string, string>;

const FILES: Record<Language, () => Promise<{ default: unknown }>> = {
  de: () => import("../../../src/sanssouci/texts/lessons/de.json"),
  en: () => import("../../../src/sanssouci/texts/lessons/en.json"),
  es: () => import("../../../src/sanssouci/texts/lessons/es.json"),
  fr: () => import("../../../src/sanssouci/texts/lessons/fr.json"),
};

class Teaching {
  #texts = $state.raw<Partial<Record<Language, LessonTexts>>>({});

  /** Load the texts of the current language; call it within an effect. */
  load(): void {
    const wanted = language();
    if (this.#texts[wanted]) return;
    void FILES[wanted]().then((file) => {
      this.#texts = { ...this.#texts, [wanted]: file.default as LessonTexts };
    });
  }

  get ready(): boolean {
    return this.#texts[language()] !== undefined;
  }

  /** The text with that key, or null if there is none. */
  maybe(key: string, values: Values = {}): string | null {
    const text = this.#texts[language()]?.[key];
    return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) ?? null;
  }

  say(key: TeachingKey, values: Values = {}): string {
    return this.maybe(key, values) ?? "";
  }
}

export const teaching = new Teaching();
