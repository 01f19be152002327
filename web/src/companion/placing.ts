/** What is put down in a view before the server shows it: pieces that somebody has named, in the places named. Whether
    they can be there, the server says. */

import type { GameView, GardenView, LaidPart, SeatView } from "../wire";

export const NOTHING = "-";
export const THERE = "+";
export const STRUCTURE = "s";
export const GARDENER = "g";

export interface Put {
  readonly part: LaidPart;
  readonly seat: number | null;
  /** its square, column, card or space */
  readonly where: string;
  readonly value: string;
}

/** `colours` are the rows of the display's spaces. */
export function placed(
  view: GameView,
  { part, seat, where, value }: Put,
  colours: readonly number[],
): GameView {
  if (part === "tile") {
    const space = Number(where);
    const square = `${value}${colours[space] ?? ""}`;
    const display = view.display.map((tile, i) =>
      i === space ? (value === NOTHING ? null : { space, square, text: square }) : tile,
    );
    return { ...view, display };
  }
  if (seat === null) return view;
  const before = (by: (seat: SeatView) => Partial<SeatView>): GameView => ({
    ...view,
    seats: view.seats.map((each, i) => (i === seat ? { ...each, ...by(each) } : each)),
  });
  const held = (cards: readonly string[] | null) => [
    ...(cards ?? []).filter((card) => card !== where),
    ...(value === THERE ? [where] : []),
  ];
  switch (part) {
    case "square":
    case "noble":
    case "piece":
      return before(({ garden }) => ({ garden: inGarden(garden, part, where, value) }));
    case "mission":
      return before(({ missions }) => ({ missions: held(missions) }));
    case "discard":
      return before(({ discards }) => ({ discards: held(discards) }));
    case "hand":
      return before(({ hand }) => ({ hand: held(hand) }));
    default:
      return view; // boards and turns change much: the server shows what
  }
}

export function inGarden(
  garden: GardenView,
  part: "square" | "noble" | "piece",
  where: string,
  value: string,
): GardenView {
  const on = (squares: readonly string[], there: boolean) => [
    ...squares.filter((square) => square !== where),
    ...(there ? [where] : []),
  ];
  if (part === "noble") return { ...garden, nobles: { ...garden.nobles, [where]: Number(value) } };
  if (part === "piece") {
    const others = Object.entries(garden.pieces).filter(([name]) => name !== where);
    return {
      ...garden,
      pieces: Object.fromEntries(value === NOTHING ? others : [...others, [where, value]]),
    };
  }
  return {
    ...garden,
    structures: on(garden.structures, value === STRUCTURE),
    gardeners: on(garden.gardeners, value.startsWith(GARDENER)),
  };
}
