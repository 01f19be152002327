/** Attributes of a picture that explains itself: to screen readers, and in Tip.svelte under mouse, focus and finger. */
export function explained(text: string): Record<string, string | number> {
  return { role: "img", "aria-label": text, "data-tip": text, tabindex: 0 };
}
