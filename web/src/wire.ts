// Written by `make types` from src/sanssouci/server/messages.py. Do not edit.

export type TableId = string;

export type Key = string;

export type LineKey = string;

export type SeatNumber = number;

export type PointOfView = number;

export type Ply = number;

export type Name = string;

export type Text = string;

export type Label = string;

export type StepText = string;

export type MoveText = string;

export type BoxId = string;

export type Level = string;

export type ExpansionName = string;

export type Seed = string;

export type Language = "de" | "en" | "es" | "fr";

export type SeatKind = "here" | "invited" | "computer";

export type Status = "waiting" | "running" | "over" | "abandoned";

export type Step = "choose garden side" | "choose reward side" | "play card" | "take tile" | "place gardener" | "move boar" | "walk noble";

export type Phase = Step | "over";

export type TableAction = "sit" | "say" | "abandon" | "rematch" | "record" | "replay";

export type SeatAction = "play" | "hint" | "count" | "invite" | "leave" | "replace" | "return" | "report";

export type ReportReason = "abuse" | "cheating" | "stalling" | "name" | "other";

export type KernelState = "warming" | "players" | "ready";

export type ErrorCode = "bad_request" | "bad_message" | "too_large" | "too_fast" | "too_many" | "forbidden_origin" | "forbidden_host" | "not_found" | "method_not_allowed" | "no_table" | "no_seat" | "not_your_seat" | "not_host" | "bad_key" | "seat_taken" | "saw_cards" | "not_waiting" | "not_running" | "not_over" | "not_your_turn" | "stale" | "invalid_move" | "illegal_move" | "no_undo" | "no_hints" | "no_leave" | "not_away" | "not_replaced" | "bad_setting" | "bad_record" | "no_report" | "banned" | "muted" | "no_account" | "has_account" | "both_seated" | "no_passkeys" | "bad_passkey" | "not_seated" | "warming_up" | "restarting" | "unavailable" | "internal";

/**
 * What was wrong, and what would be right.
 */
export interface Problem {
  code: ErrorCode;
  /** English, for developers; a client has its own words for the code */
  message: string;
  /** the number of the rule that forbids a move */
  rule: string | null;
  /** why, as a key of the texts: `reason.…` */
  reason: string | null;
  /** what would be legal instead */
  legal: string[];
}

/**
 * A column: its letter, what its structure is called, and which drawing shows it.
 */
export interface ColumnWords {
  letter: string;
  id: string;
  names: Record<Language, string>;
  drawing: string;
}

/**
 * A row: its number and what its colour is called.
 */
export interface RowWords {
  row: number;
  id: string;
  names: Record<Language, string>;
}

/**
 * A box that can be played here.
 */
export interface BoxInfo {
  id: string;
  name: string;
  players: number[];
  expansions: string[];
  columns: ColumnWords[];
  rows: RowWords[];
  /** the row of each space */
  display: number[];
  rounds: number;
  /** the squares that a reward board covers */
  reward_squares: string[];
  /** by number of players: how many of each structure */
  tiles: Record<string, number>;
}

/**
 * A level of the computer, the weakest first.
 */
export interface LevelInfo {
  id: string;
}

/**
 * What this server offers.
 */
export interface ServerInfo {
  version: string;
  boxes: BoxInfo[];
  levels: LevelInfo[];
  default_level: string;
  languages: Language[];
  /** "warming": no game can begin yet; "players": people can play, computers begin soon */
  kernel: KernelState;
  /** where others reach this server, for links; None: where the client does */
  address: string | null;
}

/**
 * Who takes a seat: someone at this screen, someone invited, or the computer.
 */
export interface SeatRequest {
  kind: SeatKind;
  name?: Name | null;
  /** of a computer; None for the default */
  level?: Level | null;
}

/**
 * A table to open. Seats go clockwise; the first in the list is seat 0.
 */
export interface NewTable {
  seats: SeatRequest[];
  box?: BoxId;
  expansions?: ExpansionName[];
  /** who starts; None lets chance decide */
  first?: SeatNumber | null;
  /** shown in the lobby, where anyone may take an invited seat */
  listed?: boolean;
  /** seconds between the moves of computers */
  pace?: number;
  /** seconds until a computer may take an absent player's seat */
  away?: number;
  /** whether players may ask for hints even when other people are playing */
  hints?: boolean;
  /** fixes the luck; only if at most one seat is not a computer */
  seed?: Seed | null;
}

/**
 * A seat as everybody may know it.
 */
export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  /** empty while nobody has taken it */
  name: string;
  /** of the computer that plays here, even if only in a player's place */
  level: string | null;
  /** somebody, or a computer, plays here */
  taken: boolean;
  /** a computer plays in a player's place */
  replaced: boolean;
  online: boolean;
  /** when a computer may take over (seconds since 1970); None: not while this player is here */
  away_at: number | null;
  /** its player has left during the game, and nobody has taken it since */
  left: boolean;
  yours: boolean;
  /** its player opened the table */
  host: boolean;
  /** in a rated game: its player's, when the game began or after it; '1500?' while it is a guess */
  rating: string | null;
  /** by this game, once it has been counted */
  rating_change: number | null;
  /** what the receiver may do with it */
  may: SeatAction[];
}

/**
 * A table as the receiver may know it.
 */
export interface TableInfo {
  id: string;
  status: Status;
  box: string;
  expansions: string[];
  /** who starts; None until chance has decided */
  first: number | null;
  listed: boolean;
  pace: number;
  away: number;
  hints: boolean;
  seats: SeatInfo[];
  /** the receiver opened the table */
  host: boolean;
  /** what the receiver may do here */
  may: TableAction[];
  /** None before the game has begun */
  ply: number | null;
  to_move: number | null;
  /** the game counts for the ratings of its players */
  rated: boolean;
  /** turns were taken back in this game */
  undone: boolean;
  /** the luck was chosen, not drawn */
  chosen_seed: boolean;
  /** the luck, once the game is over */
  seed: string | null;
  /** the table of the return game */
  rematch: string | null;
  /** how many connections are without a seat */
  watching: number;
  created: number;
  changed: number;
}

/**
 * A key to a seat. The page /table/ID#KEY uses it.
 */
export interface Invitation {
  seat: number;
  key: string;
}

/**
 * A newly opened table, with the keys to the invited seats.
 */
export interface OpenedTable {
  table: TableInfo;
  invitations: Invitation[];
}

/**
 * Several tables, the latest first.
 */
export interface TableList {
  tables: TableInfo[];
}

/**
 * Take a seat: the one a key belongs to, or without a key a free seat at a listed table.
 */
export interface Sit {
  name?: Name | null;
  key?: Key | null;
  seat?: SeatNumber | null;
}

/**
 * Somebody who has been sent a key, or is about to send it, and wants to know what it is.
 */
export interface Invitee {
  key: Key;
}

/**
 * What a key is to whoever asks.
 */
export interface Invited {
  /** the seat it opens; None: it has been used, or a fresh one has replaced it, or it never was one */
  seat: number | null;
  /** why the caller cannot sit down with it; None: nothing is in the way */
  why: ErrorCode | null;
  /** the link with this key as a picture: the address of an SVG, for `img`; empty if it opens nothing */
  qr: string;
}

/**
 * Let a computer play for a seat whose player is away, or for your own.
 */
export interface HandOver {
  /** only for your own seat: nobody weakens another's stand-in */
  level?: Level | null;
}

/**
 * Tell the operator of the server about a player.
 */
export interface Report {
  seat: SeatNumber;
  reason: ReportReason;
  text?: Text | null;
}

/**
 * A device of yours.
 */
export interface DeviceInfo {
  id: string;
  label: string;
  added: number;
  /** the one that is asking */
  this: boolean;
}

/**
 * A passkey of yours.
 */
export interface PasskeyInfo {
  id: string;
  label: string;
  added: number;
  used: number | null;
}

/**
 * Your account, as far as there is one.
 */
export interface You {
  account: boolean;
  name: string;
  devices: DeviceInfo[];
  passkeys: PasskeyInfo[];
  /** by this server */
  passkeys_offered: boolean;
  /** your games with other people are rated, from the next one on */
  rated: boolean;
  /** '1500?' while it is only a guess; None before the first rated game */
  rating: string | null;
  /** that were rated */
  games: number;
}

/**
 * Make an account if there is none, called so; `label` names the device that is asking.
 */
export interface AboutYou {
  label: Label;
  name?: Name | null;
  /** for POST /api/you: whether you want to be rated */
  rated?: boolean | null;
}

/**
 * A link that makes another device yours. It works once.
 */
export interface DeviceLink {
  link: string;
  /** the same as a picture: the address of an SVG, for `img` */
  qr: string;
  until: number;
}

/**
 * What a link for another device is to the browser that opened it.
 */
export interface LinkedDevice {
  /** whose account it belongs to */
  name: string;
  /** this browser belongs to that account already */
  yours: boolean;
  /** why it cannot be used here; None: nothing is in the way */
  why: ErrorCode | null;
}

/**
 * Make the device that is asking that of whoever made the link with this key.
 */
export interface NewDevice {
  key: Key;
  label: Label;
}

/**
 * A passkey that the browser has made: a PublicKeyCredential as JSON.
 */
export interface NewPasskey {
  credential: Record<string, unknown>;
  label: Label;
}

/**
 * The browser's proof that it has a passkey: a PublicKeyCredential as JSON.
 */
export interface SignIn {
  credential: Record<string, unknown>;
  label: Label;
}

/**
 * A face-up tile: its space, the square where it belongs, and its text in notation.
 */
export interface Tile {
  space: number;
  square: string;
  text: string;
}

/**
 * Points by source; they add up to the total.
 */
export interface PointsBySource {
  nobles: number;
  rows: number;
  columns: number;
  missions: number;
  /** by the name of each expansion that is played */
  expansions: Record<string, number>;
  total: number;
}

/**
 * A garden. Squares are texts like 'f3'.
 */
export interface GardenView {
  board: string;
  reward: string | null;
  printed: string[];
  structures: string[];
  gardeners: string[];
  /** by column: the row, 0 on the terrace */
  nobles: Record<string, number>;
  /** by the name of an expansion: the square on which its piece stands */
  pieces: Record<string, string>;
  /** by square: '+2', 'g3' (for a gardener), '-2' */
  marks: Record<string, string>;
}

/**
 * What lies in front of one player.
 */
export interface SeatView {
  points: PointsBySource;
  hand_count: number;
  mission_count: number;
  pile_count: number;
  discards: string[];
  /** in hand or in the pile: anyone may work this out */
  unplayed: string[];
  garden: GardenView;
  /** None: hidden */
  hand: string[] | null;
  /** None: hidden */
  missions: string[] | null;
}

/**
 * How the game ended.
 */
export interface Ending {
  gardeners: number[];
  /** the seats with the most points; if there are several, gardeners decide */
  tied: number[];
  winners: number[];
}

/**
 * A position from one seat's point of view; -1 is a spectator's.
 */
export interface GameView {
  eyes: number;
  phase: Phase;
  to_move: number | null;
  round: number;
  rounds: number;
  turns: number;
  display: (Tile | null)[];
  bag_count: number;
  /** by structure: anyone may work this out */
  bag: Record<string, number>;
  seats: SeatView[];
  ending: Ending | null;
}

/**
 * A move that was played, with what everybody saw of it.
 */
export interface TurnTold {
  seat: number;
  /** in notation */
  move: string;
  /** the board whose side was chosen; None for a turn */
  board: "garden" | "reward" | null;
  /** the board with its side: '2A' */
  side: string | null;
  card: string | null;
  /** where the tile was taken, as in `display` */
  space: number | null;
  /** where it belongs */
  tile: string | null;
  /** where it went */
  square: string | null;
  gardener: boolean;
  /** where expansions' pieces went, those that moved; None: it left the garden */
  pieces: Record<string, string | null>;
  /** where a noble went */
  walk: string | null;
  /** the squares it stepped on, in order; the last is `walk` */
  path: string[];
  /** what the move brought */
  points: PointsBySource;
  /** the structure turned up in the emptied space */
  refill: string | null;
}

/**
 * One choice in the current step.
 */
export interface ChoiceView {
  /** what to send */
  text: string;
  /** the points that it brings immediately */
  gained: number;
  /** what would go to a square: 'tile', 'gardener', 'noble' or the piece of an expansion */
  piece: string | null;
  /** where it would go; for a tile, where it belongs */
  square: string | null;
  /** a tile that will be turned over */
  gardener: boolean;
  /** for a walk, the squares stepped on */
  path: string[];
  /** squares that nobles could walk to after it but not before */
  opens: string[];
  /** for a board's side, the player's garden with it */
  garden: GardenView | null;
}

/**
 * A step that was taken: what it decided, and everything that could have been chosen.
 */
export interface TakenStep {
  step: Step;
  /** just one if there was no real choice */
  choices: ChoiceView[];
}

/**
 * An unfinished move, taken on to the next choice; only its own seat sees it.
 */
export interface DraftView {
  seat: number;
  ply: number;
  /** taken so far, including those that left no choice */
  steps: string[];
  /** the same steps, with everything that could have been chosen */
  taken: TakenStep[];
  /** the steps to send to take the last choice back; None: nothing was chosen yet */
  back: string[] | null;
  /** the choice to make now; None: the move is complete */
  step: Step | null;
  choices: ChoiceView[];
  /** before a card is played: what each tile that some card allows would do */
  tiles: ChoiceView[];
  /** by the steps so far */
  gained: number;
  /** the complete move, to send with `play` */
  move: string | null;
  /** the player's garden after these steps */
  garden: GardenView;
}

/**
 * Why a move is good or bad: the text `advice.KEY` with these values.
 */
export interface ReasonView {
  key: string;
  values: Record<string, number | string>;
}

/**
 * One of the best moves, and what to expect of it.
 */
export interface HintView {
  /** in notation */
  move: string;
  /** the same move as the steps of a draft, to send with `steps` */
  steps: string[];
  /** expected at the end of the game */
  points: number;
  /** the chance, 0 to 1; a shared victory counts as its share */
  win: number;
  /** the standard error of `win` */
  error: number;
  /** given up early and tried out less often than the first: its figures do not compare with that one's */
  rough: boolean;
  /** the weightiest first */
  reasons: ReasonView[];
}

/**
 * The best moves of a seat, the best first: at most five.
 */
export interface Hints {
  seat: number;
  ply: number;
  hints: HintView[];
}

/**
 * What a careful player could have counted.
 */
export interface Counts {
  seat: number;
  ply: number;
  /** by seat: the cards not yet discarded, in hand or in the pile */
  cards: Record<string, number>[];
  /** by structure: tiles in the bag */
  tiles: Record<string, number>;
  /** by structure: the chance that none lies on the display at this seat's next turn */
  absent: Record<string, number>;
}

/**
 * Who sat on a seat.
 */
export interface SeatTold {
  name: string;
  /** of the computer that played here */
  level: string | null;
}

/**
 * A whole game, or as much of it as was played, from one point of view.
 */
export interface Replay {
  box: BoxInfo;
  expansions: string[];
  /** a seat; -1: what everybody saw; -2: everything open */
  eyes: number;
  /** the points of view that may be asked for */
  allowed: number[];
  seats: SeatTold[];
  /** who started */
  first: number;
  /** views[n] after n moves */
  views: GameView[];
  /** log[n] leads from views[n] to views[n + 1] */
  log: TurnTold[];
  over: boolean;
}

/**
 * A record to show; nothing of it is stored.
 */
export interface RecordToReplay {
  /** docs/record.md */
  record: Record<string, unknown>;
  eyes?: PointOfView;
}

/**
 * Set the steps of your draft; the answer is the draft, taken on to the next choice.
 */
export interface Steps {
  type: "steps";
  seat: SeatNumber;
  ply: Ply;
  steps: StepText[];
  id?: number;
}

/**
 * Play a whole move; it is final.
 */
export interface Play {
  type: "play";
  seat: SeatNumber;
  ply: Ply;
  move: MoveText;
  id?: number;
}

/**
 * Take your last turn back, if all others are computers.
 */
export interface Undo {
  type: "undo";
  seat: SeatNumber;
  ply: Ply;
  id?: number;
}

/**
 * Say something at the table. A line that is sent again with the same key is said once.
 */
export interface Say {
  type: "say";
  text: Text;
  key?: LineKey;
  id?: number;
}

export type ClientMessage = Steps | Play | Undo | Say;

/**
 * The table has changed: somebody sat down, left, came back; or this is the first frame.
 */
export interface TableFrame {
  type: "table";
  table: TableInfo;
}

/**
 * The game as the connection may see it: one view for each seat it holds, or a spectator's.
 *
 * `log` replaces what the client has from `log_from` on: new moves are appended, and those taken back disappear.
 */
export interface GameFrame {
  type: "game";
  ply: number;
  views: GameView[];
  /** of the seats it holds, if one of them is to move */
  drafts: DraftView[];
  /** the seats it holds that may take their last turn back */
  undo: number[];
  log_from: number;
  log: TurnTold[];
}

/**
 * The draft after a `steps` command, or after another device of the same seat changed it.
 */
export interface DraftFrame {
  type: "draft";
  draft: DraftView;
  id: number | null;
}

/**
 * A command was carried out and stored.
 */
export interface DoneFrame {
  type: "done";
  id: number | null;
  ply: number | null;
}

/**
 * Something that was said.
 */
export interface ChatLine {
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/**
 * What was said; the first frame brings the most recent lines.
 */
export interface ChatFrame {
  type: "chat";
  lines: ChatLine[];
}

/**
 * Something is still being compiled: "warming" before the first game frame, "players" before computers move.
 */
export interface KernelFrame {
  type: "kernel";
  kernel: KernelState;
}

/**
 * A command was refused and nothing has changed.
 */
export interface ErrorFrame {
  type: "error";
  problem: Problem;
  id: number | null;
}

export type ServerFrame = TableFrame | GameFrame | DraftFrame | DoneFrame | ChatFrame | KernelFrame | ErrorFrame;

/**
 * A command was carried out; `ply` is now the last entry of the log.
 */
export interface Done {
  ply: number | null;
}
