import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { classes, colours, shades, stylesheet } from "../../looks";

const FEW = {
  page: { paper: ["#edf0e5", "#0e1412"] as [string, string] },
  "high contrast": { paper: "#ffffff" },
  marks: {},
  players: {},
  things: { line: "#2f2b27" },
  "first page": {},
  drawings: {},
  rows: { red: { ground: "#edb3a8", grain: "#d68d80" } },
  "other rows": ["red"],
};

test("a colour is one by day and one by night, and each row number falls back to a row that has colours", () => {
  const css = stylesheet(FEW, {});
  expect(css).toContain("--paper: light-dark(#edf0e5, #0e1412);");
  expect(css).toContain("--line: #2f2b27;");
  expect(css).toContain(":root.high-contrast {\n--paper: #ffffff;\n}");
  expect(css).toContain("--ground-red: #edb3a8;");
  expect(css).toContain("--other-ground-1: var(--ground-red);");
});

test("a class sets only what its drawing does not set itself", () => {
  const css = stylesheet(FEW, { edge: { stroke: "line", "stroke-width": 1.3 }, grain: { fill: "grain" } });
  expect(css).toContain(".edge:where(:not([stroke])) { stroke: var(--line); }");
  expect(css).toContain(".edge:where(:not([stroke-width])) { stroke-width: 1.3; }");
  expect(css).toContain(".grain:where(:not([fill])) { fill: var(--grain); }");
  expect(css).toContain("#draw-row-1 { --grain: var(--row-1-grain); }");
});

test("the colours that browsers show around the page are those of the file", () => {
  expect(shades("head")).toEqual({ day: colours().page.head?.[0], night: colours().page.head?.[1] });
  expect(shades("line").day).toBe(shades("line").night);
  expect(() => shades("nothing")).toThrow("no colour nothing");
  expect(stylesheet(colours(), classes())).not.toContain("undefined");
});

const ALLOWED = [
  "base.css: font-size: clamp(", // the root, on which the scale stands
  "base.css: font-size: min(", // the same in large print
  'base.css: font-family: "', // where the fonts are declared
  "base.css: font-weight: 400 700",
  "RulesPage.svelte: font-size: 11pt", // on paper
];

/** All components and style sheets, by name. */
function styles(): [string, string][] {
  const root = new URL("..", import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|css)$/.test(name))
    .map((name) => [name, readFileSync(new URL(name, root), "utf8")]);
}

test("every size is one of the type scale, every weight one of four, every font one of ours", () => {
  const strays = styles().flatMap(([name, css]) =>
    [...css.matchAll(/(?:font-size|font-weight|font-family|\bfont): *([^;{}]+);/g)]
      .filter(
        ([, value]) =>
          !/^(var\(--(size|drawn)-\w+\)|var\(--(body|title|typed)\)|[4567]00|inherit)$/.test(value ?? ""),
      )
      .map(([whole]) => `${name}: ${whole}`),
  );
  expect(strays.filter((stray) => !ALLOWED.some((allowed) => stray.includes(allowed)))).toEqual([]);
});
