/** Keeps the focus in a part of the page whose buttons come and go: when the focused button vanishes, the focus moves to
    the first element there that one of the selectors finds. */
export function keepsFocus(part: HTMLElement, next: readonly string[]): { destroy(): void } {
  let held: Element | null = null;
  const take = (event: FocusEvent) => (held = event.target as Element);
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget) held = null;
    // a button still on the page lost the focus on purpose, by a click beside it
    else queueMicrotask(() => (held = held?.isConnected && held !== document.activeElement ? null : held));
  };
  const changes = new MutationObserver(() => {
    if (!held || held.isConnected) return;
    held = null;
    if (document.activeElement !== document.body) return;
    const found = next.map((selector) => part.querySelector<HTMLElement>(selector)).find((each) => each);
    found?.focus({ preventScroll: true });
  });
  part.addEventListener("focusin", take);
  part.addEventListener("focusout", leave);
  changes.observe(part, { childList: true, subtree: true });
  return { destroy: () => changes.disconnect() };
}
