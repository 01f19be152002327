/** How things look, read from the files that the library's pictures and terminal use (src/sanssouci/looks): colours and the
    classes of the drawings become a style sheet, `virtual:looks.css`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** One colour, or one by day and one by night. */
type Shades = string | [day: string, night: string];

export interface Colours {
  rows: Record<string, { ground: Shades; grain: Shades }>;
  /** the rows whose colours are used for rows with other names, by number */
  "other rows": string[];
  page: Record<string, Shades>;
  /** what some of the others become for whoever needs more contrast */
  "high contrast": Record<string, Shades>;
  marks: Record<string, Shades>;
  players: Record<string, Shades>;
  things: Record<string, Shades>;
  "first page": Record<string, Shades>;
  drawings: Record<string, Shades>;
}
/** What each class stands for: SVG attributes, with colours by name. */
export type Classes = Record<string, Record<string, string | number>>;

const file = (name: string) => fileURLToPath(new URL(`../src/sanssouci/looks/${name}`, import.meta.url));
const FILES = [file("colours.json"), file("classes.json")] as const;
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf-8"));

export const colours = () => read(FILES[0]) as Colours;
export const classes = () => read(FILES[1]) as Classes;

const named = ({ page, marks, players, things, drawings, "first page": first }: Colours) => ({
  ...page,
  ...marks,
  ...players,
  ...things,
  ...first,
  ...drawings,
});

/** A colour by day and by night. */
export function shades(name: string): { day: string; night: string } {
  const found = named(colours())[name];
  if (found === undefined) throw new Error(`colours.json has no colour ${name}`);
  const [day, night] = typeof found === "string" ? [found, found] : found;
  return { day, night };
}

const css = (value: Shades) => (typeof value === "string" ? value : `light-dark(${value.join(", ")})`);

/** The style sheet: each colour under its name, row colours under the id of the row, and the classes of the drawings. */
export function stylesheet(colours: Colours, classes: Classes): string {
  const names = named(colours);
  const rows = Object.entries(colours.rows).flatMap(([id, { ground, grain }]) => [
    `--ground-${id}: ${css(ground)};`,
    `--grain-${id}: ${css(grain)};`,
  ]);
  const others = colours["other rows"].flatMap((id, i) => [
    `--other-ground-${i + 1}: var(--ground-${id});`,
    `--other-grain-${i + 1}: var(--grain-${id});`,
  ]);
  const grains = colours["other rows"].map(
    (_, i) => `#draw-row-${i + 1} { --grain: var(--row-${i + 1}-grain); }`,
  );
  const value = (each: string | number) =>
    each === "grain" || String(each) in names ? `var(--${each})` : String(each);
  // An attribute in a drawing wins over its class.
  const rules = Object.entries(classes).flatMap(([name, attributes]) =>
    Object.entries(attributes).map(
      ([key, each]) => `.${name}:where(:not([${key}])) { ${key}: ${value(each)}; }`,
    ),
  );
  const properties = Object.entries(names).map(([name, each]) => `--${name}: ${css(each)};`);
  const strong = Object.entries(colours["high contrast"]).map(([name, each]) => `--${name}: ${css(each)};`);
  return [
    ...[":root {", ...properties, ...rows, ...others, "}"],
    ...[":root.high-contrast {", ...strong, "}"],
    ...["@media (prefers-contrast: more) { :root {", ...strong, "} }"],
    ...grains,
    ...rules,
  ].join("\n");
}

const MODULE = "virtual:looks.css";

export function looks(): Plugin {
  return {
    name: "looks",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      for (const path of FILES) this.addWatchFile(path);
      return stylesheet(colours(), classes());
    },
  };
}
