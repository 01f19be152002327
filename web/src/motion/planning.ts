/** What moves, and when. Nothing is drawn here, and no rule is known: everything comes from what the server has sent. */

import type { DraftView, GameView, GardenView, SeatView, TurnTold } from "../wire";
import { TIMES } from "./looks";

/** A game as it is shown: the views, the moves in the making by seat, and what has happened. */
export interface Snapshot {
  views: readonly GameView[];
  drafts: Readonly<Record<number, DraftView>>;
  log: readonly TurnTold[];
}

/** One motion. `start` is in milliseconds at normal speed, from the beginning of its scene. */
export type Motion = { start: number; time: number; seat: number } & (
  | { what: "card"; card: string }
  | { what: "tile"; space: number; home: string; square: string; gardener: boolean }
  | { what: "piece"; piece: string; from: string; to: string | null } // of an expansion; null: out of the garden
  | { what: "noble"; squares: readonly string[] } // where it stood, and where it steps
  | { what: "points"; points: number; square: string | null } // null: beside the score
  | { what: "score"; from: number; to: number }
  | { what: "refill"; space: number; square: string }
);

/** A move that is shown: its motions over the position before it, then the position after it. */
export interface Scene {
  motions: Motion[];
  after: Snapshot;
}

/** When the last of the motions has ended. */
export function length(motions: readonly Motion[]): number {
  return Math.max(0, ...motions.map(({ start, time }) => start + time));
}

/** The scenes that lead from one position to the next; null if that cannot be told, and the position is simply shown.
    `from` is the log index at which the news of the next position starts. */
export function scenes(shown: Snapshot, next: Snapshot, from: number): Scene[] | null {
  const view = shown.views[0];
  if (view === undefined || from !== shown.log.length) return null; // the first look, or a turn taken back
  const news = next.log.slice(from);
  let before = shown;
  return news.map((told, i) => {
    const after = i === news.length - 1 ? next : carried(before, told, news[i + 1]?.seat ?? null);
    const drafted = before.drafts[told.seat]?.move === told.move;
    const motions = before.views[0] ? plan(told, before.views[0], drafted) : [];
    before = after;
    return { motions, after };
  });
}

/** The motions of a move. What a draft has already shown (tile, pieces and walk) is not shown again. */
export function plan(told: TurnTold, before: GameView, drafted: boolean): Motion[] {
  const { seat, space, tile, square } = told;
  const mine = before.seats[seat];
  if (mine === undefined || space === null || tile === null || square === null) return [];
  const motions: Motion[] = [];
  if (told.card !== null) motions.push({ what: "card", card: told.card, seat, start: 0, time: TIMES.card });
  let now = 0;
  if (!drafted) {
    const { gardener } = told;
    motions.push({ what: "tile", space, home: tile, square, gardener, seat, start: 0, time: TIMES.tile });
    now += TIMES.tile;
  }
  let total = mine.points.total;
  const scored = (points: number, where: string | null) => {
    if (!points) return;
    motions.push({ what: "points", points, square: where, seat, start: now, time: TIMES.points });
    motions.push({ what: "score", from: total, to: total + points, seat, start: now, time: TIMES.count });
    total += points;
    if (drafted) now += TIMES.count; // no other motion separates two sources of points
  };
  if (told.refill !== null) {
    const turnedUp = told.refill + tile.charAt(1);
    motions.push({ what: "refill", space, square: turnedUp, seat, start: now, time: TIMES.refill });
  }
  for (const [name, points] of Object.entries(told.points.expansions)) {
    const [from, to] = [mine.garden.pieces[name], told.pieces[name]];
    if (from !== undefined && to !== undefined && !drafted) {
      motions.push({ what: "piece", piece: name, from, to, seat, start: now, time: TIMES.piece });
      now += TIMES.piece;
    }
    scored(points, to === undefined ? square : (to ?? from ?? square));
  }
  if (told.walk !== null) {
    if (!drafted) {
      const time = TIMES.step * told.path.length;
      motions.push({ what: "noble", squares: way(mine.garden, told.path), seat, start: now, time });
      now += time;
    }
    scored(told.points.nobles, told.walk);
  }
  scored(told.points.rows + told.points.columns + told.points.missions, null);
  return motions;
}

/** The motions of steps that a draft has gained: tile, pieces and walk, one after the other. Steps taken back
    move nothing; of steps that replace others, only the tile moves. */
export function planDraft(before: DraftView | undefined, after: DraftView, view: GameView): Motion[] {
  if (before === undefined || before.ply !== after.ply) return [];
  const { seat } = after;
  const from = since(before, after, view);
  const motions: Motion[] = [];
  let now = 0;
  const tile = view.display.find((each) => each?.text === after.steps[1]);
  const square = added(from.garden, after.garden);
  if (tile && square !== null) {
    const gardener = after.garden.gardeners.includes(square);
    const { space, square: home } = tile;
    motions.push({ what: "tile", space, home, square, gardener, seat, start: 0, time: TIMES.tile });
    now = TIMES.tile;
  }
  if (!goesOn(from, after)) return motions;
  for (const [piece, left] of Object.entries(from.garden.pieces)) {
    const to = after.garden.pieces[piece] ?? null;
    if (left === to) continue;
    motions.push({ what: "piece", piece, from: left, to, seat, start: now, time: TIMES.piece });
    now += TIMES.piece;
  }
  const walk = after.taken.findIndex(({ step }) => step === "walk noble");
  const path = after.taken[walk]?.choices.find(({ text }) => text === after.steps[walk])?.path ?? [];
  if (walk >= from.steps.length && path.length) {
    const squares = way(from.garden, path);
    motions.push({ what: "noble", squares, seat, start: now, time: TIMES.step * path.length });
  }
  return motions;
}

/** A draft before its first step. */
export function unbegun(draft: DraftView, view: GameView): DraftView {
  return { ...draft, steps: [], garden: view.seats[draft.seat]?.garden ?? draft.garden };
}

/** What a draft continues: the draft before it or, if they share only the card, the start of the turn. */
function since(before: DraftView, after: DraftView, view: GameView): DraftView {
  return goesOn(before, after) || before.steps[1] === after.steps[1] ? before : unbegun(after, view);
}

function goesOn(before: DraftView, after: DraftView): boolean {
  return before.steps.every((step, i) => after.steps[i] === step);
}

/** Where a noble stood, and the squares of its walk; the walk ends in the noble's own column. */
function way(garden: GardenView, path: readonly string[]): string[] {
  const column = path.at(-1)?.charAt(0) ?? "";
  return [`${column}${garden.nobles[column] ?? 0}`, ...path];
}

/** The square where only one of the two gardens has a tile; null if there is none. */
function added(before: GardenView, after: GardenView): string | null {
  const laid = new Set([...before.structures, ...before.gardeners]);
  return [...after.structures, ...after.gardeners].find((square) => !laid.has(square)) ?? null;
}

// ── several moves in one message ───────────────────────────────────────────────────────────────────────

/** The public part of the position after a move. It is shown only briefly, between moves that arrived together;
    after the last of them the server's own view is shown. */
export function carried(before: Snapshot, told: TurnTold, next: number | null): Snapshot {
  const views = before.views.map((view) => carriedView(view, told, next));
  return { views, drafts: {}, log: [...before.log, told] };
}

function carriedView(view: GameView, told: TurnTold, next: number | null): GameView {
  const display = view.display.map((tile, space) => {
    if (space !== told.space || told.tile === null) return tile;
    const square = `${told.refill ?? ""}${told.tile.charAt(1)}`;
    return told.refill === null ? null : { space, square, text: square };
  });
  const seats = view.seats.map((seat, i) => (i === told.seat ? carriedSeat(seat, told) : seat));
  const bag_count = view.bag_count - (told.refill === null ? 0 : 1);
  return { ...view, to_move: next, display, seats, bag_count };
}

function carriedSeat(seat: SeatView, told: TurnTold): SeatView {
  const without = (cards: readonly string[]) => {
    const at = told.card === null ? -1 : cards.indexOf(told.card);
    return cards.filter((_, i) => i !== at);
  };
  return {
    ...seat,
    garden: carriedGarden(seat.garden, told),
    points: { ...seat.points, total: seat.points.total + told.points.total },
    discards: told.card === null ? seat.discards : [...seat.discards, told.card],
    unplayed: without(seat.unplayed),
    hand: seat.hand && without(seat.hand),
  };
}

function carriedGarden(garden: GardenView, told: TurnTold): GardenView {
  const laid = told.square === null ? [] : [told.square];
  const walked = told.walk === null ? {} : { [told.walk.charAt(0)]: Number(told.walk.charAt(1)) };
  return {
    ...garden,
    structures: told.gardener ? garden.structures : [...garden.structures, ...laid],
    gardeners: told.gardener ? [...garden.gardeners, ...laid] : garden.gardeners,
    nobles: { ...garden.nobles, ...walked },
    pieces: carriedPieces(garden.pieces, told.pieces),
  };
}

function carriedPieces(
  pieces: Record<string, string>,
  moved: Record<string, string | null>,
): Record<string, string> {
  const after = Object.entries({ ...pieces, ...moved });
  return Object.fromEntries(after.filter((each): each is [string, string] => each[1] !== null));
}
