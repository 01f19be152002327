/** What the others have done since one's own last turn. */

import type { TurnTold } from "../wire";

export interface TurnSince {
  seat: number;
  /** the turn, or null if it is still to come */
  told: TurnTold | null;
}

/** One line for each other player, in the order of play; without a seat of one's own, one for everybody, the latest last. */
export function since(log: readonly TurnTold[], players: number, own: number | null): TurnSince[] {
  const turns = log.filter(({ side }) => side === null);
  const before = own ?? turns.at(-1)?.seat ?? 0;
  const count = own === null ? players : players - 1;
  const from = own === null ? turns.length - players : turns.findLastIndex(({ seat }) => seat === own) + 1;
  const recent = turns.slice(Math.max(0, from));
  return Array.from({ length: count }, (_, i) => {
    const seat = (before + 1 + i) % players;
    return { seat, told: recent.findLast((each) => each.seat === seat) ?? null };
  });
}
