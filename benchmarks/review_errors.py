"""Reviews whole games at the usual depth: the seconds of a processor that takes, and how large the errors are.

    python -m benchmarks.review_errors              # two games of each kind, about fifteen minutes
    python -m benchmarks.review_errors --games 5

Errors are those at 95 % confidence, in points: of the decision that is known least well, and of each kind of sum for
the seat where it is known least well. docs/review.md shows the largest of each kind of game.
"""

import argparse
import json
import time
from datetime import date
from typing import Any, Final

from benchmarks.review import RESULTS, SEED, print_rows
from benchmarks.speed import processor
from rich.console import Console

from sanssouci import Game, make_player, review
from sanssouci.arena.match import player_seed
from sanssouci.arena.simulation import seed_of_game
from sanssouci.study.playouts import engine_version
from sanssouci.study.review import Review

FIRST_GAME: Final = 9_000  # the number of the first game, which benchmarks/review.py does not have
KINDS: Final = (
    ("ravensburger", "", ("king:samples=1000", "courtier")),
    ("ravensburger", "", ("courtier", "greedy")),
    ("imperial", "rewards,boar", ("architect", "courtier")),
    ("ravensburger", "", ("random", "random")),
    ("imperial", "rewards,boar", ("courtier", "greedy", "courtier", "random")),
    ("imperial", "rewards,boar", ("random", "random")),
)


def play(luck: int, box: str, expansions: str, players: tuple[str, ...]) -> Game:
    """A game between computers."""
    game = Game(box, players=len(players), expansions=[name for name in expansions.split(",") if name], seed=luck)
    at_table = [make_player(spec, player_seed(luck, seat, 0)) for seat, spec in enumerate(players)]
    while game.seat is not None:
        game.push(at_table[game.seat].choose(game.view(game.seat)))
    return game


def errors_of(found: Review) -> dict[str, float]:
    """The largest error of each kind of figure, in points."""
    accounts = found.accounts
    return {
        "a decision": max(each.judgement.cost.points.error for each in found.decisions),
        "own decisions": max(account.skill.points.error for account in accounts),
        "cost": max(account.cost.points.error for account in accounts),
        **{
            source: max(account.luck[source].points.error for account in accounts)
            for source in ("cards", "tiles", "hidden")
        },
    }


def rows_of(games: int) -> list[dict[str, Any]]:
    """A row for each kind of game: the longest time, and the largest errors."""
    rows = []
    for kind, (box, expansions, players) in enumerate(KINDS):
        seconds, errors = [], []
        for number in range(games):
            game = play(seed_of_game(SEED, FIRST_GAME + kind * 100 + number), box, expansions, players)
            start = time.process_time()
            found = review(game)
            seconds.append(time.process_time() - start)
            errors.append(errors_of(found))
        largest = {name: round(max(each[name] for each in errors), 2) for name in errors[0]}
        names = " + ".join((box, *filter(None, expansions.split(","))))
        rows.append({"game": names, "players": ", ".join(players), "seconds": round(max(seconds), 1), **largest})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2, help="of each kind (default %(default)s)")
    options = parser.parse_args()
    review(play(0, *KINDS[1]), depth="quick")  # compiles what is needed
    rows = rows_of(options.games)
    print_rows(rows, "errors in points, at 95 %", Console())
    facts = {
        "date": date.today().isoformat(),
        "command": f"python -m benchmarks.review_errors --games {options.games}",
        "processor": processor(),
        "engine": engine_version(),
        "games": options.games,
        "rows": rows,
    }
    path = RESULTS / f"{facts['date']}-review-errors.json"
    path.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
