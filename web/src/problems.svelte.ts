/** What went wrong, in the user's language, until it is dismissed. */

import { Refusal } from "./api";
import { maybe, t, type Values } from "./texts.svelte";
import type { Problem } from "./wire";

/** A problem in words; `values` fill the placeholders of its reason. */
export function worded(problem: Problem | null, values: Values = {}): string {
  if (problem === null) return t("web.offline");
  if (problem.code === "bad_box") return boxFault(problem);
  const reason = problem.reason === null ? null : maybe(problem.reason, values);
  if (problem.rule !== null && reason !== null && !reason.includes("{")) {
    return sentence(reason); // the number of the rule is for its link
  }
  if (reason !== null && (problem.code === "too_many" || isClosed(problem))) return reason;
  return maybe(`web.error.${problem.code}`) ?? problem.message;
}

/** Whether a game is closed to others than its players: it is there, and nothing is wrong with its address. */
export const isClosed = (problem: Problem | null | undefined): boolean =>
  problem?.reason?.startsWith("closed.") ?? false;

/** What cannot be right in a box file, and at which of its keys. */
function boxFault({ message, reason, values }: Problem): string {
  const fault = reason === null ? null : maybe(reason, values);
  return `${t("web.error.bad_box")} ${fault === null ? message : t("web.named", { name: values.place ?? "", what: fault })}.`;
}

/** Reasons are parts of sentences: make one a whole sentence. Squares keep their small letters. */
export function sentence(reason: string): string {
  const start = /^[a-z]\d/.test(reason) ? reason.charAt(0) : reason.charAt(0).toUpperCase();
  return `${start}${reason.slice(1)}.`;
}

class Notice {
  problem = $state.raw<Problem | null | undefined>(undefined);
  /** the values for the problem's reason */
  values: Values = {};

  dismiss(): void {
    this.problem = undefined;
  }

  /** The server has answered: drop the notice that it could not be reached. */
  reached(): void {
    if (this.problem === null) this.dismiss();
  }

  /** Do something, and say what went wrong if it is refused. */
  async watch<T>(work: () => Promise<T>, values: Values = {}): Promise<T | undefined> {
    try {
      const result = await work();
      this.dismiss();
      return result;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.values = values;
      this.problem = error.problem;
      return undefined;
    }
  }
}
export const notice = new Notice();
