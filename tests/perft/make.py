"""Count legal choices to depth 3 from fixed positions, and write them down.

    PYTHONPATH=src:tests python -m perft.make

Do this deliberately: a difference means that the rules, or the order of the action codes, have changed.

A sequence is a list of decision codes. Chance is never drawn: a sequence that ends a turn, or the choosing of sides,
is complete however short it is, and counts as one at every greater depth.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from sanssouci import Game
from sanssouci.game.lexicon import Array
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance
from strategies import BY_ID, Configuration, codes_in, players_of, positions

FOLDER: Final = Path(__file__).resolve().parent
DEPTH: Final = 3
IDS: Final = (
    "ravensburger-2",
    "ravensburger-4-rewards",
    "imperial-2-boar",
    "imperial-3",
    "imperial-4-rewards-boar",
    "small-2-rewards-boar",
)
SEARCHED: Final = 400  # games


def sequences(table: Array, state: Array, depth: int, using: engine.Engine) -> Iterator[tuple[int, ...]]:
    """All sequences of decisions to a depth, in the order of their codes."""
    phase = int(state[layout.PHASE])
    if depth == 0 or is_chance(phase) or phase == layout.OVER:
        yield ()
        return
    for code in codes_in(table, state, using):
        after = state.copy()
        using.apply(table, after, code)
        for rest in sequences(table, after, depth - 1, using):
            yield (code, *rest)


def digest(rows: list[Any]) -> str:
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def measure(game: Game, using: engine.Engine) -> dict[str, Any]:
    """What is pinned about a position."""
    table, state = game._lexicon.table, game._state
    levels = [list(sequences(table, state, depth, using)) for depth in range(1, DEPTH + 1)]
    turns = game.legal_moves.table().tolist()
    return {
        "counts": [len(level) for level in levels],
        "codes": [code for (code,) in levels[0]],
        "first": list(levels[-1][0]),
        "last": list(levels[-1][-1]),
        "sha256": digest([list(sequence) for sequence in levels[-1]]),
        "turns": len(turns),
        "most points": max((row[-1] for row in turns), default=0),
        "turns sha256": digest(turns),
    }


# ── the positions ─────────────────────────────────────────────────────────────────────────────────────


def states_after(game: Game, depth: int) -> Iterator[Array]:
    """The states that `depth` decisions can lead to."""
    table, using = game._lexicon.table, engine.engine()
    for codes in sequences(table, game._state, depth, using):
        state = game._state.copy()
        for code in codes:
            using.apply(table, state, code)
        yield state


def asks_for(game: Game, phase: int) -> bool:
    """Whether some card and tile ask for a gardener's square, or the boar's."""
    return not game.is_setup and any(state[layout.PHASE] == phase for state in states_after(game, 2))


def boar_after_gardener(game: Game) -> bool:
    """Whether a gardener can be laid on the boar's square, so that it has to move."""
    return not game.is_setup and any(
        state[layout.PHASE] == layout.MOVE_BOAR and state[seat_gardeners(state)] & state[seat_boar(state)]
        for state in states_after(game, 3)
    )


def seat_gardeners(state: Array) -> int:
    return layout.seat_base(int(state[layout.SEAT])) + layout.GARDENERS


def seat_boar(state: Array) -> int:
    return layout.seat_base(int(state[layout.SEAT])) + layout.WILD_BOAR


def gardener_anywhere(game: Game) -> bool:
    """Whether some tile finds its row and its column full (P3)."""
    if game.is_setup or game.turns < game.rounds:
        return False
    for state in states_after(game, 2):
        if state[layout.PHASE] == layout.PLACE_GARDENER:
            row, column = divmod(int(state[layout.HOME]), layout.STRIDE)
            codes = codes_in(game._lexicon.table, state)
            squares = [divmod(code - layout.GARDENER_CODE, layout.MAX_COLUMNS) for code in codes]
            if not any(square[0] == row or square[1] == column for square in squares):
                return True
    return False


WANTED: Final[dict[str, Callable[[Game], bool]]] = {
    "first garden side": lambda game: game.phase == "choose garden side",
    "last garden side": lambda game: game.phase == "choose garden side" and len(game.moves) == game.players - 1,
    "reward side": lambda game: game.phase == "choose reward side",
    "start": lambda game: not game.is_setup,
    "gardener": lambda game: game.turns > 4 and asks_for(game, layout.PLACE_GARDENER),
    "boar": lambda game: asks_for(game, layout.MOVE_BOAR),
    "boar after gardener": boar_after_gardener,
    "middle": lambda game: game.turns == game.rounds * game.players // 2,
    "late": lambda game: game.turns == (game.rounds - 2) * game.players + 1,
    "gardener anywhere": gardener_anywhere,
    "last turn": lambda game: game.turns == game.rounds * game.players - 1,
}
ABSENT: Final = {  # what a configuration has not: boards with one side, no rewards, no boar
    "ravensburger-2": {"reward side", "boar", "boar after gardener"},
    "ravensburger-4-rewards": {"boar", "boar after gardener"},
    "imperial-2-boar": {"first garden side", "last garden side", "reward side"},
    "imperial-3": {"first garden side", "last garden side", "reward side", "boar", "boar after gardener"},
    "imperial-4-rewards-boar": {"first garden side", "last garden side"},
    "small-2-rewards-boar": set(),
}


def find(configuration: Configuration) -> Iterator[tuple[str, Game]]:
    """A position of each kind that the configuration can have."""
    for kind, is_wanted in WANTED.items():
        if kind not in ABSENT[configuration.id]:
            found = next(filter(is_wanted, candidates(configuration)), None)
            if found is None and kind != "gardener anywhere":
                raise LookupError(f"{configuration.id}: no position of the kind {kind!r}")
            if found is not None:
                yield kind, found


def candidates(configuration: Configuration) -> Iterator[Game]:
    for seed in range(SEARCHED):
        game = configuration.game(seed)
        mix = (["random"], ["greedy", "random"], ["first"], ["greedy", "last"])[seed % 4]
        yield from positions(game, players_of(mix, game.players, seed))


def perft_path(identifier: str) -> Path:
    return FOLDER / f"{identifier}.json"


def written(entries: list[dict[str, Any]]) -> str:
    """JSON with a line for each fact."""
    texts = (",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in e.items()) for e in entries)
    return "[\n" + ",\n".join(f" {{\n{text}\n }}" for text in texts) + "\n]\n"


def main() -> int:
    for identifier in IDS:
        entries = [
            {"kind": kind, "position": game.text(), **measure(game, engine.engine())}
            for kind, game in find(BY_ID[identifier])
        ]
        perft_path(identifier).write_text(written(entries), encoding="utf-8")
        print(f"{identifier}: {', '.join(entry['kind'] for entry in entries)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
