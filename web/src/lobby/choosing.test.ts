import { describe, expect, it } from "vitest";
import type { LobbyTable } from "../wire";
import { ANY, roomsOf, suits } from "./choosing";

const table = (changes: Partial<LobbyTable>): LobbyTable => ({
  id: "x",
  status: "waiting",
  box: "imperial",
  box_name: null,
  expansions: [],
  seats: [],
  host: "Ada",
  audience: "anyone",
  salon: null,
  welcome: "anyone",
  language: null,
  clock: null,
  hints: false,
  sit: true,
  yours: false,
  created: 0,
  ...changes,
});

describe("the tables that suit somebody", () => {
  it("are all of them without a wish", () => {
    expect(suits(table({ language: "fr", clock: { base: 0, turn: 86_400 } }), ANY)).toBe(true);
  });

  it("have what is wished for, or do not care", () => {
    expect(suits(table({ welcome: "experienced" }), { ...ANY, welcome: "beginners" })).toBe(false);
    expect(suits(table({}), { ...ANY, welcome: "beginners", language: "de" })).toBe(true);
    expect(suits(table({ language: "fr" }), { ...ANY, language: "de" })).toBe(false);
    expect(suits(table({ expansions: ["boar"] }), { ...ANY, expansion: "boar" })).toBe(true);
    expect(suits(table({ expansions: ["boar"] }), { ...ANY, expansion: "none" })).toBe(false);
    expect(suits(table({ clock: { base: 600, turn: 15 } }), { ...ANY, clock: "live" })).toBe(true);
    expect(suits(table({ clock: { base: 0, turn: 86_400 } }), { ...ANY, clock: "live" })).toBe(false);
    expect(suits(table({}), { ...ANY, box: "ravensburger" })).toBe(false);
  });
});

describe("the rooms of the house", () => {
  const seat = (met: boolean) => ({ name: "Ben", level: null, taken: true, rating: null, met });
  const own = [{ id: "s", name: "Thursdays", members: 3 }];

  it("are salons, people met before, and everybody; each table is in one", () => {
    const [ours, friend, other, mine] = [
      table({ id: "a", salon: "s", seats: [seat(true)] }),
      table({ id: "b", seats: [seat(false), seat(true)] }),
      table({ id: "c", seats: [seat(false)] }),
      table({ id: "d", seats: [seat(true)], yours: true }),
    ];
    const rooms = roomsOf([ours, friend, other, mine], own);
    expect(rooms.salons).toEqual([{ salon: own[0], tables: [ours] }]);
    expect(rooms.met).toEqual([friend]);
    expect(rooms.everybody).toEqual([other, mine]);
    expect(rooms.several).toBe(true);
  });

  it("need no names while there is one", () => {
    expect(roomsOf([table({ seats: [seat(false)] })], own).several).toBe(false);
  });
});
