/** The current state of a table, kept up to date over a WebSocket, and the commands of those who sit at it. */

import { Refusal } from "./api";
import { freshKey } from "./keys";
import { fold } from "./log";
import { Stage } from "./motion/stage.svelte";
import { isClosed, notice } from "./problems.svelte";
import { server } from "./server.svelte";
import { Socket, type Line } from "./socket";
import type {
  ChatLine,
  ClientMessage,
  DraftView,
  GameView,
  KernelState,
  Play,
  Problem,
  Say,
  ServerFrame,
  Steps,
  TableInfo,
  TurnTold,
  Undo,
} from "./wire";

const PATIENCE = 8_000; // milliseconds without an answer after which a line is considered dead
const ASLEEP = 60_000; // milliseconds: a page asleep for this long no longer trusts its line

type Unnumbered = Omit<Steps, "id"> | Omit<Play, "id"> | Omit<Undo, "id"> | Omit<Say, "id">;
interface Pending {
  command: ClientMessage;
  done(): void;
  refused(problem: Problem | null): void;
}

export class Live {
  readonly id: string;
  /** who sits here, and how the table is set up */
  table = $state.raw<TableInfo | null>(null);
  /** the last entry of the table's log; null before the game */
  ply = $state<number | null>(null);
  /** the seats of this browser that may take their last turn back */
  undoable = $state.raw<readonly number[]>([]);

  // What is shown; it may be a few moves behind while their animations play.
  /** the game as seen from each seat that this browser holds, or by a spectator */
  views = $state.raw<readonly GameView[]>([]);
  /** moves in the making, by seat */
  drafts = $state.raw<Readonly<Record<number, DraftView>>>({});
  log = $state.raw<readonly TurnTold[]>([]);

  chat = $state.raw<ChatLine[]>([]);
  /** what the server is still compiling; a server that is ready says nothing of it to a new connection */
  kernel = $state<KernelState>("ready");
  line = $state<Line>("connecting");
  /** why the game is closed to us */
  shut = $state.raw<Problem | null>(null);
  /** moves are not animated, because the page shows something else */
  still = false;

  readonly #stage: Stage;
  #told: readonly TurnTold[] = [];
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Pending>();
  #unsaid: { text: string; key: string } | null = null; // the last line, until the server has confirmed it
  #number = 0;
  #hiddenSince = 0;
  #moved = false;
  readonly #look = () => this.#looked();
  readonly #online = () => this.renew();

  constructor(id: string) {
    this.id = id;
    this.#stage = new Stage({
      show: (position) => ({ views: this.views, drafts: this.drafts, log: this.log } = position),
      words: () => server.words(this.table),
      still: () => this.still,
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new Socket(`${scheme}://${location.host}/api/tables/${id}/live`, {
      line: (line) => this.#lineIs(line),
      message: (text) => this.receive(JSON.parse(text) as ServerFrame),
    });
    document.addEventListener("visibilitychange", this.#look);
    window.addEventListener("online", this.#online);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    window.removeEventListener("online", this.#online);
    this.#stage.close();
    this.#socket.close();
  }

  /** Whether what is shown is not yet the latest. */
  get behind(): boolean {
    return this.#stage.behind;
  }

  /** Reconnect with our present identity. */
  renew(): void {
    this.#socket.renew();
  }

  // ── commands ─────────────────────────────────────────────────────────────────────────────────────

  steps(seat: number, steps: readonly string[]): Promise<void> {
    return this.#send({ type: "steps", seat, ply: this.ply ?? 0, steps: [...steps] });
  }

  play(seat: number, move: string): Promise<void> {
    return this.#send({ type: "play", seat, ply: this.ply ?? 0, move });
  }

  undo(seat: number): Promise<void> {
    return this.#send({ type: "undo", seat, ply: this.ply ?? 0 });
  }

  /** Say something. While it is not known whether a line has arrived it keeps its key, so that said again it is said once. */
  async say(text: string): Promise<void> {
    if (this.#unsaid?.text !== text) this.#unsaid = { text, key: freshKey() };
    await this.#send({ type: "say", ...this.#unsaid });
    this.#unsaid = null;
  }

  /** Send a command; resolves when the server has carried it out, and rejects with a Refusal. Without an answer the line
      is given up; a repeated command names the same ply, so that nothing is played twice. */
  #send(command: Unnumbered): Promise<void> {
    const id = (this.#number += 1);
    const message = { ...command, id } as ClientMessage;
    return new Promise((resolve, reject) => {
      if (!this.#socket.send(JSON.stringify(message)) && this.line !== "moving") {
        reject(new Refusal(null));
        return;
      }
      const timer = setTimeout(() => this.renew(), PATIENCE);
      this.#waiting.set(id, {
        command: message,
        done: () => (clearTimeout(timer), resolve()),
        refused: (problem) => (clearTimeout(timer), reject(new Refusal(problem))),
      });
    });
  }

  // ── frames ───────────────────────────────────────────────────────────────────────────────────────

  /** Take what the server sends. Each frame is complete, so nothing depends on earlier ones. */
  receive(frame: ServerFrame): void {
    if (frame.type !== "error") this.#socket.served();
    switch (frame.type) {
      case "table":
        this.table = frame.table;
        break;
      case "game":
        this.ply = frame.ply;
        this.#resend(frame.ply);
        this.undoable = frame.undo;
        this.#told = fold(this.#told, frame.log_from, frame.log);
        this.#stage.take(
          { views: frame.views, drafts: bySeat(frame.drafts), log: this.#told },
          frame.log_from,
        );
        break;
      case "draft":
        if (frame.draft.ply === this.ply) this.#drafted(frame.draft);
        this.#answered(frame.id)?.done();
        break;
      case "done":
        this.#answered(frame.id)?.done();
        break;
      case "error":
        if (isClosed(frame.problem)) this.#shut(frame.problem);
        else if (frame.id === null)
          notice.problem = frame.problem; // not about a command: the line itself is refused
        else this.#answered(frame.id)?.refused(frame.problem);
        break;
      case "chat":
        this.chat = merged(this.chat, frame.lines);
        break;
      case "kernel":
        this.kernel = frame.kernel;
        break;
    }
  }

  /** The game is not for us to see, and asking again would not change that. */
  #shut(problem: Problem): void {
    this.shut = problem;
    this.close();
  }

  #drafted(draft: DraftView): void {
    void this.#stage.drafted(this.drafts[draft.seat], draft);
    this.drafts = { ...this.drafts, [draft.seat]: draft };
  }

  /** After the server was replaced, send again what was under way, unless the game has gone on since: then it was
      carried out, or it is too late for it. */
  #resend(ply: number): void {
    if (!this.#moved) return;
    this.#moved = false;
    for (const [id, waiting] of this.#waiting) {
      if ("ply" in waiting.command && waiting.command.ply !== ply) this.#answered(id)?.done();
      else this.#socket.send(JSON.stringify(waiting.command));
    }
  }

  #answered(id: number | null): Pending | undefined {
    if (id === null) return undefined;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #lineIs(line: Line): void {
    this.line = line;
    if (line === "open") {
      notice.reached();
      this.kernel = "ready";
      return;
    }
    if (line === "moving") {
      this.#moved = true; // what is under way is settled by the next game frame
      return;
    }
    for (const waiting of this.#waiting.values()) waiting.refused(null);
    this.#waiting.clear();
  }

  #looked(): void {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
    } else if (this.line === "lost" || Date.now() - this.#hiddenSince > ASLEEP) {
      this.renew();
    }
  }
}

function bySeat(drafts: readonly DraftView[]): Record<number, DraftView> {
  return Object.fromEntries(drafts.map((draft) => [draft.seat, draft]));
}

/** What was said, each line once, in order. */
export function merged(old: readonly ChatLine[], lines: readonly ChatLine[]): ChatLine[] {
  const byNumber = new Map([...old, ...lines].map((line) => [line.number, line]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
