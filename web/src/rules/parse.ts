/** Reads the texts of the rules: src/sanssouci/texts/rules/*.md. They are Markdown with a few extra signs, which
    CONTRIBUTING.md explains. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "emphasis"; text: string }
  | { kind: "rule"; number: string; ruling: boolean }
  | { kind: "link"; text: string; anchor: string };

/** A paragraph, the entries of a list, or an example with the sentence below it. `box`: only for readers of that box. */
export type Block =
  | { kind: "paragraph"; text: string; box: string | null }
  | { kind: "list"; ordered: boolean; items: { text: string; box: string | null }[] }
  | { kind: "example"; name: string; text: string };

export interface Section {
  id: string;
  level: number;
  title: string;
  blocks: Block[];
}

const HEADING = /^(#{1,3}) (.*?)(?: \{#([\w-]+)\})?$/;
const ITEM = /^(-|\d+\.) (.*)$/;
const EXAMPLE = /^!\[(.*)\]\(([\w-]+)\)$/;
const RULE = /\[([A-Z]\d+)( ruling)?\]/;
const SPACE = new RegExp(` (?=${RULE.source})`, "g");
const INLINE = new RegExp(
  [/\*\*(.+?)\*\*/, /\*(.+?)\*/, /\[([^\]]+)\]\(#([\w-]+)\)/, RULE].map(({ source }) => source).join("|"),
  "g",
);

/** The sections in order; the first has no id and holds the title. Each line of the file is a block. */
export function parse(file: string): Section[] {
  const sections: Section[] = [];
  for (const line of file.split("\n").map((each) => each.trim())) {
    const heading = HEADING.exec(line);
    if (heading) {
      const [, signs = "", title = "", id = ""] = heading;
      sections.push({ id, level: signs.length, title, blocks: [] });
    } else if (line) {
      add(sections.at(-1)?.blocks ?? [], line);
    }
  }
  return sections;
}

function add(blocks: Block[], line: string): void {
  const example = EXAMPLE.exec(line);
  const item = ITEM.exec(line);
  if (example) {
    blocks.push({ kind: "example", name: example[2] ?? "", text: example[1] ?? "" });
  } else if (item) {
    const ordered = item[1] !== "-";
    const last = blocks.at(-1);
    const list = last?.kind === "list" && last.ordered === ordered ? last : null;
    const items = list?.items ?? [];
    items.push(forBox(item[2] ?? ""));
    if (!list) blocks.push({ kind: "list", ordered, items });
  } else {
    blocks.push({ kind: "paragraph", ...forBox(line) });
  }
}

function forBox(text: string): { text: string; box: string | null } {
  const marked = /^@(\w+) (.*)$/.exec(text);
  return { text: marked?.[2] ?? text, box: marked?.[1] ?? null };
}

/** The parts of a line: words, emphasized words, rule numbers, and links to other places on the page. A number
    stays with the sentence before it. */
export function inlines(line: string): Inline[] {
  const text = line.replace(SPACE, "\u00a0");
  const parts: Inline[] = [];
  let from = 0;
  const words = (to: number) => {
    if (to > from) parts.push({ kind: "text", text: text.slice(from, to) });
  };
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, emphasis, link, anchor, number, ruling] = found;
    words(found.index);
    from = found.index + whole.length;
    if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (emphasis !== undefined) parts.push({ kind: "emphasis", text: emphasis });
    else if (link !== undefined) parts.push({ kind: "link", text: link, anchor: anchor ?? "" });
    else parts.push({ kind: "rule", number: number ?? "", ruling: ruling !== undefined });
  }
  words(text.length);
  return parts;
}

/** All lines of a section. */
function lines(section: Section): string[] {
  return section.blocks.flatMap((block) =>
    block.kind === "list" ? block.items.map(({ text }) => text) : [block.text],
  );
}

/** The section that an anchor leads to: its own id, or the number of a rule that it states. */
export function sectionOf(sections: readonly Section[], anchor: string): Section | null {
  const states = (text: string) =>
    inlines(text).some((part) => part.kind === "rule" && part.number === anchor);
  return sections.find((section) => section.id === anchor || lines(section).some(states)) ?? null;
}
