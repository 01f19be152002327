/** Places from left to right, moved as little as it takes to lie at least `gap` apart. */
export function apart(places: readonly number[], gap: number): number[] {
  const groups = places.map((place) => ({ middle: place, size: 1 }));
  for (let i = 1; i < groups.length;) {
    const [left, right] = [groups[i - 1], groups[i]];
    if (!left || !right) break;
    const needed = (gap * (left.size + right.size)) / 2;
    if (right.middle - left.middle >= needed) {
      i += 1;
      continue;
    }
    const size = left.size + right.size;
    const middle = (left.middle * left.size + right.middle * right.size) / size;
    groups.splice(i - 1, 2, { middle, size });
    i = Math.max(1, i - 1);
  }
  return groups.flatMap(({ middle, size }) =>
    [...Array(size).keys()].map((i) => middle + gap * (i - (size - 1) / 2)),
  );
}
