/** Keeps room at the end of the page for an element that covers its lower edge, on screens where it does. */
export function takesRoom(element: HTMLElement): { destroy(): void } {
  const root = document.documentElement.style;
  const measure = () => {
    const covers = getComputedStyle(element).position === "fixed";
    root.setProperty("--desk", covers ? `${element.offsetHeight}px` : "0px");
  };
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
