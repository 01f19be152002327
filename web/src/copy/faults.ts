/** What cannot be right in a box: where, and why, in the box checker's words. */

import { maybe, t, type TextKey } from "../texts.svelte";
import { pieceName } from "../ui/expansions";
import type { BoxFault, BoxFile } from "../wire";
import { boardAt, SIDES, type BoardKind, type BoardPlace } from "./drawings";

const FIELDS: Record<string, TextKey | undefined> = {
  id: "copy.id",
  name: "copy.name",
  cards: "copy.cards",
  "cards.hand": "copy.hand",
  "cards.wild": "copy.wild",
  "display.spaces": "copy.display",
  display: "copy.display",
  gardens: "copy.gardens",
  "gardens.board": "copy.gardens",
  "gardens.printed": "copy.printed",
  missions: "copy.missions",
  "missions.each": "copy.missions",
  rewards: "copy.rewards",
  "rewards.board": "copy.rewards",
  "rewards.covered": "copy.covered",
  "rewards.marked": "copy.marked",
};

/** The name of a field of the page, by its key in a box file. */
function fieldName(key: string): string {
  const [table, name = ""] = key.split(".");
  if (table === "tiles" && name) return t("copy.tiles", { players: name });
  if (table === "board" && name) return t("copy.start", { piece: pieceName(name) });
  const field = FIELDS[key];
  return field ? t(field) : key;
}

/** Why something cannot be right; part of a sentence, after the name of the thing. */
export function faultText({ why, values, fault }: BoxFault): string {
  const told = { ...values };
  if (typeof values.key === "string") told.key = t("copy.quoted", { text: fieldName(values.key) });
  if (typeof values.piece === "string") told.piece = pieceName(values.piece);
  return (why && maybe(`box.fault.${why}`, told)) || fault;
}

/** The side of a board that a fault is on, or null. */
export function placeOf({ part, number, side }: BoxFault): BoardPlace | null {
  if ((part !== "gardens" && part !== "rewards") || number === null) return null;
  return { part, number, side: SIDES.find((each) => each === side) ?? "A" };
}

/** What the thing is called that a fault is about. */
export function subjectOf(fault: BoxFault, file: BoxFile): string {
  const place = placeOf(fault);
  if (place && fault.side) return sideName(file, place);
  if (place) return boardName(file, place.part, place.number);
  if (fault.part === "cards" && fault.number !== null) return t("copy.card", { number: fault.number });
  return fieldName(fault.key);
}

export function boardName(file: BoxFile, part: BoardKind, number: number): string {
  const board = boardAt(file, { part, number, side: "A" })?.id ?? number;
  return t(part === "gardens" ? "copy.garden" : "copy.reward", { board });
}

export function sideName(file: BoxFile, place: BoardPlace): string {
  return t("copy.side", { board: boardName(file, place.part, place.number), side: place.side });
}

/** The faults of a side by the squares that they are at, and those that concern the whole side. */
export function faultsAt(
  faults: readonly BoxFault[],
  { part, number, side }: BoardPlace,
): { squares: Record<string, string[]>; whole: string[] } {
  const here = faults.filter(
    (each) => each.part === part && each.number === number && (each.side ?? side) === side,
  );
  const squares: Record<string, string[]> = {};
  for (const each of here) if (each.square) (squares[each.square] ??= []).push(faultText(each));
  return { squares, whole: here.filter(({ square }) => !square).map(faultText) };
}
