/** What can be heard, if the user wants to hear it. How it sounds is in `synth`, which is loaded only then. */

import { remember, settings } from "../settings.svelte";

export type SoundName = "tile" | "walk" | "points" | "turn" | "end";

const nothing = () => undefined;

/** Play a sound after some seconds; `step` is how many points or steps it tells of. The function returned breaks it off. */
export function sound(name: SoundName, { after = 0, step = 1 } = {}): () => void {
  if (!settings.sound || settings.volume === 0) return nothing;
  let broken = false;
  let stop: () => void = nothing;
  const asked = performance.now();
  void import("./synth").then(
    ({ play }) => {
      if (broken) return;
      const late = (performance.now() - asked) / 1000;
      stop = play(name, settings.volume, Math.max(0, after - late), step);
    },
    nothing, // without a line there is silence
  );
  return () => {
    broken = true;
    stop();
  };
}

/** Turn sound on or off; turned on, it is heard at once. */
export function wishToHear(wanted: boolean): void {
  settings.sound = wanted;
  remember();
  sound("turn");
}
