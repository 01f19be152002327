/** Keeps room at the end of the page for an element that covers its lower edge (on small screens). */
export function takesRoom(element: HTMLElement): { destroy(): void } {
  const watch = new ResizeObserver(() =>
    document.documentElement.style.setProperty("--desk", `${element.offsetHeight}px`),
  );
  watch.observe(element);
  return { destroy: () => watch.disconnect() };
}
