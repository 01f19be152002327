/** The steps of a turn. */

import type { Phase, Step } from "../wire";

/** A step in which the piece of an expansion goes to another square. */
export type PieceStep = Extract<Step, `move ${string}`>;

export function isPieceStep(step: Phase): step is PieceStep {
  return step.startsWith("move ");
}

/** The piece that moves, which has the name of its expansion. */
export function pieceOf(step: PieceStep): string {
  return step.slice("move ".length);
}

/** Whether a step happens in the garden and chooses a square. */
export function isInGarden(step: Step): boolean {
  return step === "place gardener" || step === "walk noble" || isPieceStep(step);
}
