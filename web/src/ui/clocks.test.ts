import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../texts.svelte";
import { clockText, CLOCKS, exactDays, overDays, shownTime, toldAt } from "./clocks";

beforeAll(() => speak("en"));

describe("clocks", () => {
  it("are told in words", () => {
    expect(clockText(null)).toBe("no clock");
    expect(clockText({ base: 600, turn: 15 })).toBe("10 minutes + 15 seconds a turn");
    expect(clockText({ base: 0, turn: 3 * 86_400 })).toBe("3 days a turn (by correspondence)");
    expect(Object.values(CLOCKS).filter(overDays)).toHaveLength(3);
    expect(overDays({ base: 0, turn: 86_399 })).toBe(false);
  });

  it("show days while there are many, then hours, minutes and seconds", () => {
    expect(shownTime(3 * 86_400 - 60)).toBe("3 days"); // of three days, a minute is gone
    expect(shownTime(2 * 86_400 + 7_300)).toBe("2 days");
    expect(exactDays(2 * 86_400 + 7_300)).toBe("2 days 2 hours");
    expect(shownTime(2 * 86_400 - 1)).toBe("47:59:59");
    expect(exactDays(2 * 86_400 - 1)).toBe("");
    expect(shownTime(3_725)).toBe("1:02:05");
    expect(shownTime(59.2)).toBe("1:00");
    expect(shownTime(-3)).toBe("0:00");
  });

  it("tell their owner at few moments, each of them once", () => {
    const blitz = { base: 300, turn: 10 };
    expect([200, 60, 45, 29, 9, -1].map((seconds) => toldAt(seconds, blitz))).toEqual([
      null,
      60,
      60,
      30,
      10,
      10,
    ]);
    expect(toldAt(14, { base: 0, turn: 15 })).toBe(null); // what is short from the beginning is not news
    expect(toldAt(3000, { base: 0, turn: 86_400 })).toBe(3600);
  });
});
