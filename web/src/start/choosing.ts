/** What may be chosen for a table, and the table that a choice describes. */

import type { SeatChoice, TableChoice } from "../settings.svelte";
import { language } from "../texts.svelte";
import { CLOCKS } from "../ui/clocks";
import type { Audience, NewTable, SeatKind, SeatRequest, ServerInfo, Welcome } from "../wire";

export const KINDS: readonly SeatKind[] = ["here", "invited", "computer"];
export const PACES: readonly number[] = [0, 1, 2, 4];
export const TIMES: readonly number[] = [120, 300, 3600, 86_400, 604_800];

export const AUDIENCES: readonly Audience[] = ["link", "friends", "anyone"];
export const WELCOMES: readonly Welcome[] = ["anyone", "beginners", "experienced"];

const GUESTS = ["Voltaire", "Algarotti", "Quantz", "Wilhelmine"]; // guests of Sanssouci: what computers are called
const COMPUTER: SeatChoice = { kind: "computer", name: "", level: "" };

/** A choice made to fit this server. The browser may have kept one from another or an older server. */
export function fit(choice: TableChoice, info: ServerInfo): TableChoice {
  const box = info.boxes.find(({ id }) => id === choice.box) ?? info.boxes[0];
  if (!box) return choice;
  const count = box.players.includes(choice.seats.length) ? choice.seats.length : (box.players[0] ?? 2);
  const seats = Array.from({ length: count }, (_, i) => fitSeat(choice.seats[i] ?? COMPUTER, info));
  const first = Number.isInteger(choice.first) && Number(choice.first) in seats ? choice.first : null;
  return {
    ...choice,
    box: box.id,
    expansions: box.expansions.filter((name) => choice.expansions.includes(name)),
    seats,
    first,
    pace: PACES.includes(choice.pace) ? choice.pace : 1,
    away: TIMES.includes(choice.away) ? choice.away : 300,
    audience: AUDIENCES.includes(choice.audience) || isInSalon(choice) ? choice.audience : "link",
    welcome: WELCOMES.includes(choice.welcome) ? choice.welcome : "anyone",
    clock: choice.clock in CLOCKS ? choice.clock : "",
  };
}

function isInSalon({ audience, salon }: TableChoice): boolean {
  return audience === "salon" && salon !== "";
}

/** A choice for the members of a salon: one seat at least is theirs. */
export function forSalon(choice: TableChoice, salon: string): TableChoice {
  const seats = choice.seats.map((seat) => ({ ...seat }));
  const last = seats.at(-1);
  if (last && !seats.some(({ kind }) => kind === "invited")) last.kind = "invited";
  return { ...choice, seats, audience: "salon", salon };
}

function fitSeat(seat: SeatChoice, info: ServerInfo): SeatChoice {
  const kind = KINDS.includes(seat.kind) ? seat.kind : "computer";
  const level = info.levels.some(({ id }) => id === seat.level) ? seat.level : "";
  return { ...seat, kind, level };
}

/** The seat of the user: the first one at this screen. */
export function ownSeat(seats: readonly SeatChoice[]): number {
  return seats.findIndex(({ kind }) => kind === "here");
}

/** The table that a choice describes. People without a name are called `unnamed`, and no computer is called like them. */
export function newTable(choice: TableChoice, user: string, unnamed: string): NewTable {
  const own = ownSeat(choice.seats);
  let count = 0;
  const people = choice.seats.map(({ kind, name }, i) => {
    if (kind !== "here") return "";
    const given = (i === own ? user : name).trim();
    return given || ((count += 1) > 1 ? `${unnamed} ${count}` : unnamed);
  });
  const taken = people.map((name) => name.toLowerCase());
  const guests = GUESTS.filter((guest) => !taken.includes(guest.toLowerCase())).values();
  const seats = choice.seats.map<SeatRequest>(({ kind, level }, i) => {
    if (kind === "invited") return { kind };
    if (kind === "here") return { kind, name: people[i] ?? null };
    return { kind, name: guests.next().value ?? null, level: level || null };
  });
  const invited = choice.seats.some(({ kind }) => kind === "invited");
  return {
    ...choice,
    seats,
    audience: invited ? choice.audience : "link",
    salon: invited && isInSalon(choice) ? choice.salon : null,
    language: invited ? language() : null,
    clock: CLOCKS[choice.clock] ?? null,
  };
}

/** A game against the computer, set up like the last table. */
export function quickTable(choice: TableChoice, user: string, unnamed: string): NewTable {
  const seats = choice.seats.map<SeatChoice>((seat, i) =>
    i === 0
      ? { kind: "here", name: "", level: "" }
      : { ...COMPUTER, level: seat.kind === "computer" ? seat.level : "" },
  );
  return newTable({ ...choice, seats, audience: "link", clock: "" }, user, unnamed);
}
