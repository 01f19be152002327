"""Situations from drawings, so that a test shows the garden it is about.

```
game = draw(Seat('''
    #########
    ..S......
    ..G......
    .........
    .........
    .........
    ''', nobles="002000000", hand="c 36"), display="ab cd ef gh ia")
```

`#` is printed, `S` a structure, `G` a gardener, `.` free, `&` free with the boar on it. Boards, missions and display
are dealt by the game itself, with chosen luck; all else is written over its state. Play need not be able to get there.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from sanssouci import Box, Game, IllegalMoveError, Move, RandomPlayer, load_box
from sanssouci.kernel import engine, layout

LETTERS = "abcdefghi"
CARDS = ("26", "36", "46", "56", "24", "25", "34", "35", *LETTERS, "*")
BARE = "#########" + " ........." * 5


@dataclass(frozen=True)
class Seat:
    """What one player has."""

    garden: str = BARE
    nobles: str = "000000000"  # the row of each column's noble, 0 on the terrace
    hand: str | None = None  # cards, like "36 c"; without, the wild card and labyrinth while cards are left
    missions: str = ""  # two letters; without, any that no other seat was given
    score: int = 0  # points in play, booked as won by nobles


def draw(
    *seats: Seat | str, display: str = "ab cd ef gh ia", rewards: str | None = None, turns_left: int | None = None
) -> Game:
    """A game in which seat 0 is to move; one seat alone gets a second with a bare garden.

    `display` names the structures on the two spaces of rows 2, 3, 4, 5 and 6. `rewards` is the reward board of every
    seat, drawn as in a box file. With `turns_left=1` seat 0 plays the last turn, with 0 the game is over.
    """
    table = [seat if isinstance(seat, Seat) else Seat(seat) for seat in seats]
    table += [Seat()] * (2 - len(table))
    players, boar = len(table), any("&" in seat.garden for seat in table)
    expansions = [name for name, on in (("rewards", rewards is not None), ("boar", boar)) if on]
    turn = 0 if turns_left is None else len(CARDS) * players - turns_left
    box = _box(table, rewards, "imperial" if boar else "ravensburger")
    game = Game(box, players=players, expansions=expansions, first=-turn % players, seed=1)
    rules, state = game._lexicon.table, game._state.copy()
    engine.engine().new_game(rules, state, players, int(state[layout.EXPANSIONS]), game.first)
    codes = np.array(_deal(game, table, display.replace(" ", "")), np.int64)
    assert engine.engine().play(rules, state, codes, len(codes)) == len(codes), "this cannot be dealt"
    for seat, what in enumerate(table):
        played = (turn + players - 1 - (seat - game.first) % players) // players
        _write(state[layout.seat_base(seat) :][: layout.SEAT_WORDS], what, played, boar=boar)
    state[layout.TURN], state[layout.SEAT] = turn, 0
    state[layout.PHASE] = layout.OVER if turns_left == 0 else layout.PLAY_CARD
    return Game._from_state(game._lexicon, state, seed=1)


def squares(drawing: str, sign: str = "x") -> set[str]:
    """The squares that carry a sign in a drawing."""
    return {f"{LETTERS[column]}{row + 1}" for row, column in _places(drawing, sign)}


def follow(game: Game, beginning: str) -> set[str]:
    """What comes next in the legal moves that begin so.

    Nothing: cards. `"36 "`: tiles. `"* c3="`: the gardener's squares. `"* e4 ~"`: the boar's. `"* c3=c4 "`: walks.
    """
    moves = [str(move) for move in game.legal_moves]
    return {re.split("[ =]", move[len(beginning) :])[0] for move in moves if move.startswith(beginning)}


def refused(game: Game, text: str) -> IllegalMoveError:
    """The error that an illegal move meets; it is not among the legal ones, and the game stays as it was."""
    move, before = Move.parse(text), game.text()
    assert move not in game.legal_moves
    assert move not in list(game.legal_moves)
    with pytest.raises(IllegalMoveError) as caught:
        game.push(move)
    assert game.text() == before
    return caught.value


def play_on(game: Game, *, turns: int | None = None, seed: int = 1) -> Game:
    """Play at random until that many turns are played in all, or to the end, and return the game."""
    player = RandomPlayer(seed)
    while game.seat is not None and (turns is None or game.is_setup or game.turns < turns):
        game.push(player.choose(game.view(game.seat)))
    return game


def _box(table: list[Seat], rewards: str | None, base: str) -> Box:
    """A published box with the drawn boards in it, each with one side: board n for seat n."""
    rules = load_box(base).rules()
    drawings = [[re.sub("[^#]", ".", row) for row in _rows(seat.garden)] for seat in [*table, *[Seat()] * 4]]
    rules["gardens"] = [{"id": str(index), "sides": [rows]} for index, rows in enumerate(drawings[:4])]
    if rewards is not None:
        side = [row.strip() for row in rewards.strip().splitlines()]
        rules["rewards"] = [{"id": str(index), "sides": [side]} for index in range(4)]
    return Box.from_rules(rules)


def _deal(game: Game, table: list[Seat], display: str) -> list[int]:
    order = [(game.first + seat) % game.players for seat in range(game.players)]
    spare = [letter for letter in LETTERS if all(letter not in seat.missions for seat in table)]
    missions = "".join(table[seat].missions or spare.pop() + spare.pop() for seat in order)
    codes = [layout.DEALT_GARDEN_CODE + seat for seat in order]
    codes += [layout.DEALT_MISSION_CODE + LETTERS.index(letter) for letter in missions]
    codes += [layout.DEALT_REWARD_CODE + seat for seat in order if "rewards" in game.expansions]
    codes += [layout.DRAWN_CARD_CODE + card for _ in order for card in (0, 1)]  # `_write` gives other ones
    return codes + [layout.TURNED_TILE_CODE + LETTERS.index(letter) for letter in display]


def _write(words: npt.NDArray[np.int64], seat: Seat, played: int, *, boar: bool) -> None:
    hand = ["*", "a"][: len(CARDS) - played] if seat.hand is None else seat.hand.split()
    words[layout.BUILT] |= _bits(_places(seat.garden, "SG"))
    words[layout.GARDENERS] = _bits(_places(seat.garden, "G"))
    words[layout.AHEAD] = _bits((row, column) for column in range(9) for row in range(int(seat.nobles[column]), 6))
    words[layout.HAND] = sum(1 << CARDS.index(card) for card in hand)
    words[layout.DISCARDS] = sum([1 << slot for slot, card in enumerate(CARDS) if card not in hand][:played])
    words[layout.NOBLE_POINTS] = seat.score
    words[layout.WILD_BOAR] = _bits(_places(seat.garden, "&")) if boar else 0


def _rows(drawing: str) -> list[str]:
    assert re.fullmatch(r"\s*([#SG.&x]{9}\s+){5}[#SG.&x]{9}\s*", drawing), f"no garden: {drawing}"
    return drawing.split()


def _places(drawing: str, signs: str) -> Iterator[tuple[int, int]]:
    rows = enumerate(_rows(drawing))
    return ((row, column) for row, line in rows for column, sign in enumerate(line) if sign in signs)


def _bits(places: Iterable[tuple[int, int]]) -> int:
    return sum(1 << layout.STRIDE * row + column for row, column in places)
