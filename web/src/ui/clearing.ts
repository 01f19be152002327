/** Where something that is said for a moment covers least of what it speaks of. */

export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  left: number;
  top: number;
}

const GAP = 8; // pixels between the bubble and what is beside it

/** The first of some places for a bubble that covers none of the boxes, or the one that covers the least of them. */
export function clearest(places: readonly Box[], avoided: readonly Box[]): Box | undefined {
  const covered = places.map((place) => avoided.reduce((sum, box) => sum + overlap(place, box), 0));
  return places[covered.indexOf(Math.min(...covered))];
}

/** A bubble above a place, below it and beside it; never outside the window. */
export function around(place: Box, { width, height }: Size, window: Size): Box[] {
  const middle = place.left + place.width / 2 - width / 2;
  const centre = place.top + place.height / 2 - height / 2;
  return [
    { left: middle, top: place.top - height - GAP },
    { left: middle, top: place.top + place.height + GAP },
    { left: place.left - width - GAP, top: centre },
    { left: place.left + place.width + GAP, top: centre },
  ].map(({ left, top }) => ({
    left: within(left, window.width - width),
    top: within(top, window.height - height),
    width,
    height,
  }));
}

const within = (at: number, most: number) => Math.max(GAP, Math.min(at, most - GAP));

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
