/** The log of a game, kept up to date by the server's frames. */

import type { TurnTold } from "./wire";

/** The log after a frame: what the frame brings replaces everything from `from` on. */
export function fold(log: readonly TurnTold[], from: number, told: readonly TurnTold[]): TurnTold[] {
  return [...log.slice(0, from), ...told];
}
