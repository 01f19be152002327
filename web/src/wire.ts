// Written by `make types` from src/sanssouci/server/messages/. Do not edit.

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

export type Audience = "anyone" | "friends" | "salon" | "link";

export type Welcome = "anyone" | "beginners" | "experienced";

export type Status = "waiting" | "running" | "over" | "abandoned";

export type Step = "choose garden side" | "choose reward side" | "play card" | "take tile" | "place gardener" | "move boar" | "walk noble";

export type Phase = Step | "over";

export type TableAction = "sit" | "say" | "abandon" | "rematch" | "record" | "replay" | "review" | "take" | "forget";

export type SeatAction = "play" | "hint" | "count" | "invite" | "leave" | "replace" | "return" | "report" | "remove" | "appoint";

export type ReportReason = "abuse" | "cheating" | "stalling" | "name" | "other";

export type KernelState = "warming" | "players" | "ready";

export type ErrorCode = "bad_request" | "bad_message" | "too_large" | "too_fast" | "too_many" | "forbidden_origin" | "forbidden_host" | "not_found" | "method_not_allowed" | "no_table" | "no_seat" | "not_your_seat" | "not_host" | "bad_key" | "seat_taken" | "saw_cards" | "not_waiting" | "not_running" | "not_over" | "not_your_turn" | "stale" | "invalid_move" | "illegal_move" | "bad_entry" | "no_undo" | "no_hints" | "no_leave" | "no_rematch" | "not_alone" | "not_away" | "not_replaced" | "bad_setting" | "bad_record" | "no_box" | "bad_box" | "not_your_box" | "no_salon" | "no_report" | "banned" | "muted" | "no_account" | "has_account" | "both_seated" | "no_passkeys" | "bad_passkey" | "no_push" | "not_seated" | "warming_up" | "restarting" | "unavailable" | "internal";

export type TooMany = "tables" | "new" | "server" | "watchers" | "connections" | "salons" | "members" | "boxes" | "followed" | "taps" | "corrections" | "reminded";

/**
 * What was wrong, and what would be right.
 */
export interface Problem {
  code: ErrorCode;
  /** English, for developers; a client has its own words for the code */
  message: string;
  /** the number of the rule that forbids a move */
  rule: string | null;
  /** why, as a key of the texts: `reason.…`, `box.fault.…`, `too_many.…`, `closed.…` */
  reason: string | null;
  /** for the placeholders of that text */
  values: Record<string, string | number>;
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
  /** the server's time, in seconds since 1970: clocks are read by it */
  now: number;
  /** what a browser needs before it can be reminded, as base64url; None: nobody is reminded here */
  push_key: string | null;
  /** where others reach this server, for links; None: where the client does */
  address: string | null;
}

export type BoxText = string;

export type Drawing = string;

export type Count = number;

export type BoardSquare = string;

export type PlayerCount = string;

export type TomlText = string;

/**
 * A column or a row: its id, and its words.
 */
export interface BoxLine {
  id: BoxText;
  en: BoxText;
  de?: BoxText;
  es?: BoxText;
  fr?: BoxText;
}

/**
 * The row of each space of the display.
 */
export interface BoxDisplay {
  spaces: Count[];
}

/**
 * The cards of a player.
 */
export interface BoxCards {
  pairs: string[];
  structures: string;
  wild: Count;
  hand: Count;
}

/**
 * The missions of each player.
 */
export interface BoxMissions {
  each: Count;
}

/**
 * A board, each side drawn row by row.
 */
export interface BoxBoard {
  id: BoxText;
  A: Drawing;
  B?: Drawing;
}

/**
 * The garden boards, and how many squares are printed on each side.
 */
export interface BoxGardens {
  printed: Count;
  board: BoxBoard[];
}

/**
 * The reward boards, how many squares each side covers, and how many of these are marked.
 */
export interface BoxRewards {
  covered: Count;
  marked: Count;
  board: BoxBoard[];
}

/**
 * A whole box file, as in TOML; `extends` names the box that it was begun from.
 */
export interface BoxFile {
  format: Count;
  id: BoxText;
  name: BoxText;
  expansions: ExpansionName[];
  board: Record<ExpansionName, BoardSquare>;
  columns: BoxLine[];
  rows: BoxLine[];
  display: BoxDisplay;
  cards: BoxCards;
  missions: BoxMissions;
  tiles: Record<PlayerCount, Count>;
  gardens: BoxGardens;
  rewards?: BoxRewards;
  extends?: BoxId;
}

/**
 * A box to begin: from one that comes with the game, from a TOML file, or from somebody's box.
 */
export interface NewBox {
  extends?: BoxId | null;
  text?: TomlText | null;
  of?: TableId | null;
  name?: BoxText | null;
}

/**
 * A box as it is now; with a size, cut or extended to that.
 */
export interface SaveBox {
  /** the one that was changed */
  version: number;
  file: BoxFile;
  columns?: number | null;
  rows?: number | null;
}

/**
 * What cannot be right in a box, and where.
 */
export interface BoxFault {
  /** as in the file */
  key: string;
  /** the box checker's words, in English */
  fault: string;
  /** in other languages: the text `box.fault.WHY`; empty if there is none */
  why: string;
  /** for its placeholders */
  values: Record<string, string | number>;
  /** the table of the file */
  part: string;
  /** of the board or the card, counted from 1 */
  number: number | null;
  /** of the board */
  side: string | null;
  square: string | null;
}

/**
 * A box of somebody's.
 */
export interface OwnBox {
  /** a link to it, and what a new table is opened with */
  id: string;
  /** the receiver may change it */
  yours: boolean;
  version: number;
  changed: number;
  file: BoxFile;
  /** while there are any, nobody can play with it */
  faults: BoxFault[];
  /** how it looks; None if it is too faulty to be drawn */
  info: BoxInfo | null;
  /** of the part that the rules need, as `sanssouci box check` tells it; empty while there are faults */
  digest: string;
  /** for others */
  link: string;
  /** the link as a picture: the address of an SVG, for `img` */
  qr: string;
}

/**
 * A box in a list.
 */
export interface OwnBoxLine {
  id: string;
  name: string;
  /** the box it was begun from; empty: none */
  extends: string;
  changed: number;
  faults: number;
  /** None while there are faults; its id is that of the list */
  info: BoxInfo | null;
}

/**
 * The receiver's boxes, the latest first.
 */
export interface OwnBoxes {
  boxes: OwnBoxLine[];
  /** how many there may be */
  most: number;
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
 * How much time each player has: an amount for the whole game, and some for each turn, which may be days.
 */
export interface ClockWish {
  /** seconds */
  base: number;
  /** seconds; the rest is saved unless `base` is 0 */
  turn: number;
}

/**
 * How much time each player has, in seconds: for the whole game, and for each turn.
 */
export interface ClockInfo {
  base: number;
  turn: number;
}

/**
 * A table to open. Seats go clockwise; the first in the list is seat 0.
 */
export interface NewTable {
  seats: SeatRequest[];
  /** one of this server's, or the id of an owner's box */
  box?: BoxId;
  expansions?: ExpansionName[];
  /** who starts; None lets chance decide */
  first?: SeatNumber | null;
  /** the same as the audience "anyone" */
  listed?: boolean;
  /** who finds the table in the lobby, and may take an invited seat without a key */
  audience?: Audience | null;
  /** with the audience "salon": whose members find the table; you are one of them */
  salon?: TableId | null;
  welcome?: Welcome;
  /** that is spoken at the table */
  language?: Language | null;
  clock?: ClockWish | null;
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
  /** in all, soon after the game has ended */
  points: number | null;
  /** alone or with others; False until the points are known */
  won: boolean;
  /** with a clock: the seconds it has beside those of its turn, as of the turn's beginning */
  bank: number | null;
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
  /** how the box looks if it is an owner's and not one of this server's */
  own_box: BoxInfo | null;
  expansions: string[];
  /** who starts; None until chance has decided */
  first: number | null;
  listed: boolean;
  audience: Audience;
  /** whose members find the table */
  salon: string | null;
  welcome: Welcome;
  language: Language | null;
  clock: ClockInfo | null;
  /** with a clock: when the time of whoever is to move runs out (seconds since 1970) */
  due: number | null;
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
  /** a copy with all its secrets was taken along, or this is one */
  taken: boolean;
  /** the luck, once the game is over */
  seed: string | null;
  /** the table of the rematch */
  rematch: string | null;
  /** taught here; 'game': a first game with a guide */
  lesson: string | null;
  /** which others have too: a day, as 2026-11-18, or that of a twin game */
  luck: string | null;
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
 * What somebody has reached in games with this box, its expansions and as many players, on a seat of their own.
 *
 * Games in which turns were taken back or the luck was chosen do not count.
 */
export interface Best {
  /** this game does */
  counts: boolean;
  /** the most in their other games; None: there is none */
  points: number | null;
  /** where that was */
  table: string | null;
  /** how many there are besides this one */
  games: number;
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
 * A seat as the lobby shows it.
 */
export interface LobbySeat {
  name: string;
  /** of the computer that plays here */
  level: string | null;
  taken: boolean;
  /** of whoever sits there and wants to be rated */
  rating: string | null;
  /** has played with the receiver before */
  met: boolean;
}

/**
 * A table with a free seat, or a game to watch.
 */
export interface LobbyTable {
  id: string;
  status: Status;
  box: string;
  /** of an owner's box */
  box_name: string | null;
  expansions: string[];
  seats: LobbySeat[];
  /** the name of whoever opened it; empty if they do not play or do not say */
  host: string;
  audience: Audience;
  /** that the table belongs to; the receiver is in it */
  salon: string | null;
  welcome: Welcome;
  language: Language | null;
  clock: ClockInfo | null;
  hints: boolean;
  /** the receiver may take a free seat */
  sit: boolean;
  /** the receiver sits there or has opened it */
  yours: boolean;
  created: number;
}

/**
 * The tables that the receiver may join or watch: those with a free seat first.
 */
export interface LobbyFrame {
  type: "lobby";
  tables: LobbyTable[];
}

export type SalonName = string;

/**
 * A salon to be founded.
 */
export interface NewSalon {
  name: SalonName;
  /** what its founder is called there */
  you: Name;
}

/**
 * Join a salon, or change your name there.
 */
export interface JoinSalon {
  name: Name;
}

/**
 * Somebody in a salon.
 */
export interface SalonMember {
  name: string;
  you: boolean;
  founder: boolean;
}

/**
 * A salon as whoever has its link may know it.
 */
export interface Salon {
  id: string;
  name: string;
  /** the receiver is in it */
  member: boolean;
  /** the receiver founded it, and may close it */
  founder: boolean;
  members: SalonMember[];
  /** that stays valid */
  link: string;
  /** the link as a picture: the address of an SVG, for `img` */
  qr: string;
  /** that members may join or watch; none for others */
  tables: LobbyTable[];
}

/**
 * A salon that the receiver is in.
 */
export interface OwnSalon {
  id: string;
  name: string;
  members: number;
}

/**
 * The salons that the receiver is in, the oldest first.
 */
export interface SalonList {
  salons: OwnSalon[];
}

/**
 * Who played on a seat, and how the game ended for it.
 */
export interface GameSeat {
  name: string;
  /** of the computer that plays, or played, here */
  level: string | null;
  yours: boolean;
  /** once the game is over */
  points: number | null;
  /** alone or together with others */
  won: boolean;
}

/**
 * One of your games.
 */
export interface GameLine {
  id: string;
  status: Status;
  box: string;
  /** of an owner's box */
  box_name: string | null;
  expansions: string[];
  seats: GameSeat[];
  your_turn: boolean;
  /** you may take back a seat here that you have left, or that a computer plays for you */
  returns: boolean;
  /** others than you play or played here */
  people: boolean;
  rated: boolean;
  undone: boolean;
  chosen_seed: boolean;
  taken: boolean;
  created: number;
  changed: number;
  may: TableAction[];
}

/**
 * Your games, the latest first.
 */
export interface GameList {
  games: GameLine[];
  /** there are earlier ones: ask for those before the last of these */
  more: boolean;
}

/**
 * A running game that was taken along, to be gone on with here: a complete record.
 */
export interface GoOn {
  /** docs/record.md */
  record: Record<string, unknown>;
  /** of whoever goes on with it; None: as in the record */
  name?: Name | null;
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
 * Make an account with this name if there is none; `label` names the device that is asking.
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
  /** it has an account of its own, which would become part of that one */
  merges: boolean;
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

export type Endpoint = string;

/**
 * A browser that wants to be reminded: its PushSubscription, and the language that it speaks.
 */
export interface NewPush {
  endpoint: Endpoint;
  /** `p256dh` */
  key: string;
  auth: string;
  language: Language;
}

/**
 * A browser that does not want to be reminded any more.
 */
export interface ForgetPush {
  endpoint: Endpoint;
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
 * A row or column that is complete or lacks at most two squares, with what it scores at the end.
 */
export interface LineView {
  /** a row's number, or a column's letter */
  name: string;
  /** the squares that are still free */
  missing: string[];
  points: number;
}

/**
 * What a seat would have if the game ended now.
 */
export interface ProjectionView {
  /** without missions that are hidden */
  points: PointsBySource;
  /** rows first */
  lines: LineView[];
  /** by column: what each would score; None: hidden */
  missions: Record<string, number> | null;
  /** by the name of each expansion that is played: what it would win or cost */
  ending: Record<string, number>;
}

/**
 * What lies in front of one player.
 */
export interface SeatView {
  points: PointsBySource;
  /** None while boards are being chosen, and after the end */
  projected: ProjectionView | null;
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
 * One line of the final count; the lines of a seat add up to its total.
 */
export interface Counted {
  /** 'play': what the score track shows before the count; else as in `points` */
  source: string;
  /** the number of a row, the letter of a column or mission, the square of a piece; empty for 'play' */
  what: string;
  points: number;
}

/**
 * How the game ended.
 */
export interface Ending {
  /** by seat, in the order of the rules */
  count: Counted[][];
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
 * A move that was played, or could be, with what everybody sees of it.
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
  /** the rule by which the card allowed any tile */
  any_tile: "T4" | "T5" | null;
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
  /** the player's, after these steps; None while boards are being chosen */
  projected: ProjectionView | null;
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
 * A lesson, or the guided game ('game'), and how far the caller is with it.
 */
export interface LessonInfo {
  id: string;
  /** the one that it is about */
  expansion: string | null;
  /** where it is under way */
  table: string | null;
  done: boolean;
}

/**
 * All lessons in their order, the guided game last.
 */
export interface Lessons {
  lessons: LessonInfo[];
}

/**
 * Begin a lesson, or go on with it.
 */
export interface EnterLesson {
  /** the learner's */
  name?: Name | null;
  /** from the beginning, even if it is under way */
  again?: boolean;
}

/**
 * Where a lesson takes place; None if there is nothing left to learn.
 */
export interface EnteredLesson {
  lesson: string;
  table: string | null;
}

/**
 * What is meant, to be marked on the table.
 */
export interface Highlights {
  cards: string[];
  tiles: string[];
  squares: string[];
  missions: string[];
}

/**
 * What a lesson says now. The client has the words: LESSON.TEXT in `texts/lessons`.
 */
export interface LessonView {
  lesson: string;
  /** of the lesson, from 1 */
  number: number;
  count: number;
  /** from 0 */
  part: number;
  parts: number;
  text: string;
  shows: Highlights;
  /** for something to be done at the table; if not, for `part` to be read */
  waits: boolean;
  /** what is not as it was asked for: LESSON.TEXT.wrong.WRONG, LESSON.TEXT.wrong or wrong.WRONG */
  wrong: string | null;
  /** the last turn has to be taken back */
  again: boolean;
  /** nothing comes after this part */
  done: boolean;
  /** the lesson after this one, or 'game' */
  next: string | null;
  /** what gardens would have if the game ended now has been taught, and can be shown */
  counts: boolean;
  /** all but expansions has been taught: the learner may as well play a game now */
  ready: boolean;
}

/**
 * A part of a lesson has been read.
 */
export interface ReadPart {
  part: number;
}

/**
 * A turn that was much better than the one played.
 */
export interface MissedView {
  /** by which it was better, over the whole game */
  points: number;
  /** of these points: with 95 % confidence they are no further off */
  error: number;
  turn: TurnTold;
  reasons: ReasonView[];
}

/**
 * What the guide of a first game says before a turn: the text `guide.KEY` with these values.
 */
export interface GuideView {
  ply: number;
  /** what there is to see */
  remark: ReasonView | null;
  /** a good one, or the one that was missed before */
  turn: TurnTold | null;
  /** it was missed before, and the learner has taken the turn back */
  again: boolean;
  /** it brings less at once than another one would, and more in later turns */
  later: boolean;
  shows: Highlights;
  /** in the turn before */
  missed: MissedView | null;
  /** it has just fallen silent … */
  quiet: boolean;
  /** … or is silent */
  silent: boolean;
}

export type PuzzleTheme = "last round" | "boar" | "rewards" | "keep the card" | "mission" | "deny" | "gardener" | "open a walk";

export type PuzzleState = "open" | "wrong" | "solved" | "missed";

export type Difficulty = number;

/**
 * How many puzzles there are about something, and how many of them the caller has tried and solved.
 */
export interface PuzzleCount {
  theme: PuzzleTheme;
  /** 1 to 4 */
  difficulty: number;
  total: number;
  tried: number;
  solved: number;
}

/**
 * What somebody's tries say about them.
 */
export interface SolverView {
  /** with a question mark while it is a guess; None before the first puzzle */
  rating: string | null;
  tried: number;
  solved: number;
  /** solved in a row, up to now */
  streak: number;
  /** the longest such row */
  best: number;
}

/**
 * The puzzles by theme and difficulty, the caller as a solver, and the table where one is being tried.
 */
export interface Puzzles {
  solver: SolverView;
  counts: PuzzleCount[];
  table: string | null;
}

/**
 * Ask for a puzzle that one has not finished yet, or for a particular one again.
 */
export interface EnterPuzzle {
  theme?: PuzzleTheme | null;
  difficulty?: Difficulty | null;
  puzzle?: string | null;
  /** the solver's */
  name?: Name | null;
}

/**
 * Where a puzzle can be tried; None if none of the wanted ones is left.
 */
export interface EnteredPuzzle {
  table: string | null;
}

/**
 * The best move of a puzzle, and why; sent only when the tries are over.
 */
export interface SolutionView {
  move: string;
  /** what the one-move evaluation and a greedy player would play */
  tempting: string[];
  reasons: ReasonView[];
  /** by which it is better than the next best move … */
  points: number;
  /** … at 95 % confidence */
  points_error: number;
  /** and by how much of a win chance, 0 to 1 */
  win: number;
  win_error: number;
}

/**
 * Where a solver stands with the puzzle at a table.
 */
export interface PuzzleView {
  puzzle: string;
  seat: number;
  theme: PuzzleTheme;
  difficulty: number;
  /** wrong: the move on the table has to be taken back */
  state: PuzzleState;
  /** left */
  tries: number;
  /** this is the first time, which counts */
  first: boolean;
  /** of the rating, when it has just been counted */
  change: number | null;
  solver: SolverView;
  solution: SolutionView | null;
}

/**
 * See the solution without another try.
 */
export interface GiveUp {
}

export type EnteringSeat = number;

export type Place = number;

export type EntryText = string;

export type LaidPart = "garden" | "reward" | "square" | "noble" | "piece" | "mission" | "score" | "discard" | "hand" | "tile" | "turns";

export type Purpose = "follow" | "count" | "ask";

export type LaidPurpose = "count" | "ask";

export type EntryKind = "garden" | "side" | "mission" | "reward" | "card" | "tile" | "turn";

/**
 * A game at a real table, to be followed from its beginning.
 */
export interface NewFollowed {
  box: BoxId;
  players: number;
  expansions?: ExpansionName[];
  first?: SeatNumber;
  /** the seat of whoever enters, whose own cards are entered too */
  eyes?: EnteringSeat;
  names?: Name[] | null;
  /** the same key again: the same game, not another one */
  key?: LineKey | null;
}

/**
 * One tap. Sent again with the same number and key, it counts once.
 */
export interface Tap {
  /** one more than that of the last tap */
  number: number;
  key: LineKey;
  kind: "enter" | "undo" | "correct" | "show" | "put";
  /** what is entered: a choice of the step at hand, or one of the options wanted */
  text?: EntryText | null;
  /** to correct: the place of the entry */
  place?: Place | null;
  /** to show: whose missions; to put: before whom */
  seat?: SeatNumber | null;
  /** to put: what it is */
  part?: LaidPart | null;
  /** to put: its square, column, card or space */
  where?: string | null;
}

/**
 * Taps in their order; those made while the connection was lost come together.
 */
export interface Taps {
  taps: Tap[];
}

/**
 * The steps of another move in place of an earlier one; nothing is stored.
 */
export interface LookBack {
  place: Place;
  steps?: StepText[];
}

/**
 * What has to be entered next. The choices of a turn or a side are in the draft.
 */
export interface WantedView {
  kind: EntryKind;
  /** None for the first tiles of the display */
  seat: number | null;
  options: string[];
  /** where the tile lies that is wanted, as in `display` */
  space: number | null;
}

/**
 * Something that can be tapped before the present turn is over, and what each tap leads to.
 */
export interface AheadStep {
  /** the decision; None: what chance brings is `wanted` */
  step: Step | null;
  /** what would go to a square, as in a choice */
  piece: string | null;
  wanted: WantedView | null;
  /** what can be tapped; the lists below go with it */
  texts: string[];
  /** the points that each brings immediately */
  gained: number[];
  /** the tiles among them that will be turned over */
  turned: string[];
  /** what each leads to, by its place in the list of steps; -1: only the server knows */
  next: number[];
}

/**
 * One event at the table, as it was entered.
 */
export interface EntryView {
  kind: EntryKind;
  seat: number | null;
  /** '?': nobody has seen it */
  text: string;
  /** what a turn or a side did */
  told: TurnTold | null;
}

/**
 * A followed game as it stands.
 */
export interface FollowedView {
  id: string;
  /** of the last tap */
  number: number;
  box: BoxInfo;
  expansions: string[];
  /** empty ones for seats without a name */
  names: string[];
  first: number;
  eyes: number;
  entries: EntryView[];
  /** None when the last turn has been played */
  wanted: WantedView | null;
  /** the turn or side that is wanted */
  draft: DraftView | null;
  view: GameView;
  /** the seats whose missions are still to be shown */
  unknown: number[];
  /** how many later entries the last tap, a correction, has made impossible */
  dropped: number;
  /** what can be tapped in this turn without a connection; the first is what is wanted now */
  ahead: AheadStep[];
  /** by board and side: the squares printed there */
  gardens: Record<string, string[]>;
  /** by board and side: the marks by square */
  rewards: Record<string, Record<string, string>>;
}

/**
 * One of the caller's followed games or laid tables.
 */
export interface FollowedLine {
  id: string;
  purpose: Purpose;
  box: string;
  names: string[];
  players: number;
  expansions: string[];
  turns: number;
  over: boolean;
  created: number;
  changed: number;
}

/**
 * The caller's followed games and laid tables, the latest first.
 */
export interface FollowedList {
  games: FollowedLine[];
}

/**
 * A table that is laid out by hand.
 */
export interface NewLaid {
  purpose: LaidPurpose;
}

/**
 * The table of a followed game is to be laid out as it stands.
 */
export interface LayOut {
  purpose: LaidPurpose;
  /** the same key again: the same table, not another one */
  key?: LineKey | null;
}

/**
 * The boards before one player; None where none was entered yet.
 */
export interface LaidBoards {
  garden: string | null;
  reward: string | null;
}

/**
 * Something at a laid table that is not right yet.
 */
export interface LaidFault {
  /** the text `fault.KEY`; None if there is none */
  key: string | null;
  /** the same in English */
  message: string;
  /** for the text */
  values: Record<string, number | string>;
  seat: number | null;
  /** something is still to be entered; otherwise it cannot be as it is */
  open: boolean;
}

/**
 * A table laid out by hand, as far as it goes.
 */
export interface LaidView {
  id: string;
  /** of the last tap */
  number: number;
  purpose: LaidPurpose;
  box: BoxInfo;
  expansions: string[];
  /** empty ones for seats without a name */
  names: string[];
  first: number;
  eyes: number;
  /** by board and side: the squares printed there */
  gardens: Record<string, string[]>;
  /** by board and side: the marks by square; empty without this expansion */
  rewards: Record<string, Record<string, string>>;
  /** the expansions that have put a piece into every garden */
  pieces: string[];
  /** by seat, as all that follows */
  boards: LaidBoards[];
  scores: (number | null)[];
  /** turns */
  played: number[];
  /** by the square of a gardener: the structure of its tile, where it was named */
  under: Record<string, string>[];
  /** gardeners on tiles that nobody has named */
  hidden: number;
  faults: LaidFault[];
  /** nothing is missing or wrong */
  whole: boolean;
  /** for drawing while it is not whole */
  view: GameView;
}

/**
 * A square, for the noble of its column.
 */
export interface WalkView {
  square: string;
  /** what ending a walk there scores */
  points: number;
  /** which way; empty if the noble may not end there */
  path: string[];
  /** the rule that forbids it */
  rule: string | null;
  /** why, as a key of the texts: `reason.…` */
  reason: string | null;
}

/**
 * Where the nobles of a seat may walk, square by square.
 */
export interface Walks {
  seat: number;
  walks: WalkView[];
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

export type ShareState = "new" | "running" | "over" | "late" | "abandoned";

/**
 * How somebody has done with a luck.
 */
export interface LuckStanding {
  name: string;
  points: number;
  /** the points of the computer */
  rival: number;
  yours: boolean;
}

/**
 * A luck, and what has been made of it, as far as the caller may know it.
 */
export interface LuckView {
  /** a day, as 2026-11-18, or that of a twin game */
  id: string;
  twin: boolean;
  /** when the day is over, in seconds since 1970; None for twin games */
  ends: number | null;
  /** whether the day is over; never for a twin game */
  over: boolean;
  box: string;
  expansions: string[];
  /** of the caller's own attempt */
  state: ShareState;
  /** where it is, or was */
  table: string | null;
  /** others' results are told later: after one's own game, or those of both twins */
  closed: boolean;
  /** of a twin game: the names of those who play, or have played */
  players: string[];
  /** of the other's attempt at a twin game; None if there is no other */
  twin_state: ShareState | null;
  /** the best first */
  standings: LuckStanding[];
  /** what the king has reached in the same seat; None while that is closed, or it still plays */
  king: number | null;
  /** one's own game can be seen beside the king's or the twin's: both are over, and none was deleted */
  comparable: boolean;
}

/**
 * A day of the calendar.
 */
export interface LuckDay {
  day: string;
  /** the caller's own; None without a finished game */
  points: number | null;
  king: number | null;
}

/**
 * A month's calendar: the days that somebody has played.
 */
export interface LuckDays {
  today: string;
  days: LuckDay[];
}

/**
 * Play with a luck that others have too.
 */
export interface EnterLuck {
  name?: Name | null;
}

/**
 * Where it is played.
 */
export interface EnteredLuck {
  id: string;
  table: string;
}

/**
 * Two games with the same luck: one's own, and that of the king or the twin.
 */
export interface LuckGames {
  /** the twin's; None: it is the king's */
  name: string | null;
  own: Replay;
  other: Replay;
}

export type ReviewDepth = "normal" | "deeper";

export type Verdict = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * An estimate, and its error at 95 % confidence.
 */
export interface FigureView {
  value: number;
  error: number;
}

/**
 * What something is worth to a seat.
 */
export interface WorthView {
  points: FigureView;
  /** in shares of the win, 0 to 1 */
  win: FigureView;
}

/**
 * How a seat ended.
 */
export interface ResultView {
  points: number;
  win: number;
}

/**
 * What a seat's result is made of: expected + skill + others + all luck = result, exactly.
 */
export interface AccountView {
  seat: number;
  /** at the start */
  expected: WorthView;
  /** its own decisions, beside those of the evaluation */
  skill: WorthView;
  /** the decisions of the others */
  others: WorthView;
  /** by source: boards, missions, cards, tiles, hidden */
  luck: Record<string, WorthView>;
  result: ResultView;
  /** what its decisions cost beside the best moves */
  cost: WorthView;
  /** what gave it most: places in the review's `luck` */
  luckiest: number[];
}

/**
 * A move, what it was worth, and why.
 */
export interface JudgedView {
  move: string;
  points: FigureView;
  win: FigureView;
  reasons: ReasonView[];
}

/**
 * A decision: what was played, what was best, and what the difference cost.
 */
export interface DecisionView {
  /** the number of decisions before it */
  ply: number;
  /** 0 during the set-up */
  round: number;
  seat: number;
  played: JudgedView;
  best: JudgedView;
  cost: WorthView;
  verdict: Verdict;
  praise: string[];
  /** the move played is the best one, or not worse as far as can be told */
  as_good: boolean;
  /** what tells the best move from the one played */
  why: ReasonView[];
}

/**
 * An event of chance, and what it gave to each seat.
 */
export interface DrawnView {
  ply: number;
  round: number;
  seat: number | null;
  source: string;
  values: string[];
  gave: WorthView[];
}

/**
 * What each seat could expect before a decision, or at the end.
 */
export interface MomentView {
  ply: number;
  round: number;
  seat: number | null;
  expected: WorthView[];
}

/**
 * A whole review.
 */
export interface ReviewView {
  /** the version of what computed it */
  engine: string;
  depth: ReviewDepth;
  accounts: AccountView[];
  decisions: DecisionView[];
  luck: DrawnView[];
  moments: MomentView[];
  /** plies after which another seat was ahead */
  turning: number[];
  /** the plies of the three turns that changed most */
  deciding: number[];
}

/**
 * A review, or how far it has come: ask again by its id.
 */
export interface Reviewing {
  id: string;
  /** steps */
  done: number;
  /** 0 while it waits for its turn */
  total: number;
  review: ReviewView | null;
}

/**
 * How deep to go.
 */
export interface ReviewWish {
  depth?: ReviewDepth;
}

/**
 * A record of a finished game; the review is kept, the record is not.
 */
export interface RecordToReview {
  /** docs/record.md */
  record: Record<string, unknown>;
  depth?: ReviewDepth;
}

/**
 * What a review says of one's decisions in a game.
 */
export interface JudgedGame {
  decisions: number;
  /** what they cost beside the best moves, all together */
  points: number;
  win: number;
  /** in points */
  luck: number;
}

/**
 * A game that counts.
 */
export interface ProgressGame {
  id: string;
  /** when it ended */
  at: number;
  /** the strongest computer by its level, or 'people' */
  against: string;
  points: number;
  won: boolean;
  /** points by source, as in `points` of views */
  sources: Record<string, number>;
  /** None: there is no review */
  judged: JudgedGame | null;
}

/**
 * Games against one kind of opponent.
 */
export interface WinsAgainst {
  against: string;
  games: number;
  won: number;
}

/**
 * What one misses, how often, and what it has cost.
 */
export interface MistakeKind {
  kind: string;
  count: number;
  points: number;
  win: number;
}

/**
 * One's games with a box.
 */
export interface BoxProgress {
  box: string;
  /** the oldest first */
  games: ProgressGame[];
  /** the weakest opponents first, people last */
  wins: WinsAgainst[];
  /** games */
  reviewed: number;
  /** in these */
  decisions: number;
  /** what a decision cost on average; None without a review */
  points: number | null;
  win: number | null;
  /** the dearest first */
  mistakes: MistakeKind[];
}

/**
 * Your progress.
 */
export interface ProgressView {
  /** the one played last first */
  boxes: BoxProgress[];
  /** finished games that do not count: not played alone or to the end, taken back, with chosen luck */
  uncounted: number;
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
