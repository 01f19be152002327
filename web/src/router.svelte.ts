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

/** The id of the table that a path names, or null. */
export function tableOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** Whether a click on a link asks for nothing special, such as a new tab. */
export function isPlain(event: MouseEvent): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey } = event;
  return !(defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey);
}

/** The id of the table whose replay a path names, or null. */
export function replayOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/replay\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table whose review a path names, or null. */
export function reviewOf(path: string): string | null {
  return /^\/table\/([A-Za-z0-9_-]{22})\/review\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the followed game that a path names, or null. */
export function followedOf(path: string): string | null {
  return /^\/companion\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the box that a path names, or null. */
export function boxOf(path: string): string | null {
  return /^\/copy\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the salon that a path names, or null. */
export function salonOf(path: string): string | null {
  return /^\/salon\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The id of the table laid out by hand that a path names, or null. */
export function laidOf(path: string): string | null {
  return /^\/companion\/table\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1] ?? null;
}

/** The luck that a path names: a day, an empty text for today, a twin game; or null. */
export function luckOf(path: string): string | null {
  if (/^\/day\/?$/.test(path)) return "";
  const named = /^\/(?:day\/(\d{4}-\d\d-\d\d)|twin\/([A-Za-z0-9_-]{22}))\/?$/.exec(path);
  return named?.[1] ?? named?.[2] ?? null;
}

/** For links within the client: change the page without reloading. */
export function follow(event: MouseEvent): void {
  if (!isPlain(event)) return;
  event.preventDefault();
  const { pathname, search, hash } = event.currentTarget as HTMLAnchorElement;
  router.go(pathname + search + hash);
}
