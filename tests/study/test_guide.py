"""The guide of a first game: what it sees, what it calls missed, and when it falls silent."""

from sanssouci import Game
from sanssouci.game.move import Move
from sanssouci.players.advice import REASONS
from sanssouci.study.guide import REMARKS, Memory, Missed, Spoken, compare, miss, speak
from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.texts.teaching import teaching

# Nobody but this seat can win any more, and one walk is worth six points: the third lesson about walking.
VIEW = lesson_of("route").begin().view(0)


def test_everything_it_points_out_is_a_reason_and_has_a_text() -> None:
    assert set(REMARKS) <= set(REASONS)
    assert {f"guide.{key}" for key in REMARKS} <= set(teaching("en"))
    assert "game" not in LESSONS


def test_a_turn_that_gives_much_away_is_missed_and_the_best_one_is_not() -> None:
    worst = Move.parse("56 i6 -")  # opens nothing, walks nowhere
    found = miss(VIEW, worst, samples=400)
    assert isinstance(found, Missed)
    assert found.points >= 4
    assert found.reasons
    assert miss(VIEW, found.move, samples=400) is None


def test_two_turns_are_compared_under_the_same_luck() -> None:
    one, other = Move.parse("34 e3 e5"), Move.parse("56 i6 -")
    first = compare(VIEW, one, other, samples=100, seed=5)
    again = compare(VIEW, one, other, samples=100, seed=5)
    assert [each.lead for each in first] == [each.lead for each in again]
    assert first[0].lead > first[1].lead
    same = compare(VIEW, one, one, samples=100, seed=5)
    assert same[0].lead == same[1].lead


def test_it_speaks_before_a_turn_and_says_one_kind_of_thing_no_more_than_twice() -> None:
    memory = Memory({})
    spoken = [speak(VIEW, None, None, memory) for _ in range(3 * len(REMARKS))]
    assert isinstance(spoken[0], Spoken)
    assert spoken[0].remark is not None
    assert spoken[0].squares or spoken[0].remark.key == "connects"
    assert spoken[-1].remark is None
    assert all(count <= 2 for count in memory.said.values())
    assert Memory(memory.kept()).kept() == memory.kept()


def test_it_falls_silent_after_good_turns_and_says_so_once() -> None:
    best = miss(VIEW, Move.parse("56 i6 -"), samples=400)
    assert best is not None
    memory = Memory({})
    quiet = [speak(VIEW, VIEW, best.move, memory).quiet for _ in range(6)]
    assert quiet.count(True) == 1
    assert memory.is_silent
    assert speak(VIEW, VIEW, best.move, memory).remark is None
    after = speak(VIEW, VIEW, Move.parse("56 i6 -"), memory)
    assert memory.good == 0
    assert after.missed is None or after.missed.points >= 7


def test_it_says_nothing_about_the_sides_of_boards() -> None:
    view = Game(seed=3, first=0).view(0)
    assert speak(view, None, None, Memory({})) == Spoken(None, (), None, quiet=False)
