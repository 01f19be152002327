/** A WebSocket that reconnects by itself, waiting longer after every failure. */

/** "moving": the server is being replaced, and another process takes over; nobody need be told.
    "gone": the other end no longer exists, and no further attempt is made. */
export type Line = "connecting" | "open" | "moving" | "lost" | "gone";

const FIRST = 400; // milliseconds before the first new attempt
const LONGEST = 9_000; // so that nobody waits for longer once the server is there again
const LEFT_ALONE = 15_000; // for a server that refuses
const FULL = 10; // failures after which the waits stop growing

// The server closes a line that it refuses with 4000 plus the HTTP status.
const REFUSED = 4000;
const GONE = 4404;
const UNAVAILABLE = 4503; // its database is away, which passes
const MOVED = 1012; // "service restart"

/** How long to wait before an attempt; `chance` (0 to 1) spreads clients out. */
export function pause(failures: number, chance: number): number {
  return spread(Math.min(LONGEST, FIRST * 2 ** Math.min(failures, FULL)), chance);
}

function spread(longest: number, chance: number): number {
  return longest * (0.5 + chance / 2);
}

export interface SocketHooks {
  line(state: Line): void;
  message(text: string): void;
}

export class Socket {
  readonly #address: string;
  readonly #hooks: SocketHooks;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(address: string, hooks: SocketHooks) {
    this.#address = address;
    this.#hooks = hooks;
    this.#open();
  }

  /** Send a text; false if the line is down. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** The line is accepted: its next failure counts as a first one. Being open is not enough, for it may still be refused. */
  served(): void {
    this.#failures = 0;
  }

  /** Reconnect now: our identity has changed, or the line may have died unnoticed. */
  renew(): void {
    if (this.#closed) return;
    this.#failures = 0;
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null; // so that its events no longer count
    socket?.close();
  }

  #open(): void {
    this.#hooks.line(this.#failures ? "lost" : "connecting");
    this.#connect();
  }

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket === socket) this.#hooks.line("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hooks.message(event.data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket || this.#closed) return;
      this.#socket = null;
      if (code === MOVED && this.#failures === 0) {
        this.#failures = 1; // should this attempt fail, the line is lost
        this.#hooks.line("moving");
        this.#timer = setTimeout(() => this.#connect(), pause(0, Math.random()) / 4);
        return;
      }
      this.#hooks.line(code === GONE ? "gone" : "lost");
      if (code === GONE) return;
      const refuses = code >= REFUSED && code !== UNAVAILABLE;
      const wait = refuses ? spread(LEFT_ALONE, Math.random()) : pause(this.#failures, Math.random());
      this.#timer = setTimeout(() => this.#open(), wait);
      this.#failures += 1;
    };
  }
}
