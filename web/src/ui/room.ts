/** Where something lies over the page at its lower edge (small screens), the page keeps that much room for it. */
export function takesRoom(element: HTMLElement): { destroy(): void } {
  const watch = new ResizeObserver(() =>
    document.documentElement.style.setProperty("--desk", `${element.offsetHeight}px`),
  );
  watch.observe(element);
  return { destroy: () => watch.disconnect() };
}
