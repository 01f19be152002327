/** What cards and tiles mean now, in sentences for those who touch or point at them. What may be done with them comes from
    the server. */

import { list, t } from "../texts.svelte";
import type { ChoiceView, GameView, Tile } from "../wire";
import type { Words } from "../words";

/** What a card in hand is good for. */
export function cardMeaning(card: string, words: Words, view: GameView): string {
  if (card === "*") return t("tell.card.wild");
  if (card.length === 2) {
    const [one, other] = [...card].map((row) => words.colour(Number(row)));
    return t("tell.card.pair", { one: one ?? "", other: other ?? "" });
  }
  const count = view.display.filter((tile) => tile?.square.startsWith(card)).length;
  return t("tell.card.structure", { structure: words.structure(card), count });
}

/** What a face-up tile would do: `choice` says so if it may be taken; `barred`: a card is chosen that does not allow it. */
export function tileMeaning(
  tile: Tile,
  words: Words,
  choice: ChoiceView | undefined,
  barred: boolean,
): string {
  const { square } = tile;
  const structure = words.structure(square);
  const home = t("tell.tile.home", { structure, colour: words.colour(Number(square[1])), square });
  const parts = [home.charAt(0).toUpperCase() + home.slice(1)];
  if (choice?.gardener) parts.push(t("tell.tile.gardener"));
  if (choice?.gained) parts.push(t("tell.tile.points", { points: t("points", { count: choice.gained }) }));
  if (choice?.opens.length && !choice.gardener)
    parts.push(t("tell.tile.opens", { squares: list(choice.opens) }));
  if (barred) parts.push(t("tell.tile.barred"));
  return parts.join(" ");
}
