/** Going to the table of a puzzle. */

import { api } from "../api";
import { router } from "../router.svelte";
import { settings } from "../settings.svelte";
import { t } from "../texts.svelte";
import type { EnterPuzzle, PuzzleTheme } from "../wire";

const named = () => ({ name: settings.name.trim() || t("web.guest") });

/** Go to a puzzle of the chosen kind that is not finished yet; false if none is left. */
export async function enterPuzzle(): Promise<boolean> {
  const { theme, difficulty } = settings.puzzles;
  return enter({
    theme: (theme || null) as PuzzleTheme | null,
    difficulty: difficulty || null,
    ...named(),
  });
}

/** Try the same puzzle at a fresh table. */
export const enterAgain = (puzzle: string) => enter({ puzzle, ...named() });

async function enter(wish: EnterPuzzle): Promise<boolean> {
  const { table } = await api.enterPuzzle(wish);
  if (table === null) return false;
  router.go(`/table/${table}`);
  return true;
}
