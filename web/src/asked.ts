/** Questions to the server that are asked before the code that needs their answers has arrived. */

export const QUESTION: RequestInit = { method: "GET", headers: { accept: "application/json" } };

const answers = new Map<string, Promise<Response>>();

export function askAhead(path: string): void {
  const answer = fetch(`/api${path}`, QUESTION);
  answer.catch(() => {}); // whoever needs it hears of that
  answers.set(path, answer);
}

/** The answer to a question asked ahead; only once, for later it may be another. */
export function answerTo(path: string): Promise<Response> | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}
