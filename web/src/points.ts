/** How points are written: with the minus of a book, not with a hyphen. */

/** Points that may be below zero. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** Points won or lost, with their sign. */
export function withSign(points: number): string {
  return points > 0 ? `+${points}` : signed(points);
}
