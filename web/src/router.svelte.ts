/** Which page is shown. */

class Router {
  path = $state(location.pathname);

  constructor() {
    window.addEventListener("popstate", () => (this.path = location.pathname));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}
export const router = new Router();

/** The id of the table that a path names, or null. */
export function tableOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table whose replay a path names, or null. */
export function replayOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/replay\/?$/.exec(path)?.[1] ?? null;
}

/** For links within the client: change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  event.preventDefault();
  const { pathname, search, hash } = event.currentTarget as HTMLAnchorElement;
  router.go(pathname + search + hash);
}
