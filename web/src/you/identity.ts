/** Whom this browser plays for may change on one page; the other open pages then start anew. */

const PLACE = "sanssouci.identity";

/** Note that this browser plays for somebody else now. */
export function identityChanged(): void {
  try {
    localStorage.setItem(PLACE, String(Date.now()));
  } catch {
    // other pages notice when they are loaded again
  }
}

/** Start a page anew when another one has changed whom this browser plays for. */
export function followIdentity(): void {
  addEventListener("storage", ({ key }) => {
    if (key === PLACE) location.reload();
  });
}
