/** How things move: how long each motion takes, and along which keyframes. To change an animation, change this file. */

export type Speed = "off" | "slow" | "normal" | "fast";

/** The factors by which the times below are multiplied. */
export const FACTOR: Record<Exclude<Speed, "off">, number> = { slow: 1.8, normal: 1, fast: 0.5 };

/** Milliseconds at normal speed. */
export const TIMES = {
  card: 420, // a card to its discards
  tile: 560, // a tile from the display to a garden
  step: 200, // a noble from square to square
  piece: 420, // an expansion's piece to its next square, or out of the garden
  points: 800, // points rising
  count: 450, // the score counting up
  refill: 420, // a new tile turning up
  rest: 150, // a breath after each move
} as const;

/** Where something is drawn, in pixels of the page. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const EASE = "cubic-bezier(0.35, 0, 0.2, 1)";

function shift(box: Rect, seenFrom: Rect, { lift = 0, scale = 1 } = {}): string {
  const x = box.x + box.width / 2 - (seenFrom.x + seenFrom.width / 2);
  const y = box.y + box.height / 2 - (seenFrom.y + seenFrom.height / 2) - lift;
  return `translate(${x}px, ${y}px) scale(${(box.width / seenFrom.width) * scale})`;
}

/** From one place to another in a shallow arc, a little larger on the way; the thing is drawn where it arrives. */
export function fly(from: Rect, to: Rect): Keyframe[] {
  const between: Rect = {
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    width: (from.width + to.width) / 2,
    height: (from.height + to.height) / 2,
  };
  const lift = Math.hypot(to.x - from.x, to.y - from.y) * 0.08;
  return [
    { transform: shift(from, to), easing: "ease-in" },
    { transform: shift(between, to, { lift, scale: 1.18 }), easing: "ease-out" },
    { transform: "none" },
  ];
}

/** Straight from one place to another. */
export function slide(from: Rect, to: Rect): Keyframe[] {
  return [{ transform: shift(from, to), easing: EASE }, { transform: "none" }];
}

/** From place to place with a little hop at each step; the thing is drawn at its last place. */
export function walk(places: readonly Rect[]): Keyframe[] {
  const last = places.at(-1);
  if (last === undefined) return [];
  return places.flatMap((place, i): Keyframe[] => {
    const next = places[i + 1];
    const here = { transform: shift(place, last), easing: "ease-out" };
    if (next === undefined) return [here];
    const between: Rect = { ...next, x: (place.x + next.x) / 2, y: (place.y + next.y) / 2 };
    const hop = { transform: shift(between, last, { lift: last.height * 0.14 }), easing: "ease-in" };
    return [here, hop];
  });
}

/** Out of sight. */
export function vanish(): Keyframe[] {
  return [
    { opacity: 1, transform: "none" },
    { opacity: 0, transform: "translateY(60%) scale(0.8)" },
  ];
}

/** Turned over: the first half shows one side, the second half the other. */
export function turn(): Keyframe[] {
  return [{ transform: "none" }, { transform: "rotateY(90deg)", offset: 0.5 }, { transform: "none" }];
}
export function near(): Keyframe[] {
  return [{ opacity: 1 }, { opacity: 1, offset: 0.499 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];
}
export function far(): Keyframe[] {
  return [{ opacity: 0 }, { opacity: 0, offset: 0.499 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }];
}

/** Points that rise from where they were scored, and fade. */
export function rise(): Keyframe[] {
  return [
    { opacity: 0, transform: "translateY(30%) scale(0.6)", easing: "ease-out" },
    { opacity: 1, transform: "translateY(-20%) scale(1.1)", offset: 0.2 },
    { opacity: 1, transform: "translateY(-70%) scale(1)", offset: 0.75, easing: "ease-in" },
    { opacity: 0, transform: "translateY(-120%) scale(1)" },
  ];
}
