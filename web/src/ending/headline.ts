/** What the end says to whoever looks at it: a player, several players at one screen, or somebody who watched. */

import { nameOf, outcome } from "../table/prompt";
import type { Company } from "../table/company";
import { list, t } from "../texts.svelte";
import type { GameView } from "../wire";

/** The seat of the only player at this screen; null for several, for spectators, and if a computer finished the game. */
export function ownSeat(table: Company): number | null {
  const own = table.seats.filter(({ yours }) => yours);
  return own.length === 1 && own[0]?.level === null ? own[0].seat : null;
}

const totalOf = (view: GameView, seat: number) => view.seats[seat]?.points.total ?? 0;

/** Who has won. */
export function headline(view: GameView, table: Company): string {
  const winners = view.ending?.winners ?? [];
  const own = ownSeat(table);
  if (own === null || !winners.includes(own)) return outcome(view, table);
  if (winners.length === 1) return t("end.you.win", { count: totalOf(view, own) });
  const others = winners.filter((seat) => seat !== own).map((seat) => nameOf(table, seat));
  return t("end.you.share", { names: list(others) });
}

/** How they have won: how far ahead, and where a player at this screen stands; the tie-break where it decided. */
export function margin(view: GameView, table: Company): string {
  const { winners = [], tied = [], gardeners = [] } = view.ending ?? {};
  const best = totalOf(view, winners[0] ?? 0);
  const names = (seats: readonly number[]) => list(seats.map((seat) => nameOf(table, seat)));
  const own = ownSeat(table);
  const sentences: string[] = [];
  if (tied.length > 1) {
    const counts = list(tied.map((seat) => `${nameOf(table, seat)} ${gardeners[seat]}`));
    sentences.push(t("end.tied", { count: best, gardeners: counts }));
  }
  if (own !== null && !tied.includes(own)) {
    const count = best - totalOf(view, own);
    sentences.push(
      t("end.you.behind", {
        own: t("points", { count: totalOf(view, own) }),
        count,
        names: names(winners),
      }),
    );
  } else if (tied.length === 1) {
    const others = view.seats.map((_, seat) => seat).filter((seat) => !winners.includes(seat));
    const second = Math.max(...others.map((seat) => totalOf(view, seat)));
    const nearest = others.filter((seat) => totalOf(view, seat) === second);
    sentences.push(t("end.ahead", { count: best - second, names: names(nearest) }));
  }
  return sentences.join(" ");
}
