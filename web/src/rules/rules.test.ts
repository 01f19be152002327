import { describe, expect, it } from "vitest";
import { ruleOf } from "../table/prompt";
import { speak } from "../texts.svelte";
import type { DraftView, GameView, Language, Phase, Step } from "../wire";
import { fill } from "./fill";
import { boxes, boxNamed, read } from "./library";
import { inlines, parse, sectionOf, type Section } from "./parse";

const FILE = `# Title

Lead.

## One {#one}

Text with a rule. [T2] More. [T6 ruling]

1. First.
1. @imperial Only there. [P1]

![A *drawn* example. [X1]](walk)

### Two {#two}

- **Strong:** see [one](#one).
`;

describe("a text of the rules", () => {
  const sections = parse(FILE);

  it("has sections with paragraphs, lists and examples", () => {
    expect(sections.map(({ id, level, title }) => [id, level, title])).toEqual([
      ["", 1, "Title"],
      ["one", 2, "One"],
      ["two", 3, "Two"],
    ]);
    expect(sections[1]?.blocks).toEqual([
      { kind: "paragraph", text: "Text with a rule. [T2] More. [T6 ruling]", box: null },
      {
        kind: "list",
        ordered: true,
        items: [
          { text: "First.", box: null },
          { text: "Only there. [P1]", box: "imperial" },
        ],
      },
      { kind: "example", name: "walk", text: "A *drawn* example. [X1]" },
    ]);
  });

  it("has emphasized words, numbers and links within a line", () => {
    expect(inlines("**A:** b *c*. [T2] [T6 ruling] [d](#e)")).toEqual([
      { kind: "strong", text: "A:" },
      { kind: "text", text: " b " },
      { kind: "emphasis", text: "c" },
      { kind: "text", text: ".\u00a0" },
      { kind: "rule", number: "T2", ruling: false },
      { kind: "text", text: "\u00a0" },
      { kind: "rule", number: "T6", ruling: true },
      { kind: "text", text: " " },
      { kind: "link", text: "d", anchor: "e" },
    ]);
  });

  it("is found by a section, by a rule, and by the rule of an example", () => {
    expect(["two", "T6", "P1", "X1"].map((anchor) => sectionOf(sections, anchor)?.id)).toEqual([
      "two",
      "one",
      "one",
      "one",
    ]);
    expect(sectionOf(sections, "Z9")).toBeNull();
  });
});

it("fills in the words of the box, those of a named box, and the results of an example", async () => {
  await speak("en");
  const imperial = boxNamed("imperial");
  expect(fill("{structure.d}, {colour.6}, {tile.g} {space.2}, {card.36}", imperial, boxes)).toBe(
    "tree, grey, the flowers from the red space, yellow/grey",
  );
  expect(fill("{renamed}", imperial, boxes)).toBe("topiary → tree and rose arch → flowers");
  expect(fill("{ravensburger.colour.2} {imperial.colour.2}", imperial, boxes)).toBe("white red");
  expect(
    fill("{square}: {points.gained}, {points.no}, {no}", imperial, boxes, { square: "c3", gained: 1 }),
  ).toBe("c3: 1 point, {points.no}, {no}");
});

it("falls back to a box that always exists if asked about an unknown one", () => {
  expect(boxNamed("no such box").box.id).toBe(Object.keys(boxes)[0]);
});

const LANGUAGES: Language[] = ["de", "en", "es", "fr"];

describe.each(LANGUAGES)("the rules in %s", (language) => {
  it.each(Object.keys(boxes))("leave nothing open about the box %s", async (box) => {
    await speak(language);
    const rules = await read(language, box);
    const texts = (section: Section) =>
      section.blocks.flatMap((block) => {
        if (block.kind === "list") return block.items.map(({ text }) => fill(text, rules.words, boxes));
        const values = block.kind === "example" ? rules.example(block.name)?.values : {};
        expect(values).toBeDefined();
        return [fill(block.text, rules.words, boxes, values)];
      });
    const all = rules.sections.flatMap(texts);
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((text) => text.includes("{"))).toEqual([]);
  });

  it("have a section for every step that somebody may be asked about", async () => {
    const { sections } = await read(language, "imperial");
    const steps: (Step | null)[] = [
      "choose garden side",
      "choose reward side",
      "play card",
      "take tile",
      "place gardener",
      "move boar",
      "walk noble",
      null,
    ];
    const asked = steps.map((step) => ruleOf({ phase: "play card" } as GameView, { step } as DraftView));
    const phases: Phase[] = ["choose garden side", "choose reward side", "play card", "over"];
    const waiting = phases.map((phase) => ruleOf({ phase } as GameView, null));
    const ids = sections.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...asked, ...waiting]));
    expect(new Set(asked).size).toBe(7); // a card and its tile are one step of the rules
  });
});
