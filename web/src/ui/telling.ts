/** Telling the user, outside the page, that it is their turn: if they want it, and the browser lets us. */

import icon from "../icon.svg";
import { remember, settings } from "../settings.svelte";
import { t } from "../texts.svelte";

export function canTell(): boolean {
  return "Notification" in window;
}

/** Turn the notices on or off. The browser asks the user once; without their leave they stay off. */
export async function wishToBeTold(wanted: boolean): Promise<void> {
  settings.notify = wanted && (await Notification.requestPermission()) === "granted";
  remember();
}

/** Say that it is the user's turn, unless they look at the page. */
export function tellTurn(table: string): void {
  if (!settings.notify || !document.hidden || !canTell() || Notification.permission !== "granted") return;
  try {
    const told = new Notification("Sanssouci", { body: t("web.your turn"), tag: table, icon });
    told.onclick = () => {
      window.focus();
      told.close();
    };
  } catch {
    // some phones allow notices to installed pages only; the title says it as well
  }
}
