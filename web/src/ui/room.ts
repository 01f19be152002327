/** Keeps room at the end of the page for an element that covers its lower edge, on screens where it does. */
export function takesRoom(element: HTMLElement): { destroy(): void } {
  const root = document.documentElement.style;
  const watch = new ResizeObserver(() => {
    const covers = getComputedStyle(element).position === "fixed";
    root.setProperty("--desk", covers ? `${element.offsetHeight}px` : "0px");
  });
  watch.observe(element);
  return {
    destroy: () => {
      watch.disconnect();
      root.removeProperty("--desk");
    },
  };
}
