/** Tells users outside the page that it is their turn, if they want that and the browser allows it. */

import icon from "../icon.svg";
import { remember, settings } from "../settings.svelte";
import { t } from "../texts.svelte";

export function canTell(): boolean {
  return "Notification" in window;
}

/** Turn notifications on or off. The browser asks the user once; without permission they stay off. */
export async function wishToBeTold(wanted: boolean): Promise<void> {
  settings.notify = wanted; // as the box that was ticked shows; it may have to be unticked again
  settings.notify = wanted && (await Notification.requestPermission()) === "granted";
  remember();
}

/** Say that it is the user's turn, unless they are looking at the page. */
export function tellTurn(table: string): void {
  if (!settings.notify || !document.hidden || !canTell() || Notification.permission !== "granted") return;
  try {
    const told = new Notification("Sanssouci", { body: t("web.your turn"), tag: table, icon });
    told.onclick = () => {
      window.focus();
      told.close();
    };
  } catch {
    // some phones allow notifications only for installed pages; the title says it too
  }
}
