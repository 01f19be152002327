/** Which page is shown. */

class Router {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    window.addEventListener("popstate", () => this.#look());
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.path = location.pathname;
    this.search = location.search;
  }
}
export const router = new Router();

/** Whether a click on a link asks for nothing special, such as a new tab. */
export function isPlain(event: MouseEvent): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey } = event;
  return !(defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey);
}

/** For links within the client: change the page without reloading. */
export function follow(event: MouseEvent): void {
  if (!isPlain(event)) return;
  event.preventDefault();
  const { pathname, search, hash } = event.currentTarget as HTMLAnchorElement;
  router.go(pathname + search + hash);
}
