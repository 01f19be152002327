"""What the judge sees, against a reference that is told everything in words and uses nothing but sets of squares."""

import numpy as np
import pytest

from sanssouci import View
from sanssouci.kernel import layout
from sanssouci.kernel.bits import square_of
from sanssouci.thinking import inputs
from strategies import BY_ID, running

LETTERS = "abcdefghi"


def squares(word: int) -> set[str]:
    """The squares of a word."""
    dense = (square_of(bit) for bit in range(inputs.WORD_BITS) if word >> bit & 1)
    return {f"{LETTERS[square % 9]}{square // 9 + 1}" for square in dense}


def beside(square: str) -> set[str]:
    column, row = LETTERS.index(square[0]), int(square[1])
    places = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return {f"{LETTERS[c]}{r}" for c, r in places if 0 <= c < 9 and 1 <= r <= 6}


def takes(view: View, card: str) -> set[str]:
    """Where the tiles belong that a card could take (T2-T5)."""
    shown = {tile for tile in view.display if tile is not None}
    if card == "*":
        return shown
    if card in LETTERS:
        return {tile for tile in shown if tile[0] == card} or shown
    return {tile for tile in shown if tile[1] in card}


def naive(view: View) -> dict[str, set[str]]:
    """The words about squares."""
    garden, columns, rows = view.garden(view.eyes), view.box.columns, len(view.box.rows)
    board = {f"{LETTERS[column]}{row}" for column in range(len(columns)) for row in range(1, rows + 1)}
    reach = {square for square in board if square[1] == "1"}
    while grown := {near for square in reach for near in beside(square)} & garden.built - reach:
        reach |= grown
    ahead = {square for square in board if int(square[1]) > garden.nobles[square[0]]}
    shown = {tile for tile in view.display if tile is not None}
    hand, missions = view.hand(), view.missions()
    assert hand is not None
    assert missions is not None
    return {
        "BUILT": set(garden.built),
        "GARDENERS": set(garden.gardeners),
        "AHEAD": ahead,
        "REACH": reach,
        "STOPS": {square for square in reach & ahead if square not in garden.gardeners},
        "FRONTIER": ({near for square in reach for near in beside(square)} & board) - garden.built,
        "SHOWN": shown,
        "FITTING": shown - garden.built,
        "TAKEN": {tile for card in hand for tile in takes(view, card)} - garden.built,
        "PROMISED": {square for square in ahead if square[0] in missions},
        **naive_expansions(view, board - garden.built),
    }


def naive_expansions(view: View, free: set[str]) -> dict[str, set[str]]:
    """The words about pieces and marks."""
    garden = view.garden(view.eyes)
    boar = garden.pieces.get("boar")
    area = {boar} if boar else set()
    while grown := {near for square in area for near in beside(square)} & free - area:
        area |= grown
    words = {"PIECES": {boar} if boar else set(), "AREA": area}
    for kind, mark in enumerate(("+1", "+2", "+3", "g3", "-2", "-3")):
        words[f"MARKS_{kind}"] = {square for square, text in garden.marks.items() if text == mark} & free
    return words


def seen_by(view: View) -> list[int]:
    out = np.zeros(inputs.SEEN_WORDS, np.int64)
    inputs.look(view.table, view.state.copy(), view.eyes, out)
    return [int(word) for word in out]


@pytest.mark.parametrize(
    "name", ["ravensburger-2", "imperial-4", "ravensburger-3-rewards", "imperial-4-rewards-boar", "small-2"]
)
@pytest.mark.parametrize("moves", [7, 24, 50])
def test_the_words_of_squares_are_what_a_person_would_list(name: str, moves: int) -> None:
    game = running(BY_ID[name], 5, ("greedy", "random"), moves)
    for seat in range(game.players):
        view = game.view(seat)
        if view.is_setup or view.is_over:
            continue
        seen = seen_by(view)
        for word, expected in naive(view).items():
            name, _, kind = word.partition("_")
            assert squares(seen[getattr(inputs, f"SEEN_{name}") + int(kind or 0)]) == expected, (word, seat)


def test_cards_supply_and_clock() -> None:
    for moves in (9, 30):
        game = running(BY_ID["ravensburger-2"], 6, ("greedy",), moves)
        seat = game.seat
        assert seat is not None
        view = game.view(seat)
        seen = seen_by(view)
        hand, missions = view.hand(), view.missions()
        assert hand is not None
        assert missions is not None
        cards = [name in hand for name in view._lexicon.card_set((1 << layout.CARDS) - 1)]
        assert [seen[inputs.SEEN_CARDS] >> (inputs.HAND_AT + card) & 1 for card in range(18)] == cards
        pile = [name in view.undiscarded(seat) and not held for name, held in zip(_deck(view), cards, strict=True)]
        assert [seen[inputs.SEEN_CARDS] >> card & 1 for card in range(18)] == pile
        of_columns = [seen[inputs.SEEN_CARDS] >> (inputs.MISSIONS_AT + column) & 1 for column in range(9)]
        assert of_columns == [letter in missions for letter in LETTERS]
        structures = {tile[0] for tile in view.display if tile is not None}
        shown = [seen[inputs.SEEN_CARDS] >> (inputs.STRUCTURES_AT + column) & 1 for column in range(9)]
        assert shown == [letter in structures for letter in LETTERS]
        supply = [(seen[inputs.SEEN_SUPPLY] >> 5 * column & 31).bit_count() for column in range(9)]
        assert supply == [view.bag[letter] for letter in LETTERS]  # with two players there are five of each
        assert seen[inputs.SEEN_CLOCK] == 1 << (18 - len(view.discards(seat)))


def _deck(view: View) -> tuple[str, ...]:
    return view._lexicon.card_set((1 << layout.CARDS) - 1)


def test_the_judge_sees_nothing_that_its_seat_may_not_know() -> None:
    game = running(BY_ID["ravensburger-3"], 8, ("greedy",), 20)
    for seat in range(3):
        whole = np.zeros(inputs.SEEN_WORDS, np.int64)
        inputs.look(game.table, game._state.copy(), seat, whole)
        assert whole.tolist() == seen_by(game.view(seat))


def test_every_input_has_a_bit_of_its_own_below_the_guard() -> None:
    game = running(BY_ID["ravensburger-2"], 4, ("greedy",), 12)
    assert all(0 <= word < 1 << inputs.WORD_BITS for seat in range(2) for word in seen_by(game.view(seat)))
