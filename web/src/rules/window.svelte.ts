/** The window that shows a part of the rules over the page, so that nobody has to leave the table to read. */

import { isPlain } from "../router.svelte";
import { settings } from "../settings.svelte";

class RulesWindow {
  /** the section or the rule that is shown; null: the window is closed */
  anchor = $state<string | null>(null);
  /** the box whose terms are used: the one that is played */
  box = $state(settings.table.box);

  address(anchor: string): string {
    return `/rules?box=${encodeURIComponent(this.box)}#${anchor}`;
  }

  /** For links: open the window instead of a new tab, unless a new tab was asked for. */
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
