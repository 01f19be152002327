/** A followed game as it will be when the connection is back: the server has said beforehand what can be tapped in this turn,
    and what each tap leads to. */

import type { AheadStep, ChoiceView, FollowedView, Tap } from "../wire";
import { GARDENER, inGarden, NOTHING, placed, STRUCTURE } from "./placing";
import { standing } from "./standing";

export interface Foreseen {
  readonly game: FollowedView;
  /** it is known what can be tapped next */
  readonly known: boolean;
}

export function foreseen(game: FollowedView, taps: readonly Tap[]): Foreseen {
  const made = standing(taps);
  if (made?.length === 0) return { game, known: true };
  let shown = game;
  let place = 0;
  for (const tap of made ?? []) {
    const step = game.ahead[place];
    const index = tap.kind === "enter" ? (step?.texts.indexOf(tap.text ?? "") ?? -1) : -1;
    if (!step || index < 0) return { game: shown, known: false };
    shown = taken(shown, step, tap.text ?? "");
    place = step.next[index] ?? -1;
  }
  const step = game.ahead[place];
  return step && made ? { game: at(shown, step), known: true } : { game: shown, known: false };
}

/** The game with what a tap names in its place. */
function taken(game: FollowedView, step: AheadStep, text: string): FollowedView {
  const { draft } = game;
  if (!draft) return tileTurned(game, step, text);
  let { garden } = draft;
  let { view } = game;
  const square = text.slice(0, 2);
  if (step.piece === "tile") {
    const space = view.display.findIndex((tile) => tile?.text === text);
    view = placed(view, { part: "tile", seat: null, where: String(space), value: NOTHING }, game.box.display);
    if (!step.turned.includes(text)) garden = inGarden(garden, "square", square, STRUCTURE);
  } else if (step.piece === "gardener") garden = inGarden(garden, "square", square, GARDENER);
  else if (step.piece === "noble") {
    if (text !== NOTHING) garden = inGarden(garden, "noble", text.charAt(0), text.charAt(1));
  } else if (step.piece !== null) garden = inGarden(garden, "piece", step.piece, text);
  const seats = view.seats.map((each, seat) => (seat === draft.seat ? { ...each, garden } : each));
  return {
    ...game,
    view: { ...view, seats },
    draft: { ...draft, garden, steps: [...draft.steps, text] },
  };
}

function tileTurned(game: FollowedView, { wanted }: AheadStep, text: string): FollowedView {
  if (wanted?.kind !== "tile") return game;
  const where = String(emptied(game));
  const put = { part: "tile", seat: null, where, value: text.charAt(0) } as const;
  return { ...game, view: placed(game.view, put, game.box.display) };
}

const emptied = ({ view }: FollowedView) => view.display.indexOf(null);

/** The game with what can be tapped now. */
function at(game: FollowedView, step: AheadStep): FollowedView {
  const { draft } = game;
  if (step.wanted) {
    const space = step.wanted.kind === "tile" ? emptied(game) : null;
    return { ...game, draft: null, wanted: { ...step.wanted, space } };
  }
  if (!draft) return game;
  return { ...game, draft: { ...draft, step: step.step, choices: choices(step), tiles: [] } };
}

function choices({ texts, gained, turned, piece }: AheadStep): ChoiceView[] {
  const none = { path: [], opens: [], garden: null };
  return texts.map((text, i) => {
    const square = piece === null || text === NOTHING ? null : text.slice(0, 2);
    const what = square === null ? null : piece;
    return {
      ...{ text, gained: gained[i] ?? 0, piece: what, square, gardener: turned.includes(text) },
      ...none,
    };
  });
}
