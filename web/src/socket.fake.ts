/** For tests: a WebSocket whose other end is the test. */

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (event: { data: string }) => void;

  constructor() {
    FakeSocket.all.push(this);
  }
  /** The latest one made. */
  static get newest(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (!found) throw new Error("no line was opened");
    return found;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  says(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
