/** What an account should know of whoever makes it with this device: a name, if there is one, and what the device is. */

import { settings } from "../settings.svelte";
import type { You } from "../wire";

export function about(you: You, label: string): { label: string; name?: string } {
  const name = you.name || settings.name.trim();
  return name ? { label, name } : { label };
}
