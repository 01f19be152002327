/** The names of the computer's levels. */

import { maybe } from "../texts.svelte";

export function levelName(id: string): string {
  return maybe(`web.level.${id}`) ?? id;
}

/** How a level plays, in a sentence. */
export function levelText(id: string): string {
  return maybe(`web.level text.${id}`) ?? "";
}
