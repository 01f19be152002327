"""The guide of a first game: what it sees, what it calls missed, and when it falls silent."""

from sanssouci import Game
from sanssouci.game.move import Move
from sanssouci.game.telling import foretell
from sanssouci.players.advice import REASONS
from sanssouci.study.guide import ANY_TILE, REMARKS, Memory, Missed, Spoken, compare, speak, speak_at, weigh
from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.texts.teaching import teaching

# Nobody but this seat can win any more, and one walk is worth six points: the third lesson about walking.
VIEW = lesson_of("route").begin().view(0)


def test_everything_it_points_out_is_a_reason_and_has_a_text() -> None:
    assert set(REMARKS) - {ANY_TILE} <= set(REASONS)
    assert {f"guide.{key}" for key in REMARKS} <= set(teaching("en"))
    assert "game" not in LESSONS


# Two rounds are left, and this turn leaves a noble standing who could walk for seven points.
LATE = lesson_of("end").begin().view(0)
WORST = Move.parse("34 e3 -")


def better() -> Missed:
    cost, found = weigh(LATE, WORST)
    assert isinstance(found, Missed)
    assert cost == found.points
    return found


def test_a_turn_that_gives_much_away_is_missed_and_the_best_one_is_not() -> None:
    found = better()
    assert found.points >= 4
    assert found.reasons
    assert found.turn.square is not None
    assert found.turn.path, "the walk is told with its way"
    assert weigh(LATE, found.turn.move)[1] is None


def test_two_turns_are_compared_under_the_same_luck() -> None:
    one, other = Move.parse("34 e3 e5"), Move.parse("56 i6 -")
    first = compare(VIEW, one, other, samples=100, seed=5)
    again = compare(VIEW, one, other, samples=100, seed=5)
    assert [each.lead for each in first] == [each.lead for each in again]
    assert first[0].lead > first[1].lead
    same = compare(VIEW, one, one, samples=100, seed=5)
    assert same[0].lead == same[1].lead


def test_it_names_what_there_is_to_see_and_the_turn_that_uses_it() -> None:
    memory = Memory({})
    spoken = speak(VIEW, None, None, memory)
    assert spoken.seen is not None
    told = spoken.seen.turn
    assert told.move in VIEW.legal_moves
    assert (told.space, told.square) != (None, None)
    assert memory.told == str(told.move)
    assert memory.said == {spoken.seen.reason.key: 1}
    assert Memory(memory.kept()).kept() == memory.kept()
    memory = Memory({"said": dict.fromkeys(REMARKS, 3)})
    assert speak(VIEW, None, None, memory) == Spoken(), "one kind of thing is not pointed out for ever"


def test_it_says_when_a_card_allows_any_tile_for_want_of_its_own() -> None:
    gardens = lesson_of("card").start.partition(" * ")[2]
    view = Game.from_text(f"ravensburger@15884b89 2 - 0 t0 0 acdhgbegic 4,4,3,4,4,5,3,4,4 * {gardens}").view(0)
    assert view.any_tile("f") == "T4"
    memory = Memory({"said": dict.fromkeys(set(REMARKS) - {ANY_TILE}, 9)})
    seen = speak(view, None, None, memory).seen
    if seen is not None:  # the best turn plays the other card
        assert seen.reason == (ANY_TILE, {"card": "f"})
    told = foretell(view, next(move for move in view.legal_moves if str(move).startswith("f ")))
    assert told.any_tile == "T4"


def test_it_falls_silent_after_good_turns_of_ones_own_and_a_big_miss_wakes_it() -> None:
    best = better().turn.move
    memory = Memory({})
    memory.told = str(best)
    assert not speak(LATE, LATE, best, memory).quiet
    assert memory.good == 0, "that was the guide's turn"
    quiet = []
    for _ in range(5):
        memory.told = None
        quiet.append(speak(LATE, LATE, best, memory).quiet)
    assert quiet.count(True) == 1
    assert memory.is_silent
    assert speak(LATE, LATE, best, memory).seen is None
    after = speak(LATE, LATE, WORST, memory)
    assert memory.good == 0
    assert after.missed is None or after.missed.points >= 7
    assert memory.is_silent == (after.missed is None)


def test_a_missed_turn_is_named_again_once_the_learner_has_taken_back() -> None:
    game = lesson_of("end").begin()
    game.push(WORST)
    game.push(next(iter(game.legal_moves)))
    memory = Memory({})
    missed = speak_at(game, 0, memory).missed
    assert missed is not None
    game.pop()
    game.pop()
    again = speak_at(game, 0, Memory(memory.kept()))
    assert again == Spoken(again=missed.turn)
    assert missed.turn.move in game.legal_moves


def test_a_missed_turn_is_not_named_where_the_learner_has_taken_back_more_than_that() -> None:
    game = lesson_of("end").begin()
    memory = Memory({"judged": len(game.moves) + 2, "missed": "* a2 -"})
    assert Move.parse("* a2 -") not in game.legal_moves
    spoken = speak_at(game, 0, memory)
    assert spoken.again is None
    assert memory.missed is None
    assert memory.judged < len(game.moves), "the turn played now is looked at"


def test_it_says_nothing_about_the_sides_of_boards() -> None:
    view = Game(seed=3, first=0).view(0)
    assert speak(view, None, None, Memory({})) == Spoken()
