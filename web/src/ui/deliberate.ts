/** For buttons that settle something: the second click of a double click, and a key that is held down, would settle what
    comes next in the same place. */

export function deliberate(act: () => unknown): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) void act();
  };
}

/** A key held down clicks repeatedly; only the first click is meant. */
export function unrepeated(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
