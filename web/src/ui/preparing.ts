/** Doing what needs the rules while the server is still preparing them. */

import { Refusal } from "../api";

const AGAIN = 1_500; // milliseconds until it is tried again

/** Do something as soon as the server is ready for it; `onwait` is told that this takes a while. Whoever goes to another
    page meanwhile wants it no more, and gets null. */
export async function oncePrepared<T>(
  work: () => Promise<T>,
  onwait: () => void,
  pause = AGAIN,
): Promise<T | null> {
  const { pathname } = location;
  while (location.pathname === pathname) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem?.code !== "warming_up") throw error;
    }
    onwait();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}
