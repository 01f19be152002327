/** How much of the window's lower edge an element covers: the desk of a phone lies over the page. */
export function coveredBy(element: HTMLElement): number {
  return getComputedStyle(element).position === "fixed" ? element.offsetHeight : 0;
}

/** Keeps room at the end of the page for an element that covers its lower edge, on screens where it does. */
export function takesRoom(element: HTMLElement): { destroy(): void } {
  const root = document.documentElement.style;
  const measure = () => root.setProperty("--desk", `${coveredBy(element)}px`);
  const watch = new ResizeObserver(measure);
  watch.observe(element);
  addEventListener("resize", measure); // it may begin to cover something without changing its own size
  return {
    destroy: () => {
      watch.disconnect();
      removeEventListener("resize", measure);
      root.removeProperty("--desk");
    },
  };
}
