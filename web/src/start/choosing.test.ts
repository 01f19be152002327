import { describe, expect, it } from "vitest";
import type { SeatChoice, TableChoice } from "../settings.svelte";
import type { ServerInfo } from "../wire";
import { fit, newTable, quickTable } from "./choosing";

const seat = (kind: string, name = "", level = ""): SeatChoice => ({ kind, name, level }) as SeatChoice;
const choice = (seats: SeatChoice[], more: Partial<TableChoice> = {}): TableChoice => ({
  box: "ravensburger",
  expansions: [],
  seats,
  first: null,
  audience: "link",
  salon: "",
  welcome: "anyone",
  clock: "",
  pace: 1,
  away: 300,
  hints: false,
  ...more,
});
const info = {
  boxes: [
    { id: "ravensburger", players: [2, 3, 4], expansions: ["rewards"] },
    { id: "imperial", players: [2, 3, 4], expansions: ["rewards", "boar"] },
  ],
  levels: [{ id: "page" }, { id: "courtier" }],
} as unknown as ServerInfo;
const computers = (count: number) => Array.from({ length: count }, () => seat("computer"));
const names = (seats: { name?: string | null }[]) => seats.map(({ name }) => name);

describe("the table that a choice describes", () => {
  it("gives everybody a name of their own, whatever the user is called", () => {
    for (const user of ["Ada", "Wilhelmine", "voltaire", "Quantz", ""]) {
      const { seats } = newTable(choice([seat("here"), ...computers(3)]), user, "Guest");
      expect(new Set(names(seats)).size).toBe(4);
      expect(names(seats).every((name) => name)).toBe(true);
    }
  });

  it("does not take blanks for a name", () => {
    expect(
      names(newTable(choice([seat("here", "  "), seat("here", " Ben ")]), " Ada ", "Guest").seats),
    ).toEqual(["Ada", "Ben"]);
    expect(names(newTable(choice([seat("here"), seat("computer")]), "   ", "Guest").seats)).toEqual([
      "Guest",
      "Voltaire",
    ]);
  });

  it("leaves the names of the invited to them", () => {
    expect(newTable(choice([seat("here"), seat("invited", "x")]), "Ada", "Guest").seats[1]).toEqual({
      kind: "invited",
    });
  });

  it("is against computers when playing at once", () => {
    const { seats, audience, clock } = quickTable(
      choice([seat("invited"), seat("computer", "", "page"), seat("here", "Ben")], {
        audience: "anyone",
        clock: "10+15",
      }),
      "Ada",
      "Guest",
    );
    expect(seats.map(({ kind }) => kind)).toEqual(["here", "computer", "computer"]);
    expect(seats.map(({ level }) => level ?? "")).toEqual(["", "page", ""]);
    expect([audience, clock]).toEqual(["link", null]);
  });
});

describe("a choice that was kept", () => {
  it("stays as it is where the server can carry it out", () => {
    const kept = choice([seat("here", "Ada"), seat("invited"), seat("computer", "", "page")], {
      box: "imperial",
      expansions: ["boar"],
      first: 2,
      pace: 0,
    });
    expect(fit(kept, info)).toEqual(kept);
  });

  it("gets seats where it has none", () => {
    expect(fit(choice([]), info).seats).toHaveLength(2);
    expect(quickTable(fit(choice([]), info), "Ada", "Guest").seats.map(({ kind }) => kind)).toEqual([
      "here",
      "computer",
    ]);
  });

  it("gets another box, kind or level where its own is not offered", () => {
    const kept = choice([seat("here"), seat("robot", "", "emperor")], {
      box: "gone",
      expansions: ["boar", "rewards"],
    });
    expect(fit(kept, info)).toEqual(choice([seat("here"), seat("computer")], { expansions: ["rewards"] }));
  });

  it("lets chance decide who starts if the chosen seat does not exist", () => {
    for (const first of [5, -1, 0.5, "0" as unknown as number]) {
      expect(fit(choice(computers(2), { first }), info).first).toBeNull();
    }
  });

  it("gets a pace and a time that can be chosen", () => {
    expect(fit(choice(computers(2), { pace: 99, away: 1 }), info)).toMatchObject({ pace: 1, away: 300 });
  });
});
