/** Lets the keyboard scroll an element whenever it holds more than it shows. */
export function reachable(element: HTMLElement): { destroy(): void } {
  const look = () => {
    if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  const size = new ResizeObserver(look);
  const words = new MutationObserver(look);
  size.observe(element);
  words.observe(element, { childList: true, subtree: true, characterData: true });
  return {
    destroy: () => {
      size.disconnect();
      words.disconnect();
    },
  };
}
