/** Asks before something is done that others notice or that cannot be undone: a window of ours, one question at a time. */

export interface Question {
  title: string;
  /** what will happen, a sentence or two each */
  text: readonly string[];
  /** what the button says that does it */
  yes: string;
}

class Asking {
  question = $state.raw<Question | null>(null);
  #answer: (sure: boolean) => void = () => undefined;

  /** Whether the user agrees; a new question takes the place of one that was not answered. */
  ask(question: Question): Promise<boolean> {
    this.answer(false);
    this.question = question;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(sure: boolean): void {
    this.question = null;
    this.#answer(sure);
  }
}
export const asking = new Asking();

export function sure(question: Question): Promise<boolean> {
  return asking.ask(question);
}
