/** How hard a puzzle is, in words. */

import { t, type TextKey } from "../texts.svelte";

export const LEVELS = [1, 2, 3, 4] as const;

export const levelOf = (difficulty: number) => t(`web.puzzles.level.${difficulty}` as TextKey);
