/** What a list of one's own games shows: how each ended for its owner, and which of them are wanted. */

import type { TextKey } from "../texts.svelte";
import type { GameLine } from "../wire";

export type Outcome = "won" | "shared" | "lost" | "over" | "running" | "waiting" | "abandoned";

export const OUTCOMES: Record<Outcome, TextKey> = {
  won: "web.games.result.won",
  shared: "web.games.result.shared",
  lost: "web.games.result.lost",
  over: "web.games.result.over",
  running: "web.games.result.running",
  waiting: "web.games.result.waiting",
  abandoned: "web.games.result.abandoned",
};

/** How a game ended for whoever lists it. At one screen nobody in particular has won. */
export function outcomeOf({ status, seats }: GameLine): Outcome {
  if (status !== "over") return status;
  const own = seats.filter(({ yours }) => yours);
  if (own.length !== 1 || own[0]?.points == null) return "over";
  if (!own[0].won) return "lost";
  return seats.filter(({ won }) => won).length > 1 ? "shared" : "won";
}

export const STATES = {
  any: "web.games.any",
  running: "web.games.state.running",
  won: "web.games.state.won",
  lost: "web.games.state.lost",
  abandoned: "web.games.state.abandoned",
} satisfies Record<string, TextKey>;
export const AGAINST = {
  any: "web.games.any",
  people: "web.games.against.people",
  computers: "web.games.against.computers",
} satisfies Record<string, TextKey>;

export interface Wanted {
  state: keyof typeof STATES;
  against: keyof typeof AGAINST;
  /** the id of a box; empty: any */
  box: string;
  name: string;
}

const STATE_OF: Record<Outcome, Wanted["state"]> = {
  won: "won",
  shared: "won",
  lost: "lost",
  over: "lost",
  running: "running",
  waiting: "running",
  abandoned: "abandoned",
};

/** Those of some games that are wanted. */
export function filtered(games: readonly GameLine[], wanted: Wanted): GameLine[] {
  const name = wanted.name.trim().toLowerCase();
  return games.filter(
    (game) =>
      (wanted.state === "any" || STATE_OF[outcomeOf(game)] === wanted.state) &&
      (wanted.against === "any" || game.people === (wanted.against === "people")) &&
      (wanted.box === "" || game.box === wanted.box) &&
      (name === "" || game.seats.some((seat) => !seat.yours && seat.name.toLowerCase().includes(name))),
  );
}

/** The figures above the list. */
export function sums(games: readonly GameLine[]): { finished: number; won: number; best: number | null } {
  const own = games.filter((game) => game.seats.filter(({ yours }) => yours).length === 1);
  const points = own.flatMap(({ seats }) => seats.filter(({ yours }) => yours).map((seat) => seat.points));
  const counted = points.filter((each) => each !== null);
  return {
    finished: games.filter(({ status }) => status === "over").length,
    won: games.map(outcomeOf).filter((each) => each === "won" || each === "shared").length,
    best: counted.length ? Math.max(...counted) : null,
  };
}
