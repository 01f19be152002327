/** Who sits around a position: at a table on this server, or in a replay. */

import type { ClockInfo, Replay, Status } from "../wire";

export interface Sitter {
  readonly seat: number;
  readonly name: string;
  readonly level: string | null;
  readonly online: boolean;
  /** when a computer may take over (seconds since 1970); null: not while this player is here */
  readonly away_at: number | null;
  readonly yours: boolean;
  /** its player has left during the game, and nobody has taken it since */
  readonly left: boolean;
  /** with a clock: the seconds beside those of a turn */
  readonly bank: number | null;
  readonly rating: string | null;
  readonly rating_change: number | null;
}

export interface Company {
  readonly status: Status;
  readonly clock: ClockInfo | null;
  /** when the time of whoever is to move runs out (seconds since 1970) */
  readonly due: number | null;
  readonly to_move: number | null;
  readonly expansions: readonly string[];
  readonly watching: number;
  readonly rated: boolean;
  readonly undone: boolean;
  readonly chosen_seed: boolean;
  readonly taken: boolean;
  /** what is taught here; null at other tables */
  readonly lesson: string | null;
  readonly seats: readonly Sitter[];
}

/** Those who sat at the table of a replay. While it is looked at, whoever is to move is to move. */
export function companyOf(replay: Pick<Replay, "seats" | "expansions">): Company {
  const seats = replay.seats.map(({ name, level }, seat) => ({
    ...{ seat, name, level, online: true, away_at: null, yours: false, left: false },
    ...{ rating: null, rating_change: null, bank: null },
  }));
  const { expansions } = replay;
  return {
    status: "running",
    clock: null,
    due: null,
    to_move: null,
    expansions,
    watching: 0,
    rated: false,
    undone: false,
    chosen_seed: false,
    taken: false,
    lesson: null,
    seats,
  };
}
