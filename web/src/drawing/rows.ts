/** The colours of the rows of the box that is played, as --row-1, --row-1-grain and so on. */

import type { BoxInfo } from "../wire";

const KNOWN = new Set([
  "beige", "plain", "white", "grey", "orange", "violet", "turquoise", "red", "yellow", "blue", "purple",
]); // prettier-ignore
const OTHERS = ["plain", "red", "yellow", "blue", "purple", "grey"]; // for a box whose rows have other names

export function paintRows(box: BoxInfo): void {
  const style = document.documentElement.style;
  for (const { row, id } of box.rows) {
    const colour = KNOWN.has(id) ? id : (OTHERS[(row - 1) % OTHERS.length] ?? "plain");
    style.setProperty(`--row-${row}`, `var(--row-${colour})`);
    style.setProperty(`--row-${row}-grain`, `var(--row-${colour}-grain)`);
  }
}
