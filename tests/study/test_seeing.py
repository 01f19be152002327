"""What the guide of a first game points out: true of the turn that it names, and of the turn at hand."""

import pytest

from sanssouci import Game
from sanssouci.box.squares import LETTERS
from sanssouci.game.move import Move, Turn
from sanssouci.game.telling import foretell
from sanssouci.game.view import View
from sanssouci.players.advice import Reason
from sanssouci.study.comparing import codes_of, gain
from sanssouci.study.lessons import lesson_of
from sanssouci.study.seeing import (
    ANY_TILE,
    PLAIN,
    REMARKS,
    SPENDS,
    TWICE,
    Good,
    Remark,
    furthest,
    see,
    spared,
    to_name,
    worthwhile,
)
from strategies import BY_ID, running

TURNS = (2, 8, 14, 20, 26, 30)  # that lie behind
GAMES = [running(BY_ID["ravensburger-2"], turns, ["greedy", "greedy"], turns) for turns in TURNS]
VIEWS = [game.view(game.seat or 0) for game in GAMES]


def seen(view: View, said: tuple[str, ...] = (), last: str | None = None) -> Remark:
    remark = see(view, said, last)
    assert remark is not None
    assert remark.turn is not None
    assert remark.turn.move in view.legal_moves
    return remark


def every_reason(view: View) -> list[tuple[Turn, dict[str, dict[str, int | str]]]]:
    """Every legal turn with all that is said of it; of equal moves one in five, since there are hundreds."""
    found = []
    for move in list(view.legal_moves)[::5]:
        assert isinstance(move, Turn)
        found.append((move, {reason.key: reason.values for reason in worthwhile(view, codes_of(view, move))}))
    return found


@pytest.mark.parametrize("view", VIEWS, ids=map(str, TURNS))
def test_what_is_said_holds_for_the_very_turn(view: View) -> None:
    for move, said in every_reason(view):
        assert set(said) <= set(REMARKS)
        if ANY_TILE in said:
            assert view.any_tile(move.card) == "T4"
        if SPENDS in said:
            assert move.card == "*"
        for key in ("walks", TWICE):
            if key in said:
                assert move.walk == f"{said[key]['column']}{said[key]['row']}"
        for key in ("builds", "plants", "connects"):
            if key in said:
                assert said[key]["square"] == (move.gardener or move.tile)
        if "connects" in said:
            assert int(said["connects"]["row"]) > 0, "some noble gains by it"


@pytest.mark.parametrize("view", VIEWS, ids=map(str, TURNS))
def test_how_far_a_noble_can_come_is_asked_of_all_legal_turns(view: View) -> None:
    walks = [move.walk for move in view.legal_moves if isinstance(move, Turn) and move.walk]
    for column, letter in enumerate(LETTERS[:9]):
        rows = [int(walk[1]) for walk in walks if walk[0] == letter]
        assert furthest(view, column) == max(rows, default=0)
    for _, said in every_reason(view):
        for key in {"walks", "serves mission"} & set(said):
            column = LETTERS.index(str(said[key]["column"]))
            assert said[key]["row"] == furthest(view, column), "“down to” is said of the furthest row only"
        if TWICE in said:
            assert int(said[TWICE]["far"]) > int(said[TWICE]["row"])


def test_a_tile_that_touches_nothing_that_can_be_walked_on_makes_no_way_longer() -> None:
    view = lesson_of("card").begin().view(0)  # nothing is built yet but what is printed, and that lies apart
    for move, said in every_reason(view):
        if {"builds", "plants"} & set(said):
            square = move.gardener or move.tile
            assert square[1] == "2" or f"{square[0]}{int(square[1]) - 1}" == "b2"


@pytest.mark.parametrize("view", VIEWS[1:4], ids=map(str, TURNS[1:4]))
def test_a_turn_that_brings_little_is_named_only_if_it_is_clearly_better(view: View) -> None:
    remark = see(view, (), None)
    if remark is None:
        return  # nothing is named
    told = remark.turn
    assert told is not None
    richest = max(view.legal_moves, key=lambda move: view_points(view, move))
    if view_points(view, told.move) + 2 < view_points(view, richest):
        assert remark.later, "it is said that this pays later"
        better, error = gain(view, richest, told.move, samples=160, seed=1)
        assert better > -2 * error


def view_points(view: View, move: object) -> int:
    """The points that a turn brings at once."""
    codes = codes_of(view, move)  # type: ignore[arg-type]
    row = next(row for row in view.legal_moves.table() if tuple(row[:-1]) == codes)
    return int(row[-1])


def test_it_does_not_say_the_same_twice_running_where_something_else_fits() -> None:
    for view in VIEWS:
        remark = see(view, (), None)
        if remark is None:
            continue
        assert remark.turn is not None
        others = {each.key for each in worthwhile(view, codes_of(view, remark.turn.move))} - {remark.reason.key}
        again = see(view, (remark.reason.key,), remark.reason.key)
        if again is not None and again.turn == remark.turn and others:
            assert again.reason.key != remark.reason.key


# The grey and turquoise card takes the tile that completes column i, and so does the wild card.
EITHER = Game.from_text(
    "ravensburger@15884b89 2 - 0 t0 28 gcdhhiaief 0,0,2,1,1,0,0,2,1 * "
    "1B:-:#########/1g3#2s/s#g2s3/2ss#g1#1/1g#3s2/1s2s1gg#:315443111:-:29,0,0:46,*:"
    "26,36,56,25,34,35,a,b,c,e,f,g,h,i:cd "
    "2A:-:#########/sg1s2#ss/2#s5/1gs2#s1#/3#sss2/#s1g5:214211212:-:23,0,0:24,*:26,36,56,25,34,35,a,c,d,e,f,g,h,i:be"
).view(0)


def test_the_wild_card_is_never_named_where_another_card_gets_the_same() -> None:
    for move in EITHER.legal_moves:
        assert isinstance(move, Turn)
        if move.card == "*":
            same = Move.parse(str(move).replace("*", "46"))
            kept = EITHER.move_of(spared(EITHER, codes_of(EITHER, move)))
            assert kept == (same if same in EITHER.legal_moves else move)
    for _ in range(3):
        named = seen(EITHER).turn
        assert named is not None
        assert isinstance(named.move, Turn)
        card, _, rest = str(named.move).partition(" ")
        assert card != "*" or Move.parse(f"46 {rest}") not in EITHER.legal_moves


def test_the_wild_card_is_named_only_where_it_does_more_than_every_other() -> None:
    def good(move: str, at_once: int, *reasons: str) -> Good:
        told = foretell(EITHER, next(each for each in EITHER.legal_moves if str(each).startswith(move)))
        return Good(told, at_once, tuple(Reason(key, {}) for key in reasons))

    plain, better = good("46 ", 4), good("* ", 8, "walks")
    assert to_name([good("* ", 4, SPENDS), plain]) == plain, "the wild card does no more"
    assert to_name([good("* ", 4, "walks"), plain]) == plain
    assert to_name([better, plain]) == better


def test_one_kind_of_thing_is_not_pointed_out_for_ever() -> None:
    assert see(VIEWS[2], REMARKS * 5, None) is None
    assert all(
        see(view, REMARKS * 2, None) is None or seen(view, REMARKS * 2).reason.key in PLAIN for view in VIEWS[:2]
    )


def test_nothing_is_said_of_a_game_in_which_sides_are_chosen() -> None:
    assert see(Game(seed=3, first=0).view(0), (), None) is None
