/** A laid table as it will be when the server has answered: taps show at once, and while the line is away. Only what was
    put down is known here; whether it can be, the server says. */

import type { GardenView, LaidView, SeatView, Tap } from "../wire";

export const NOTHING = "-";
export const THERE = "+";
export const STRUCTURE = "s";
export const GARDENER = "g";

export function withTaps(table: LaidView, taps: readonly Tap[]): LaidView {
  const standing: Tap[] = [];
  for (const tap of taps) {
    if (tap.kind === "put") standing.push(tap);
    else if (standing.pop() === undefined) return table; // what an earlier tap did, only the server knows
  }
  return standing.reduce(put, table);
}

function put(table: LaidView, { part, seat, where, text }: Tap): LaidView {
  const value = text ?? NOTHING;
  const at = where ?? "";
  if (part === "tile") {
    const space = Number(at);
    const square = `${value}${table.box.display[space] ?? ""}`;
    const display = table.view.display.map((tile, i) =>
      i === space ? (value === NOTHING ? null : { space, square, text: square }) : tile,
    );
    return { ...table, view: { ...table.view, display } };
  }
  if (seat === null || seat === undefined) return table;
  const change = <T>(list: readonly T[], by: (each: T) => T) =>
    list.map((each, i) => (i === seat ? by(each) : each));
  const before = (by: (seat: SeatView) => Partial<SeatView>): LaidView => ({
    ...table,
    view: { ...table.view, seats: change(table.view.seats, (each) => ({ ...each, ...by(each) })) },
  });
  const inGarden = (by: (garden: GardenView) => Partial<GardenView>) =>
    before(({ garden }) => ({ garden: { ...garden, ...by(garden) } }));
  const held = (cards: readonly string[] | null) => [
    ...(cards ?? []).filter((card) => card !== at),
    ...(value === THERE ? [at] : []),
  ];
  const on = (squares: readonly string[], there: boolean) => [
    ...squares.filter((square) => square !== at),
    ...(there ? [at] : []),
  ];
  switch (part) {
    case "square":
      return inGarden(({ structures, gardeners }) => ({
        structures: on(structures, value === STRUCTURE),
        gardeners: on(gardeners, value.startsWith(GARDENER)),
      }));
    case "noble":
      return inGarden(({ nobles }) => ({ nobles: { ...nobles, [at]: Number(value) } }));
    case "piece":
      return inGarden(({ pieces }) => {
        const others = Object.entries(pieces).filter(([name]) => name !== at);
        return { pieces: Object.fromEntries(value === NOTHING ? others : [...others, [at, value]]) };
      });
    case "mission":
      return before(({ missions }) => ({ missions: held(missions) }));
    case "discard":
      return before(({ discards }) => ({ discards: held(discards) }));
    case "hand":
      return before(({ hand }) => ({ hand: held(hand) }));
    case "score":
      return { ...table, scores: change(table.scores, () => (value === NOTHING ? null : Number(value))) };
    default:
      return table; // boards and turns change much: the server shows what
  }
}
