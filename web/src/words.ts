/** The names of the things in one box; the client's counterpart of src/sanssouci/texts/texts.py. */

import { language, maybe, t } from "./texts.svelte";
import type { BoxInfo, ColumnWords } from "./wire";

export class Words {
  readonly box: BoxInfo;

  constructor(box: BoxInfo) {
    this.box = box;
  }

  #column(letter: string): ColumnWords | undefined {
    return this.box.columns.find((each) => each.letter === letter.charAt(0));
  }

  /** The drawing of a column's structure, by name; a square may stand for its column. */
  symbol(letter: string): string {
    return this.#column(letter)?.drawing ?? "wild";
  }

  /** The name of a column's structure, without an article. */
  structure(letter: string): string {
    return this.#column(letter)?.names[language()] ?? letter;
  }

  /** The name of a row's colour. */
  colour(row: number): string {
    return this.box.rows[row - 1]?.names[language()] ?? String(row);
  }

  /** What a card shows: '36', 'c' or '*' in words. */
  card(card: string): string {
    if (card === "*") return t("card.wild");
    if (card.length === 2) return `${this.colour(Number(card[0]))}/${this.colour(Number(card[1]))}`;
    return this.structure(card);
  }

  /** The tile that belongs on a square, with its article, as the object of a sentence. */
  tile(square: string): string {
    const word = this.structure(square);
    return maybe(`tile:${word}`) ?? t("tile.other", { word });
  }

  /** From a space of the row's colour. */
  space(row: number): string {
    const word = this.colour(row);
    return maybe(`space:${word}`) ?? t("space.other", { word });
  }

  /** What a mark of a reward board means. */
  mark(mark: string): string {
    const points = mark.slice(1);
    if (mark.startsWith("g")) return t("picture.gardener scores", { points });
    if (mark.startsWith("-")) return t("picture.tile loses", { points });
    return t("picture.structure scores", { points });
  }
}

/** All cards of a deck in the order in which they are shown: pairs, structures, the wild one. */
export function deckOrder(cards: readonly string[]): string[] {
  const rank = (card: string) => (card === "*" ? 2 : card.length === 2 ? 0 : 1);
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}
