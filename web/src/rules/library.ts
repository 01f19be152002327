/** The texts of the rules, in every language, and what their examples are drawn from. */

import type { BoxInfo, ChoiceView, GardenView, Language, PointsBySource, Tile } from "../wire";
import { Words } from "../words";
import data from "./examples.json";
import type { ExampleValues } from "./fill";
import { parse, type Section } from "./parse";

/** A position and its marks; written by docs/rule_examples.py. */
export interface Example {
  card: string | null;
  display: Tile[] | null;
  /** the tiles that may be taken, as texts */
  tiles: string[];
  taken: string | null;
  garden: GardenView | null;
  palace: boolean;
  choices: ChoiceView[];
  look: ChoiceView | null;
  chosen: string[];
  /** squares that score together */
  counted: string[];
  /** squares that look as if they could be chosen */
  barred: string[];
  missions: string[];
  points: PointsBySource | null;
  values: ExampleValues;
}

interface Data {
  boxes: Record<string, BoxInfo>;
  examples: Record<string, Record<string, Example>>;
}
const { boxes: published, examples } = data as unknown as Data;

const FILES = import.meta.glob<string>("../../../src/sanssouci/texts/rules/*.md", {
  query: "?raw",
  import: "default",
});

/** The words of every box. */
export const boxes: Record<string, Words> = Object.fromEntries(
  Object.entries(published).map(([id, box]) => [id, new Words(box)]),
);

/** The rules as shown to a reader: in a language, about a box. */
export class Rules {
  readonly sections: readonly Section[];
  readonly words: Words;

  constructor(file: string, words: Words) {
    this.sections = parse(file);
    this.words = words;
  }

  example(name: string): Example | null {
    return examples[this.words.box.id]?.[name] ?? null;
  }
}

/** The box with that name, or else one that always exists. */
export function boxNamed(id: string): Words {
  const found = boxes[id] ?? Object.values(boxes)[0];
  if (!found) throw new Error("there are no boxes");
  return found;
}

/** The rules in a language, for a box. */
export async function read(language: Language, box: string): Promise<Rules> {
  const file = FILES[`../../../src/sanssouci/texts/rules/${language}.md`];
  if (!file) throw new Error(`there are no rules in ${language}`);
  return new Rules(await file(), boxNamed(box));
}
