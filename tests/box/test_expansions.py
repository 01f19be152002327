"""A set of expansions is one value: made from names, letters or the kernel's word, and written back."""

import json
import pickle
from collections.abc import Iterable
from itertools import chain, combinations, permutations

import pytest

from sanssouci import Game, SanssouciError
from sanssouci.box import EXPANSIONS, Expansions

NAMES = [expansion.name for expansion in EXPANSIONS]
EVERY_SET = [Expansions(names) for count in range(len(NAMES) + 1) for names in combinations(NAMES, count)]


def test_each_expansion_has_a_name_a_letter_and_a_bit_of_its_own() -> None:
    assert len(set(NAMES)) == len({each.letter for each in EXPANSIONS}) == len(EXPANSIONS)
    assert [each.flag for each in EXPANSIONS] == [1 << index for index in range(len(EXPANSIONS))]


@pytest.mark.parametrize("expansions", EVERY_SET, ids=lambda each: str(each) or "none")
def test_every_form_leads_back_to_the_same_set(expansions: Expansions) -> None:
    assert Expansions(str(expansions)) == expansions
    assert Expansions.of_flags(expansions.flags) == expansions
    assert Expansions.of_letters(expansions.letters) == expansions
    assert pickle.loads(pickle.dumps(expansions)) == expansions
    assert Expansions(json.loads(json.dumps(expansions))) == expansions
    assert isinstance(pickle.loads(pickle.dumps(expansions)), Expansions)
    assert [expansion.name for expansion in expansions.each] == list(expansions)


def test_the_order_is_fixed_and_a_name_counts_once() -> None:
    for order in permutations(NAMES):
        assert Expansions(chain(order, order)) == tuple(NAMES)
    assert Expansions("boar, rewards") == ("rewards", "boar")
    assert str(Expansions(["boar", "rewards"])) == "rewards,boar"
    assert Expansions("") == Expansions() == ()


@pytest.mark.parametrize("wrong", ["wolf", "rewards+boar", "Boar", ["rewards", "wolf"], [1], ["rewards,boar"]])
def test_an_unknown_name_is_refused_with_those_that_there_are(wrong: str | Iterable[str]) -> None:
    with pytest.raises(SanssouciError, match=r"there is no expansion .*; there are: rewards, boar"):
        Game("imperial", expansions=wrong)


def test_what_is_no_list_of_names_is_refused() -> None:
    with pytest.raises(SanssouciError, match=r"by their names, like \['boar'\], not as True"):
        Game("imperial", expansions=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("letters", ["", "BR", "RR", "r", "X", "R-"])
def test_letters_have_one_order_only(letters: str) -> None:
    with pytest.raises(SanssouciError, match="it must be -, or letters of RB in this order"):
        Expansions.of_letters(letters)


@pytest.mark.parametrize("names", ["rewards,boar", ["boar", "rewards"], ("rewards", "boar"), {"rewards", "boar"}])
def test_a_game_takes_any_form(names: str | Iterable[str]) -> None:
    game = Game("imperial", expansions=names, seed=1)
    assert game.expansions == ("rewards", "boar")
    assert "expansions='rewards,boar'" in repr(game)
