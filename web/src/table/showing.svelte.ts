/** What a table shows: which position, whose turn, and what of it is lit. All of it follows from what the server has
    sent and from what has been chosen at this screen. */

import { marks } from "../learn/marks.svelte";
import type { Live } from "../live.svelte";
import { notice } from "../problems.svelte";
import { remember, settings } from "../settings.svelte";
import { hurries } from "../start/opening";
import type { ChoiceView, GameView, Step, TableInfo, TurnTold } from "../wire";
import { Advisor } from "./advisor.svelte";
import type { Eyes } from "./eyes.svelte";
import { Past } from "./past.svelte";
import { isInGarden } from "./steps";
import { Turn } from "./turn.svelte";

/** What the page of a table knows. */
export interface Given {
  live: Live;
  table: TableInfo;
  /** the current position */
  now: GameView;
  eyes: Eyes;
}

export class Showing {
  readonly #given: () => Given;
  readonly past: Past;
  readonly turn: Turn;
  readonly advisor: Advisor;
  /** At a table opened by one click the side of the garden board that lies on top is taken, and nobody is asked. That
      is done once: whoever takes it back wants to choose. */
  #hurry = $state<"to take" | "taking" | "over">("over");

  constructor(given: () => Given) {
    this.#given = given;
    const { live } = given();
    const acting = () => given().eyes.acting;
    if (hurries(live.id)) this.#hurry = "to take";
    this.past = new Past(live, () => given().now.eyes);
    this.turn = new Turn(live, acting);
    this.advisor = new Advisor(live, acting);
  }

  /** The position shown: the current one, or an earlier one. */
  readonly view = $derived.by(() => this.past.view ?? this.#given().now);
  /** The seat whose garden is drawn large. */
  readonly seat = $derived.by(() => this.#given().eyes.seat);
  /** Somebody at this screen holds a seat. */
  readonly seated = $derived.by(() => this.#given().eyes.own.length > 0);
  /** A lesson or a guide speaks here to whoever holds the seat. */
  readonly taught = $derived.by(() => this.#given().table.lesson !== null && this.seated);
  readonly abandoned = $derived.by(() => this.#given().table.status === "abandoned");
  readonly finished = $derived.by(() => this.#given().now.ending !== null);
  readonly ended = $derived.by(() => this.finished || this.abandoned);

  /** The side that lies on top while one is to be chosen and nobody need be asked. */
  readonly top = $derived.by(() => {
    const { draft } = this.turn;
    const asked = this.#hurry === "over" || draft?.step !== "choose garden side";
    return asked ? null : (draft.choices[0] ?? null);
  });
  /** Take it, or note that it has been taken. */
  async takeTop(): Promise<void> {
    const { top } = this;
    if (top && this.#hurry === "to take") {
      this.#hurry = "taking";
      settings.knowsSides = true;
      remember();
      const seat = this.turn.draft?.seat ?? 0;
      const done = await notice.watch(() =>
        this.#given()
          .live.play(seat, top.text)
          .then(() => true),
      );
      if (!done) this.#hurry = "over";
    } else if (!top && this.#hurry === "taking") this.#hurry = "over";
  }

  /** The current position is shown, no lesson is being read, and no side is being taken. */
  readonly #live = $derived.by(() => this.past.view === null && marks.reading === null && this.top === null);
  /** The game waits for somebody at this screen. */
  readonly awaited = $derived.by(() => this.#given().eyes.acting !== null);
  /** Somebody at this screen can act. */
  readonly acting = $derived.by(() => this.awaited && this.#live);
  /** Somebody at this screen is playing: clicks mean something. */
  readonly playing = $derived.by(() => this.seated && !this.ended && this.#live);
  readonly draft = $derived.by(() => (this.acting ? this.turn.draft : null));

  /** The sides of boards are being chosen, here or elsewhere. */
  readonly choosesSide = $derived.by(() => this.view.phase.startsWith("choose"));
  /** Somebody at this screen chooses a side; while others do, the table already stands as it will in the game. */
  readonly setup = $derived.by(() => this.choosesSide && this.draft !== null);

  /** The last move before the position shown. */
  readonly last = $derived.by(() =>
    this.past.view ? this.past.told : (this.#given().live.log.at(-1) ?? null),
  );
  lastOf(seat: number): TurnTold | null {
    return this.last?.seat === seat ? this.last : null;
  }

  /** The step whose choices are lit in the garden. A finished turn still shows where else a noble could go. */
  readonly lit = $derived.by<Step>(() => this.draft?.step ?? "walk noble");
  readonly choices = $derived.by<readonly ChoiceView[]>(() =>
    this.draft && isInGarden(this.lit) ? this.turn.choices(this.lit).filter((choice) => choice.square) : [],
  );
  /** The square that the chosen tile lies on. */
  readonly laid = $derived.by(() => {
    const tile = this.turn.chosen("take tile");
    if (!this.draft || !tile) return [];
    const square = tile.gardener ? this.turn.chosen("place gardener")?.square : tile.square;
    return square ? [square] : [];
  });
  /** The way of the chosen walk. */
  readonly walk = $derived.by(() => (this.draft && this.turn.chosen("walk noble")?.path) ?? []);

  /** The source of hints; null where there are none. */
  readonly advising = $derived.by(() => {
    const { table, eyes } = this.#given();
    const may = table.seats[eyes.acting ?? -1]?.may.includes("hint") ?? false;
    return may && settings.hints && this.acting ? this.advisor : null;
  });
}
