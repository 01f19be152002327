/** Beginning a lesson, or going on with it. */

import { api } from "../api";
import { router } from "../router.svelte";
import { settings } from "../settings.svelte";
import { t } from "../texts.svelte";

/** Go to the table of a lesson: 'next' is whatever comes next. Where nothing is left to learn, show the list. */
export async function enterLesson(lesson: string, again = false): Promise<void> {
  const { table } = await api.enterLesson(lesson, { name: settings.name.trim() || t("web.guest"), again });
  router.go(table === null ? "/learn" : `/table/${table}`);
}
