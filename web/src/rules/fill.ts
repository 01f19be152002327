/** Fills in the text of the rules: the box's words, and the results of examples. */

import { list, t } from "../texts.svelte";
import type { Words } from "../words";

export type ExampleValues = Record<string, string | number>;

/** The structures that have different names in the boxes: the first box's name, and the others'. */
function renamed(boxes: Record<string, Words>): string {
  const [first, ...others] = Object.values(boxes);
  const names = first?.box.columns.map(({ letter }) => [
    ...new Set([first, ...others].map((words) => words.structure(letter))),
  ]);
  return list((names ?? []).filter(({ length }) => length > 1).map((each) => each.join(" → ")));
}

/** What a placeholder stands for, or null if it is unknown. */
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

/** The text with its placeholders filled in; `{imperial.colour.2}` uses that box's words, whichever box the reader chose. */
export function fill(
  text: string,
  words: Words,
  boxes: Record<string, Words>,
  values: ExampleValues = {},
): string {
  return text.replace(/\{([\w.*]+)\}/g, (whole, name: string) => value(name, words, boxes, values) ?? whole);
}
