/** The sounds of motions: a tile laid, steps, points. */

import { sound } from "../sound/sound";
import type { Motion } from "./planning";

/** Let motions be heard, their times multiplied by a factor; the function returned breaks them off. */
export function hear(motions: readonly Motion[], factor: number): () => void {
  const stops = motions.map((motion) => {
    const { start, time } = motion;
    const at = (milliseconds: number) => (milliseconds * factor) / 1000;
    switch (motion.what) {
      case "tile":
        return sound("tile", { after: at(start + time) });
      case "noble":
        return sound("walk", { after: at(start), step: motion.squares.length - 1 });
      case "points":
        return sound("points", { after: at(start), step: motion.points });
      default:
        return null;
    }
  });
  return () => stops.forEach((stop) => stop?.());
}
