/** How a box that is being entered looks before the server has seen it. */

import { LETTERS } from "../garden/squares";
import { server } from "../server.svelte";
import { LANGUAGES } from "../languages";
import type { BoxFile, BoxInfo, BoxLine, Language } from "../wire";
import { coveredAt, placesOf, type BoardPlace } from "./drawings";

/** `seen` is how the box looked when the server saw it last: it chooses the drawings of structures of one's own. */
export function looksOf(file: BoxFile, seen: BoxInfo | null): BoxInfo {
  const known = [...(server.info?.boxes ?? []), ...(seen ? [seen] : [])].flatMap(({ columns }) => columns);
  const drawings = new Map(known.map(({ id, drawing }) => [id, drawing]));
  const [first] = placesOf(file, "rewards");
  return {
    id: file.id,
    name: file.name,
    players: Object.keys(file.tiles).map(Number),
    expansions: file.expansions,
    columns: file.columns.map((line, i) => ({
      letter: LETTERS.charAt(i),
      id: line.id,
      names: namesOf(line),
      drawing: drawings.get(line.id) ?? "wild",
    })),
    rows: file.rows.map((line, i) => ({ row: i + 1, id: line.id, names: namesOf(line) })),
    display: file.display.spaces,
    rounds: file.cards.pairs.length + file.cards.structures.length + file.cards.wild,
    reward_squares: first ? coveredAt(file, first) : [],
    tiles: file.tiles,
  };
}

function namesOf(line: BoxLine): Record<Language, string> {
  const codes = Object.keys(LANGUAGES) as Language[];
  return Object.fromEntries(codes.map((code) => [code, line[code] ?? line.en])) as Record<Language, string>;
}

/** The same box for drawing one side: a reward board covers what is drawn there. */
export function looksAt(info: BoxInfo, file: BoxFile, place: BoardPlace): BoxInfo {
  return place.part === "gardens" ? info : { ...info, reward_squares: coveredAt(file, place) };
}
