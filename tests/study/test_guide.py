"""The guide of a first game: what it calls missed, when it falls silent, and what it remembers."""

from sanssouci import Game
from sanssouci.game.move import Move
from sanssouci.players.advice import REASONS
from sanssouci.study.comparing import gain
from sanssouci.study.guide import Memory, Missed, Spoken, difference, speak, speak_at, weigh
from sanssouci.study.lessons import LESSONS, lesson_of
from sanssouci.study.seeing import ANY_TILE, BEGINS, REMARKS, SPENDS, TWICE
from sanssouci.texts.teaching import teaching
from strategies import BY_ID, running

# Nobody but this seat can win any more, and one walk is worth six points: the third lesson about walking.
VIEW = lesson_of("route").begin().view(0)


# In the middle of a game in which no noble of seat 0 has walked: all that one of them can reach is row 2.
SHORT = Game.from_text(
    "ravensburger@15884b89 2 - 0 t0 20 ggcbiaahbe 2,1,2,1,2,2,2,1,2 * "
    "4B:-:#########/1s1#5/5s1s#/1#1gs#2s/6s#1/2#s1g1s1:000000000:-:0,0,0:35,a:26,36,46,24,25,34,d,e,h,i:fh "
    "2A:-:#########/s1g2s#1s/2#4s1/2s1s#2#/1gs#5/#s7:665502202:-:33,0,0:g,h:26,46,56,24,25,34,a,f,i,*:bd"
).view(0)


def test_everything_it_points_out_is_a_reason_and_has_a_text() -> None:
    assert set(REMARKS) - {ANY_TILE, SPENDS, TWICE, BEGINS} <= set(REASONS)
    assert {f"guide.{key}" for key in REMARKS} <= set(teaching("en"))
    assert f"guide.why.{TWICE}" in teaching("en")
    assert "game" not in LESSONS


# Two rounds are left, and this turn leaves a noble standing who could walk for seven points.
LATE = lesson_of("end").begin().view(0)
WORST = Move.parse("34 e3 -")


def better() -> Missed:
    cost, found = weigh(LATE, WORST)
    assert isinstance(found, Missed)
    assert cost == found.points
    return found


def silent() -> Memory:
    """Of a learner who has played well for a while."""
    return Memory({"verdicts": {str(at): {"cost": 0.0} for at in range(0, 8, 2)}})


def test_a_turn_that_gives_much_away_is_missed_and_the_best_one_is_not() -> None:
    found = better()
    assert found.points >= 4
    assert 0 < found.error < found.points / 2
    assert found.reasons
    assert found.turn.square is not None
    assert found.turn.path, "the walk is told with its way"
    assert weigh(LATE, found.turn.move)[1] is None


def test_two_turns_are_compared_under_the_same_luck() -> None:
    one, other = Move.parse("34 e3 e5"), Move.parse("56 i6 -")
    points, error = gain(VIEW, other, one, samples=100, seed=5)
    assert gain(VIEW, other, one, samples=100, seed=5) == (points, error)
    assert points > 2 * error > 0
    assert gain(VIEW, one, other, samples=100, seed=5) == (-points, error)
    assert gain(VIEW, one, one, samples=100, seed=5) == (0.0, 0.0)


# A noble of seat 0 can walk to row 4, 5 and 6 one after the other once g5 is built.
STAIRS = Game.from_text(
    "ravensburger@15884b89 2 - 0 t0 22 ahcbcdgihg 2,2,0,2,2,1,1,1,2 * "
    "1A:-:#########/#4s3/5#s2/3#1s1#1/1#s2g1s1/1sgsss#2:250666601:-:43,0,0:a,f:36,56,25,34,35,b,c,e,g,h,*:bh "
    "2B:-:#########/g1s1s1s1#/2ss#2ss/s1#3#2/#sg6/5#3:554030233:-:29,0,0:e,i:26,36,24,25,34,a,b,f,g,h,*:ai"
).view(0)


def test_what_is_said_for_a_missed_turn_is_not_true_of_the_one_played() -> None:
    walks = Move.parse("f g6=g5 h4")
    assert difference(STAIRS, walks, walks) == ()
    assert TWICE in {reason.key for reason in difference(STAIRS, walks, Move.parse("f h6 b6"))}
    for move in STAIRS.legal_moves:
        if str(move).endswith(" h4"):
            keys = {reason.key for reason in difference(STAIRS, walks, move)}
            assert not keys & {"walks", "serves mission"}, "the same walk speaks for neither"


def test_a_turn_that_is_called_missed_has_something_to_be_said_for_it() -> None:
    memory = Memory({})
    speak(LATE, memory, at=2, last=0, before=LATE, played=WORST)
    verdict = memory.verdicts[0]
    assert verdict.told
    assert verdict.missed is not None
    assert difference(LATE, Move.parse(verdict.missed), WORST)


def test_it_names_what_there_is_to_see_and_the_turn_that_uses_it() -> None:
    memory = Memory({})
    spoken = speak(VIEW, memory, at=0)
    assert spoken.seen is not None
    told = spoken.seen.turn
    assert told is not None
    assert told.move in VIEW.legal_moves
    assert (told.space, told.square) != (None, None)
    assert memory.named(0) == str(told.move)
    assert memory.said == [spoken.seen.reason.key]
    assert Memory(memory.kept()).kept() == memory.kept()
    assert memory.remark(0, VIEW) == spoken.seen


def test_after_a_missed_turn_it_also_says_what_there_is_to_see_now() -> None:
    """Whoever misses one turn after the other would otherwise hear of nothing but the past."""
    memory = Memory({})
    spoken = speak(VIEW, memory, at=2, last=0, before=LATE, played=WORST)
    assert spoken.missed is not None
    assert spoken.seen is not None
    assert spoken.seen.turn is None, "one turn is named already"
    assert memory.named(2) is None
    assert memory.said == [spoken.seen.reason.key]


def test_a_missed_turn_has_a_reason_even_if_its_walk_is_short() -> None:
    missed = weigh(SHORT, Move.parse("35 h5=c5 -"))[1]
    assert missed is not None
    assert missed.points >= 4
    assert missed.reasons


def test_it_falls_silent_after_good_turns_of_ones_own_and_a_big_miss_wakes_it() -> None:
    best = better().turn.move
    memory = Memory({"remarks": {"0": None}})
    memory.remarks[0] = {"key": "walks", "values": {}, "move": str(best), "squares": [], "later": False}
    assert not speak(LATE, memory, at=2, last=0, before=LATE, played=best).quiet
    assert not memory.verdicts[0].own, "that was the guide's turn"
    quiet = []
    for at in range(4, 14, 2):
        memory.remarks[at - 2] = None
        quiet.append(speak(LATE, memory, at=at, last=at - 2, before=LATE, played=best).quiet)
    assert quiet == [False, False, False, True, False]
    assert memory.is_silent
    assert memory.remarks[12] is None
    missed = speak(LATE, memory, at=14, last=12, before=LATE, played=WORST).missed
    assert missed is not None
    assert missed.points > 6.5
    assert not memory.is_silent


SMALLER = Move.parse("34 e3 h1")  # about six points worse than the best


def test_something_smaller_wakes_it_only_when_it_is_missed_again() -> None:
    memory = silent()
    assert memory.is_silent
    assert speak(LATE, memory, at=10, last=8, before=LATE, played=SMALLER) == Spoken()
    memory = Memory(memory.kept())
    assert speak(LATE, memory, at=12, last=10, before=LATE, played=SMALLER).missed is not None
    assert not memory.is_silent


def test_a_turn_that_it_has_named_is_not_the_learners_own_with_another_walk() -> None:
    best = better().turn.move
    memory = Memory({})
    other = f"{str(best).rpartition(' ')[0]} -"
    memory.remarks[0] = {"key": "walks", "values": {}, "move": other, "squares": [], "later": False}
    speak(LATE, memory, at=2, last=0, before=LATE, played=best)
    assert not memory.verdicts[0].own


def test_a_turn_is_missed_also_where_the_game_is_lost_already() -> None:
    """There the chance to win does not change any more, whatever one plays."""
    game = running(BY_ID["ravensburger-2"], 4, ["last", "greedy"], 34)
    view = game.view(0)
    assert game.seat == 0
    assert view.points_in_play(1) > view.points_in_play(0) + 30
    played = next(move for move in view.legal_moves if str(move).endswith(" -"))
    missed = weigh(view, played)[1]
    assert missed is not None
    assert missed.points >= 4


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


def test_a_turn_that_is_taken_back_leaves_no_trace_and_its_remark_comes_again() -> None:
    """It does not count as said once more, nor a good turn as two of them when it is played again."""
    game = lesson_of("nobles").begin()
    memory = Memory({})
    first = speak_at(game, 0, memory)
    assert first.seen is not None
    before = memory.kept()
    best = first.seen.turn
    assert best is not None
    for _ in range(2):
        game.push(best.move)
        game.push(next(iter(game.legal_moves)))
        speak_at(game, 0, memory)
        assert list(memory.verdicts) == [0]
        game.pop()
        game.pop()
        assert speak_at(game, 0, memory) == first
        assert memory.kept() == before


def test_a_missed_turn_is_not_named_where_the_learner_has_taken_back_more_than_that() -> None:
    game = lesson_of("end").begin()
    missed = {"cost": 9.0, "missed": "* a2 -", "told": True}
    memory = Memory({"verdicts": {str(len(game.moves) + 2): missed}})
    assert Move.parse("* a2 -") not in game.legal_moves
    assert speak_at(game, 0, memory).again is None
    assert memory.verdicts == {}


def test_taking_back_the_turn_that_made_it_silent_makes_it_speak_again() -> None:
    memory = silent()
    memory.return_to(6)
    assert not memory.is_silent


def test_it_says_nothing_about_the_sides_of_boards() -> None:
    view = Game(seed=3, first=0).view(0)
    assert speak(view, Memory({}), at=0) == Spoken()
