/** The window that shows a part of the rules over the page, so that nobody needs to leave the table to read them. */

import { isPlain } from "../router.svelte";
import { settings } from "../settings.svelte";

class RulesWindow {
  /** the section or rule shown; null: the window is closed */
  anchor = $state<string | null>(null);
  /** the box whose terms are used: the one being played */
  box = $state(settings.table.box);

  address(anchor: string): string {
    return `/rules?box=${encodeURIComponent(this.box)}#${anchor}`;
  }

  /** For links: open the window instead of following the link, unless the user asked for a new tab. */
  open(event: MouseEvent, anchor: string): void {
    if (!isPlain(event)) return;
    event.preventDefault();
    this.anchor = anchor;
  }

  close(): void {
    this.anchor = null;
  }
}
export const rulesWindow = new RulesWindow();
