/** Runs first. It is small, so that the page is dressed before it is painted, and so that whatever its address needs
    comes beside the client's own code rather than after it. */

import { tableOf } from "./addresses";
import { askAhead } from "./asked";
import { dress, type Theme } from "./dress";
import { found } from "./kept";
import { preferred, textsIn } from "./languages";
import { endingRoom, rulesPage, startPage, tablePage } from "./rooms";
import type { Language } from "./wire";

const kept = found({
  theme: "auto" as Theme,
  large: false,
  contrast: false,
  language: null as Language | null,
});
dress(kept);

/** What fails is tried again when it is needed. */
const soon = (...all: Promise<unknown>[]) => all.forEach((each) => each.catch(() => {}));

const { pathname: path } = location;
soon(textsIn(kept.language ?? preferred(navigator.languages)));
const table = tableOf(path);
if (table) {
  soon(tablePage(), endingRoom());
  askAhead("/server");
  askAhead(`/tables/${table}`);
} else if (path === "/") {
  soon(startPage());
  ["/server", "/mine", "/tables"].forEach(askAhead);
} else if (/^\/rules\/?$/.test(path)) soon(rulesPage());
