/** Scores that are counting up now, by seat: shown in place of the view's. */

import { SvelteMap } from "svelte/reactivity";

export const counting = new SvelteMap<number, number>();
