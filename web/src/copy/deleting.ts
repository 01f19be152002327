import { api } from "../api";
import { notice } from "../problems.svelte";
import { t } from "../texts.svelte";
import { sure } from "../ui/asking.svelte";

/** Delete a box of one's own, if that is what is wanted; whether it is gone. */
export async function deleted(id: string): Promise<boolean> {
  const text = [t("copy.delete.text")];
  if (!(await sure({ title: t("copy.delete.sure"), text, yes: t("copy.delete") }))) return false;
  return (await notice.watch(() => api.deleteBox(id))) !== undefined;
}
