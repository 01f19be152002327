"""Advice: what is said about a move is true, and can be said in every language."""

import re
from typing import Any

import pytest

from drawn import Seat, draw
from sanssouci import Game, Move, load_box
from sanssouci.game.legal import codes_of
from sanssouci.game.move import Turn
from sanssouci.players.advice import REASONS, Reason, advise, reasons, sentence
from sanssouci.texts import LANGUAGES, Texts
from strategies import BY_ID, running


def said(game: Game, text: str) -> dict[str, dict[str, int | str]]:
    """The reasons of a move of seat 0, by their keys."""
    move = Move.parse(text)
    assert move in game.legal_moves
    assert isinstance(move, Turn)
    codes = codes_of(game._lexicon, game._state, move)
    whole = [codes[0], codes[1], -1, -1, codes[-1]]
    for code in codes[2:-1]:
        whole[3 if move.piece and code == codes[-2] else 2] = code
    return {reason.key: reason.values for reason in reasons(game.view(0), tuple(whole))}


def test_walks_missions_and_the_card_that_is_kept() -> None:
    game = draw(Seat(hand="* 25", missions="ab"), display="ab cd ef gh ia")
    found = said(game, "25 a2 a2")
    assert found["walks"] == {"column": "a", "row": 2, "points": 2}
    assert found["serves mission"] == {"column": "a", "row": 2}
    assert found["keeps card"] == {"card": "*"}
    assert found["builds"] == {"square": "a2"}
    assert "keeps card" not in said(game, "* b2 -")
    assert said(game, "* b2 -")["opens walk"] == {"column": "b", "row": 2}


def test_what_a_tile_connects_and_completes() -> None:
    garden = """
        #########
        .SSSSSSSS
        S........
        S........
        S........
        S........"""
    found = said(draw(Seat(garden, hand="* 25"), display="ab cd ef gh ia"), "* a2 a6")
    assert found["completes row"] == {"row": 2, "points": 8}
    assert found["completes column"] == {"column": "a", "points": 5}
    assert found["connects"] == {"squares": 5}
    assert found["walks"] == {"column": "a", "row": 6, "points": 6}


def test_gardeners_rewards_and_what_is_taken_from_the_next_player() -> None:
    marks = """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  +1 .  .  .  .
        .  .  .  g3 0  -2 .  .  .
        .  .  +3 +1 0  0  +2 .  .
        .  -3 g3 +2 0  0  +1 0  .
    """
    low = "######### ....S.... ....S.... ......... ......... ........."
    game = draw(Seat(hand="* 25"), Seat(low), display="ab cd ef gh ia", rewards=marks)
    assert said(game, "* e4 -")["denies"] == {"seat": 1, "square": "e4"}
    assert said(game, "25 g5 -")["wins reward"] == {"points": 2}
    assert "pays reward" not in said(game, "* f4 -")  # W6: there is nothing to lose
    full = draw(Seat("######### S........ ......... ......... ......... .........", hand="* 25"))
    assert said(full, "* a2=a6 -")["plants"] == {"square": "a6"}


def test_the_boar() -> None:
    garden = "######### ......... ......... ....&.... ......... ........."
    game = draw(Seat(garden, hand="* 25"), display="ab cd ef gh ia")
    assert said(game, "* e4 ~e5 -")["boar goes"] == {"square": "e5"}
    caught = draw(Seat("######### ......... ....S.... ...S&S... ....S.... .........", hand="* 25"))
    assert said(caught, "* e4 -")["boar leaves"] == {"points": 4}


def test_nothing_is_opened_or_taken_away_by_the_last_turn() -> None:
    low = "######### ....S.... ....S.... ......... ......... ........."
    opened, denied = {"opens walk", "denies"}, "* e4 -"
    for turns_left, expected in ((3, opened), (2, {"denies"}), (1, set())):
        game = draw(Seat(low, hand="*"), Seat(low), display="ab cd ef gh ia", turns_left=turns_left)
        assert game.seat == 0
        assert set(said(game, denied)) & opened == expected


def test_a_tile_is_not_taken_away_while_an_equal_one_stays() -> None:
    low = "######### ....S.... ....S.... ......... ......... ........."
    for display, is_denied in (("ab cd eh gh ia", True), ("ab cd ee gh ia", False)):
        game = draw(Seat(low, hand="*"), Seat(low), display=display, turns_left=3)
        assert ("denies" in said(game, "* e4 -")) == is_denied


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said_in_every_language(language: str) -> None:
    examples: dict[str, int | str] = {"column": "i", "square": "e4", "card": "*", "side": "A"}
    texts = Texts(language, load_box("ravensburger"))
    for key, names in REASONS.items():
        values = {name: examples.get(name, 3) for name in names}
        text = sentence(texts, Reason(key, values))
        assert not re.search(r"[{}]", text)
        assert text[0].islower()


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-3-rewards-boar"])
def test_advice_is_legal_and_within_what_is_possible(name: str) -> None:
    for moves in (0, 12, 30):
        game = running(BY_ID[name], 2, ["greedy"], moves)
        assert game.seat is not None
        view = game.view(game.seat)
        found = advise(view, best=4, samples=600, seed=1)
        assert 1 <= len(found) <= 4
        for advice in found:
            assert advice.move in view.legal_moves
            assert 0 <= advice.win <= 1
            assert advice.error > 0
            assert 20 < advice.points < 160
            assert {reason.key for reason in advice.reasons} <= set(REASONS)
            assert all(set(reason.values) == set(REASONS[reason.key]) for reason in advice.reasons)
        assert advise(view, best=4, samples=600, seed=1) == found


def test_a_game_is_no_view() -> None:
    game: Any = running(BY_ID["ravensburger-2"], 2, ["greedy"], 12)
    with pytest.raises(TypeError, match=r"^advise needs a view: game\.view\(seat\)$"):
        advise(game, samples=10)


def test_in_the_last_round_chances_are_computed_and_in_order() -> None:
    longest = 0
    for seed in range(6):
        game = running(BY_ID["ravensburger-2"], seed, ["greedy"], 2 + 2 * 17)
        assert game.seat is not None
        found = advise(game.view(game.seat), samples=2000, seed=1)
        longest = max(longest, len(found))
        chances = [advice.win for advice in found]
        assert chances == sorted(chances, reverse=True)
        assert {advice.error for advice in found} == {0.0}
        assert advise(game.view(game.seat), samples=2000, seed=2) == found
    assert longest > 1
