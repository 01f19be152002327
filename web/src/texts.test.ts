import { describe, expect, it } from "vitest";
import { preferred } from "./languages";
import { list, maybe, pluralForm, speak, t } from "./texts.svelte";

describe("texts", () => {
  it("fills in placeholders and uses the language's plural form", async () => {
    await speak("en");
    expect(t("points", { count: 1 })).toBe("1 point");
    expect(t("points", { count: 2 })).toBe("2 points");
    expect(t("board.round", { round: 3, rounds: 18 })).toBe("Round 3 of 18");
    await speak("fr");
    expect(t("points", { count: 0 })).toBe("0 point");
  });

  it("treats 0 as singular only in French", () => {
    expect(pluralForm("fr", 0)).toBe("one");
    expect(pluralForm("de", 0)).toBe("other");
    expect(pluralForm("en", -1)).toBe("one");
  });

  it("leaves a placeholder without a value as it is, and knows which keys exist", async () => {
    await speak("en");
    expect(t("board.round", { round: 3 })).toBe("Round 3 of {rounds}");
    expect(maybe("no such key")).toBeNull();
  });

  it("speaks the first of the browser's languages that it can", () => {
    expect(preferred(["it-IT", "es-CL", "en"])).toBe("es");
    expect(preferred(["it"])).toBe("en");
    expect(preferred([])).toBe("en");
  });

  it("lists things in the language", async () => {
    await speak("de");
    expect(list(["a", "b", "c"])).toBe("a, b und c");
  });
});
