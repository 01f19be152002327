/** The HTTP part of the protocol. */

import { answerTo, QUESTION } from "./asked";
import type {
  AboutYou,
  Best,
  Counts,
  DeviceLink,
  Done,
  EnteredLesson,
  EnteredLuck,
  EnteredPuzzle,
  EnterLesson,
  EnterLuck,
  EnterPuzzle,
  FollowedList,
  FollowedView,
  ForgetPush,
  GameList,
  GoOn,
  GuideView,
  HandOver,
  Hints,
  Invitation,
  Invited,
  Invitee,
  JoinSalon,
  LaidView,
  LayOut,
  Lessons,
  LessonView,
  LinkedDevice,
  LookBack,
  LuckDays,
  LuckGames,
  LuckView,
  NewBox,
  NewDevice,
  NewFollowed,
  NewLaid,
  NewPasskey,
  NewPush,
  NewSalon,
  NewTable,
  OpenedTable,
  OwnBox,
  OwnBoxes,
  Problem,
  ProgressView,
  Puzzles,
  PuzzleView,
  RecordToReplay,
  RecordToReview,
  Replay,
  Report,
  Reviewing,
  ReviewWish,
  SaveBox,
  Salon,
  SalonList,
  ServerInfo,
  SignIn,
  Sit,
  TableInfo,
  TableList,
  Tap,
  Walks,
  You,
} from "./wire";
import type { CreationJson, RequestJson } from "./you/passkey";

const PASSING = ["unavailable", "restarting", "warming_up", "too_fast"];

/** Why the server refused; null if it could not be reached. */
export class Refusal extends Error {
  readonly problem: Problem | null;

  constructor(problem: Problem | null) {
    super(problem?.message ?? "the server could not be reached");
    this.problem = problem;
  }

  /** Whether the same may well succeed a little later. */
  get passes(): boolean {
    return this.problem === null || PASSING.includes(this.problem.code);
  }
}

const AGAIN = 1_000; // milliseconds until a server that is being replaced is asked again
const OFTEN = 10;

/** Ask the server; while one process of it is being replaced, ask again until another answers. */
async function ask<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await askOnce<T>(method, path, body);
    } catch (error) {
      const again = error instanceof Refusal && error.problem?.code === "restarting" && times < OFTEN;
      if (!again) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

async function askOnce<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { ...QUESTION, method };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let reply: Response;
  try {
    reply = await ((method === "GET" && answerTo(path)) || fetch(`/api${path}`, request));
  } catch {
    throw new Refusal(null);
  }
  const content: unknown = await reply.json().catch(() => null);
  if (!reply.ok || content === null) throw new Refusal(content as Problem | null); // null: it broke off on its way
  return content as T;
}

const seatPath = (table: string, seat: number, what: string) => `/tables/${table}/seats/${seat}/${what}`;

export const api = {
  server: () => ask<ServerInfo>("GET", "/server"),
  lobby: () => ask<TableList>("GET", "/tables"),
  mine: () => ask<TableList>("GET", "/mine"),
  games: (before: number | null) =>
    ask<GameList>("GET", `/mine/games${before === null ? "" : `?before=${before}`}`),
  progress: () => ask<ProgressView>("GET", "/mine/progress"),
  goOn: (game: GoOn) => ask<OpenedTable>("POST", "/mine/go-on", game),
  forget: (table: string) => ask<Done>("POST", `/tables/${table}/forget`),
  take: (table: string) => ask<object>("POST", `/tables/${table}/take`),
  open: (table: NewTable) => ask<OpenedTable>("POST", "/tables", table),
  table: (table: string) => ask<TableInfo>("GET", `/tables/${table}`),
  remindMe: (push: NewPush) => ask<Done>("POST", "/push", push),
  forgetPush: (push: ForgetPush) => ask<Done>("POST", "/push/forget", push),
  salons: () => ask<SalonList>("GET", "/salons"),
  salon: (salon: string) => ask<Salon>("GET", `/salons/${salon}`),
  foundSalon: (wish: NewSalon) => ask<Salon>("POST", "/salons", wish),
  joinSalon: (salon: string, wish: JoinSalon) => ask<Salon>("POST", `/salons/${salon}/join`, wish),
  leaveSalon: (salon: string) => ask<Done>("POST", `/salons/${salon}/leave`),
  closeSalon: (salon: string) => ask<Done>("POST", `/salons/${salon}/close`),
  sit: (table: string, sit: Sit) => ask<TableInfo>("POST", `/tables/${table}/sit`, sit),
  leave: (table: string, seat: number) => ask<TableInfo>("POST", seatPath(table, seat, "leave")),
  invitation: (table: string, invitee: Invitee) =>
    ask<Invited>("POST", `/tables/${table}/invitation`, invitee),
  key: (table: string, seat: number) => ask<Invitation>("POST", seatPath(table, seat, "key")),
  replace: (table: string, seat: number, level: HandOver) =>
    ask<TableInfo>("POST", seatPath(table, seat, "replace"), level),
  remove: (table: string, seat: number) => ask<TableInfo>("POST", seatPath(table, seat, "remove")),
  appoint: (table: string, seat: number) => ask<TableInfo>("POST", seatPath(table, seat, "appoint")),
  return: (table: string, seat: number) => ask<TableInfo>("POST", seatPath(table, seat, "return")),
  abandon: (table: string) => ask<TableInfo>("POST", `/tables/${table}/abandon`),
  report: (table: string, report: Report) => ask<Done>("POST", `/tables/${table}/report`, report),
  rematch: (table: string) => ask<OpenedTable>("POST", `/tables/${table}/rematch`),
  hints: (table: string, seat: number) => ask<Hints>("GET", `/tables/${table}/hints?seat=${seat}`),
  counts: (table: string, seat: number) => ask<Counts>("GET", `/tables/${table}/counts?seat=${seat}`),
  lessons: () => ask<Lessons>("GET", "/lessons"),
  enterLesson: (lesson: string, wish: EnterLesson) => ask<EnteredLesson>("POST", `/lessons/${lesson}`, wish),
  lesson: (table: string) => ask<LessonView>("GET", `/tables/${table}/lesson`),
  readPart: (table: string, part: number) => ask<LessonView>("POST", `/tables/${table}/lesson`, { part }),
  guide: (table: string) => ask<GuideView>("GET", `/tables/${table}/guide`),
  puzzles: () => ask<Puzzles>("GET", "/puzzles"),
  enterPuzzle: (wish: EnterPuzzle) => ask<EnteredPuzzle>("POST", "/puzzles", wish),
  puzzle: (table: string) => ask<PuzzleView>("GET", `/tables/${table}/puzzle`),
  giveUp: (table: string) => ask<PuzzleView>("POST", `/tables/${table}/puzzle`, {}),
  luck: (luck: string) => ask<LuckView>("GET", `/luck/${luck}`),
  luckDays: (month: string) => ask<LuckDays>("GET", `/luck?month=${month}`),
  luckGames: (luck: string) => ask<LuckGames>("GET", `/luck/${luck}/games`),
  enterLuck: (luck: string, wish: EnterLuck) => ask<EnteredLuck>("POST", `/luck/${luck}`, wish),
  newTwin: (wish: EnterLuck) => ask<EnteredLuck>("POST", "/luck", wish),
  forgetPuzzles: () => ask<Done>("POST", "/mine/puzzles/forget"),
  replay: (table: string, eyes: number) => ask<Replay>("GET", `/tables/${table}/replay?eyes=${eyes}`),
  best: (table: string, seat: number) => ask<Best>("GET", `/tables/${table}/best?seat=${seat}`),
  replayRecord: (asked: RecordToReplay) => ask<Replay>("POST", "/replay", asked),
  review: (table: string, wish: ReviewWish) => ask<Reviewing>("POST", `/tables/${table}/review`, wish),
  reviewRecord: (wish: RecordToReview) => ask<Reviewing>("POST", "/review", wish),
  findReview: (id: string) => ask<Reviewing>("GET", `/reviews/${id}`),
  followedGames: () => ask<FollowedList>("GET", "/companion/games"),
  follow: (game: NewFollowed) => ask<FollowedView>("POST", "/companion/games", game),
  followed: (game: string) => ask<FollowedView>("GET", `/companion/games/${game}`),
  tap: (game: string, taps: readonly Tap[]) =>
    ask<FollowedView>("POST", `/companion/games/${game}/taps`, { taps }),
  lookBack: (game: string, look: LookBack) =>
    ask<FollowedView>("POST", `/companion/games/${game}/look`, look),
  forgetFollowed: (game: string) => ask<Done>("POST", `/companion/games/${game}/forget`),
  boxes: () => ask<OwnBoxes>("GET", "/boxes"),
  box: (box: string) => ask<OwnBox>("GET", `/boxes/${box}`),
  beginBox: (wish: NewBox) => ask<OwnBox>("POST", "/boxes", wish),
  saveBox: (box: string, wish: SaveBox) => ask<OwnBox>("POST", `/boxes/${box}`, wish),
  deleteBox: (box: string) => ask<Done>("POST", `/boxes/${box}/delete`),
  askForMoves: (game: string) => ask<Hints>("GET", `/companion/games/${game}/hints`),
  askForCounts: (game: string) => ask<Counts>("GET", `/companion/games/${game}/counts`),
  askForWalks: (game: string, seat: number) => ask<Walks>("GET", `/companion/games/${game}/walks/${seat}`),
  followedRecord: (game: string) => ask<object>("GET", `/companion/games/${game}/record`),
  layOut: (table: NewLaid) => ask<LaidView>("POST", "/companion/tables", table),
  layOutFollowed: (game: string, wish: LayOut) =>
    ask<LaidView>("POST", `/companion/games/${game}/lay-out`, wish),
  laid: (table: string) => ask<LaidView>("GET", `/companion/tables/${table}`),
  put: (table: string, taps: readonly Tap[]) =>
    ask<LaidView>("POST", `/companion/tables/${table}/taps`, { taps }),
  forgetLaid: (table: string) => ask<Done>("POST", `/companion/tables/${table}/forget`),
  you: () => ask<You>("GET", "/you"),
  changeYou: (about: AboutYou) => ask<You>("POST", "/you", about),
  linkDevice: (about: AboutYou) => ask<DeviceLink>("POST", "/you/link", about),
  lookAtLink: (invitee: Invitee) => ask<LinkedDevice>("POST", "/you/link/look", invitee),
  joinDevice: (device: NewDevice) => ask<You>("POST", "/you/devices", device),
  removeDevice: (id: string) => ask<You>("POST", `/you/devices/${id}/remove`),
  deleteYou: () => ask<unknown>("POST", "/you/delete"),
  signOut: () => ask<unknown>("POST", "/you/sign-out"),
  passkeyOptions: (about: AboutYou) => ask<CreationJson>("POST", "/you/passkeys/options", about),
  addPasskey: (passkey: NewPasskey) => ask<You>("POST", "/you/passkeys", passkey),
  removePasskey: (id: string) => ask<You>("POST", `/you/passkeys/${id}/remove`),
  signInOptions: () => ask<RequestJson>("POST", "/you/sign-in/options"),
  signIn: (proof: SignIn) => ask<You>("POST", "/you/sign-in", proof),
};

/** Where the records of all one's games can be downloaded. */
export const exportPath = "/api/mine/records";

/** Where all that is known of one's puzzles can be downloaded. */
export const puzzlesPath = "/api/mine/puzzles";

/** Where a box of somebody's can be downloaded as TOML. */
export function boxFilePath(box: string): string {
  return `/api/boxes/${box}/file`;
}

/** Where the record of a followed game can be downloaded. */
export function followedRecordPath(game: string): string {
  return `/api/companion/games/${game}/record`;
}

/** Where the record of a finished game can be downloaded. The record of a running game hides things and cannot be reopened. */
export function recordPath(table: string): string {
  return `/api/tables/${table}/record`;
}
