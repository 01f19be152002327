/** Opening what a page shows. */

import { Refusal } from "../api";

const AGAIN = 2_000; // milliseconds

/** Open something; while the server cannot be reached, try again. `told` hears why it is not open yet, and null when it
    is. Returns how to stop. */
export function keepOpening(open: () => Promise<void>, told: (why: Refusal | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function attempt(): Promise<void> {
    try {
      await open();
      told(null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      told(error);
      if (error.passes && !stopped) timer = setTimeout(() => void attempt(), AGAIN);
    }
  }
  void attempt();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
