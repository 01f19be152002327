/** Puts words into a text of the rules: those of the box, and what an example has come to. */

import { list, t } from "../texts.svelte";
import type { Words } from "../words";

export type ExampleValues = Record<string, string | number>;

/** The structures that the boxes call differently: what the first box calls them, and the others. */
function renamed(boxes: Record<string, Words>): string {
  const [first, ...others] = Object.values(boxes);
  const names = first?.box.columns.map(({ letter }) => [
    ...new Set([first, ...others].map((words) => words.structure(letter))),
  ]);
  return list((names ?? []).filter(({ length }) => length > 1).map((each) => each.join(" → ")));
}

/** What a placeholder stands for, or null if nobody knows it. */
function value(
  name: string,
  words: Words,
  boxes: Record<string, Words>,
  values: ExampleValues,
): string | null {
  const [family = "", which = "", ...rest] = name.split(".");
  const box = boxes[family];
  if (box) return value([which, ...rest].join("."), box, {}, {});
  switch (family) {
    case "structure":
      return words.structure(which);
    case "colour":
      return words.colour(Number(which));
    case "tile":
      return words.tile(which);
    case "space":
      return words.space(Number(which));
    case "card":
      return words.card(which);
    case "renamed":
      return renamed(boxes);
    case "points":
      return which in values ? t("points", { count: Number(values[which]) }) : null;
    default:
      return name in values ? String(values[name]) : null;
  }
}

/** The text with its placeholders filled in; `{imperial.colour.2}` takes the words of that box, whichever is read about. */
export function fill(
  text: string,
  words: Words,
  boxes: Record<string, Words>,
  values: ExampleValues = {},
): string {
  return text.replace(/\{([\w.*]+)\}/g, (whole, name: string) => value(name, words, boxes, values) ?? whole);
}
