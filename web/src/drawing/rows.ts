/** The row colours of the box being played, as --row-1, --row-1-grain and so on. */

import type { BoxInfo } from "../wire";

export function paintRows(box: BoxInfo): void {
  const style = document.documentElement.style;
  for (const { row, id } of box.rows) {
    style.setProperty(`--row-${row}`, `var(--ground-${id}, var(--other-ground-${row}))`);
    style.setProperty(`--row-${row}-grain`, `var(--grain-${id}, var(--other-grain-${row}))`);
  }
}
