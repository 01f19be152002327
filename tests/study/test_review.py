"""The review: sums that are exact, judgement by what could be known, luck that is fair, and clear refusals."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sanssouci import Game, RecordError, SanssouciError, review
from sanssouci.arena.statistics import REACH
from sanssouci.kernel import layout
from sanssouci.players.king import KINGS_EXPERIENCE
from sanssouci.players.mind import Mind
from sanssouci.players.networks import no_network
from sanssouci.study.accounts import SOURCES, Account, luckiest
from sanssouci.study.document import document_of
from sanssouci.study.estimates import NOTHING, Figure, Worth, sum_of, worth_of
from sanssouci.study.judging import Effort, compare_with_par, is_as_good, judge, plain_moves, verdict_on, whole_codes
from sanssouci.study.playouts import VALUE, Playouts, engine_version
from sanssouci.study.review import EFFORTS, Review, luck_and_skill
from sanssouci.study.timeline import steps
from sanssouci.thinking import thinker
from sanssouci.thinking.outcomes import ALL_SEEING, OUTCOME_WORDS
from strategies import BY_ID, finished, running


@pytest.fixture(scope="module")
def small() -> Review:
    return review(finished(BY_ID["small-2-rewards-boar"], 5), depth="quick")


def parts_of(account: Account) -> list[Any]:
    return [account.expected, account.skill, account.others, *account.luck.values()]


def check_sums(account: Account) -> None:
    for index in range(2):
        assert sum(part[index].value for part in parts_of(account)) == pytest.approx(account.result[index], abs=1e-9)


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-3-rewards-boar", "ravensburger-4-rewards", "narrow-2"])
def test_expectation_skill_and_luck_add_up_to_the_result(name: str) -> None:
    game = finished(BY_ID[name], 3)
    outcome = game.outcome()
    assert outcome is not None
    accounts = luck_and_skill(game, values=3, compare=3)
    assert len(accounts) == game.players
    for seat, account in enumerate(accounts):
        check_sums(account)
        points, win = account.result
        assert points == outcome.points[seat].total
        assert win == pytest.approx((seat in outcome.winners) / len(outcome.winners))
    for source in (*SOURCES, "hidden"):  # what one seat wins of the victory, another loses
        assert sum(account.luck[source].win.value for account in accounts) == pytest.approx(0.0, abs=1e-4)
    assert sum(account.expected.win.value for account in accounts) == pytest.approx(1.0, abs=1e-4)


def test_a_whole_review_adds_up_and_is_the_same_again(small: Review) -> None:
    for account in small.accounts:
        check_sums(account)
    again = review(small.game.record(), depth="quick")
    assert document_of(again) == document_of(small)
    other = review(small.game, depth="quick", seed=1)
    assert other.accounts != small.accounts
    assert small.version == engine_version()


def test_every_step_of_the_game_is_told(small: Review) -> None:
    game = small.game
    assert [str(each.judgement.played.move) for each in small.decisions] == [
        str(move).replace("'", "") for move in game.moves
    ]
    assert len(small.moments) == len(game.moves) + 1
    told = [value for drawn in small.luck for value in drawn.values]
    chances = [event for event in game.record()["events"] if event[0] not in ("turn", "side")]
    assert told == [event[2] for event in chances]
    assert {drawn.source for drawn in small.luck} == set(SOURCES)
    for seat in range(game.players):
        assert small.accounts[seat].luck["tiles"].points.value == pytest.approx(
            sum(drawn.gave[seat].points.value for drawn in small.luck if drawn.source == "tiles"), abs=1e-3
        )
        assert len(luckiest(small.luck, seat)) <= 3
    assert len(small.deciding) <= 3
    assert set(small.deciding) | set(small.turning) <= set(range(len(game.moves)))


def test_a_seat_that_never_walks_is_found_to_lose_by_its_decisions() -> None:
    accounts = luck_and_skill(finished(BY_ID["ravensburger-2"], 4, ("last", "greedy")), values=20, compare=40)
    careless, greedy = accounts
    assert careless.skill.points.value < -40
    assert careless.skill.points.value + careless.skill.points.error < greedy.skill.points.value
    assert abs(careless.all_luck.points.value) < -careless.skill.points.value


def test_the_best_move_of_the_last_turn_is_found_and_its_price_is_exact() -> None:
    game = running(BY_ID["ravensburger-2"], 8, ["random"], 37)
    assert game.seat is not None
    view = game.view(game.seat)
    standing = next(move for move in reversed(list(view.legal_moves)) if str(move).endswith(" -"))
    judgement = judge(Playouts("test"), view, standing, Effort(0, search=200, compare=50, skill=50), ply=37)
    finals = []
    for move in view.legal_moves:
        after = game.copy()
        after.push(move)
        outcome = after.outcome()
        assert outcome is not None
        finals.append(outcome.points[game.seat].total)
    assert judgement.best.worth.points.value == max(finals)
    assert judgement.cost.points.value == max(finals) - judgement.played.worth.points.value > 0
    assert judgement.cost.points.error == 0
    assert judgement.verdict in ("inaccuracy", "mistake", "blunder")
    assert judgement.best.reasons


def test_a_decision_is_judged_by_the_view_alone() -> None:
    game = running(BY_ID["imperial-2-boar"], 6, ["greedy"], 20)
    assert game.seat is not None
    view, other = game.view(game.seat), game.view(game.seat).sample(77)
    assert other.hand(1 - game.seat) != game.hand(1 - game.seat)
    move = next(iter(view.legal_moves))
    found = [
        judge(Playouts("test"), each, move, Effort(0, search=60, compare=10, skill=20), ply=20)
        for each in (view, other.view(game.seat))
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("points", "win", "is_so"),
    [
        (Figure(-0.1, 0.3), Figure(-0.01, 0.02), True),
        (Figure(-1.6, 0.6), Figure(0.011, 0.04), True),  # better by points, and nothing clear against it
        (Figure(-1.6, 0.6), Figure(0.05, 0.02), False),
        (Figure(2.0, 0.3), Figure(-0.025, 0.022), False),
        (Figure(0.4, 0.6), Figure(0.011, 0.04), False),
    ],
)
def test_a_move_that_costs_nothing_clear_by_one_measure_and_gains_by_the_other_is_as_good(
    small: Review, points: Figure, win: Figure, is_so: bool
) -> None:
    cost = Worth(points, win)
    judgement = replace(small.decisions[5].judgement, cost=cost, verdict=verdict_on(cost))
    assert is_as_good(judgement) == is_so


def test_chance_is_fair_to_the_value_function() -> None:
    game = next(step.before for step in steps(finished(BY_ID["ravensburger-2"], 9)) if step.ply == 27 and step.source)
    play, samples = Playouts("fair"), 1500
    before = play.values(game, samples, "before")[:, 0, 0]
    mean = variance = 0.0
    for chance in game.chances:
        after = game.copy()
        after.push_chance(chance)
        values = play.values(after, samples, chance.text)[:, 0, 0]
        mean += chance.probability * float(values.mean())
        variance += chance.probability**2 * float(values.var()) / samples
    assert len(game.chances) > 1
    assert before.var() > 0
    assert abs(mean - float(before.mean())) < 4 * np.sqrt(variance + float(before.var()) / samples)


def test_a_sum_knows_its_error_though_its_parts_share_their_luck_and_differ_in_length() -> None:
    shapes, draws = ((40, 2), (90, 3), (60, -1)), np.random.default_rng(3)  # samples, and how luck matters to them
    found, stated = [], []
    for _ in range(600):
        luck = draws.normal(size=(90, 1))
        parts = [luck[:n] * size + draws.normal(size=(n, 2)) for n, size in shapes]
        total = sum_of(parts[:2], parts[2:])
        means = [part.mean(axis=0) for part in parts]
        assert total.points.value == pytest.approx(means[0][0] + means[1][0] - means[2][0], abs=1e-6)
        found.append([total.points.value, total.win.value])
        stated.append([total.points.error, total.win.error])
    spread = REACH * np.std(found, axis=0)
    assert spread == pytest.approx(np.mean(stated, axis=0), rel=0.1)
    as_if_apart = REACH * np.sqrt(sum((size**2 + 1) / n for n, size in shapes))
    assert min(spread) > 1.2 * as_if_apart


def test_the_error_of_one_set_of_samples_is_that_of_its_mean() -> None:
    samples = np.random.default_rng(4).normal(size=(30, 2))
    assert sum_of([samples]) == worth_of(samples)
    assert sum_of([samples], [samples]) == NOTHING == sum_of([])


def test_games_that_luck_would_have_played_anyway_are_taken_over() -> None:
    line = [step for step in steps(finished(BY_ID["imperial-2-rewards-boar"], 5, ("greedy",))) if step.round > 0]
    play, taken = Playouts("same"), 0
    for step in [step for step in line if step.source in ("tiles", "cards")][5::12]:
        code = next(chance.code for chance in step.before.chances if chance.text == step.values[0])
        before, whole = play.values(step.before, 60, "luck"), play.values(step.after, 90, "luck")
        marked = before + 1000.0
        assert np.array_equal(play.values_after_event(before, step.before, code, step.after, 90, "luck"), whole)
        reused = play.values_after_event(marked, step.before, code, step.after, 90, "luck") >= 500
        taken += int(reused.any(axis=(1, 2)).sum())
        assert not reused[60:].any()
    assert taken > 0


def test_the_last_turn_changes_points_alike_whatever_the_other_hides() -> None:
    play, line = Playouts("open"), list(steps(finished(BY_ID["ravensburger-2"], 4, ("random",))))
    last = [step for step in line if step.view is not None][-1]
    assert last.view is not None
    before = play.values(last.before, 30, VALUE)
    after = play.values_after(before, last.after, 30, VALUE)
    skill = compare_with_par(play, last.view, last.values[0], samples=30)
    assert skill is not None
    assert skill[:, :, 0].any()
    assert np.array_equal((after - before)[:, :, 0], skill[:, :, 0])  # the shares of the win depend on missions


def test_values_and_skill_share_their_luck_so_that_differences_cancel() -> None:
    play, line = Playouts("shared"), list(steps(finished(BY_ID["ravensburger-2"], 4, ("random",))))
    decided = [step for step in line if step.view is not None and step.round == 0][-1]
    assert decided.view is not None
    before = play.values(decided.before, 200, VALUE)
    change = play.values_after(before, decided.after, 200, VALUE) - before
    skill = compare_with_par(play, decided.view, decided.values[0], samples=200)
    assert skill is not None
    for seat in range(2):
        apart = np.hypot(change[:, seat, 0].std(), skill[:, seat, 0].std())
        assert (change - skill)[:, seat, 0].std() < 0.9 * apart


def test_playouts_are_the_same_interpreted_and_leave_a_finished_game_alone() -> None:
    game = running(BY_ID["imperial-2-rewards-boar"], 3, ["greedy"], 36)
    assert game.seat is not None
    mind, view = Mind(KINGS_EXPERIENCE), game.view(game.seat)
    turns = view.legal_moves.table()[:3]
    found = []
    for engine in (thinker.interpreted(), thinker.compiled()):
        for eyes, state in ((ALL_SEEING, game.state), (game.seat, view.state)):
            out, worlds = np.zeros((6, OUTCOME_WORDS), np.int64), np.zeros((7, layout.STATE_WORDS), np.int64)
            space = mind.workspace
            judge = mind.judge_space(no_network()).arrays
            arguments = (mind.weights(view), no_network(), worlds, space.desk, space.rows, *judge, turns)
            assert engine.outcomes(game.table, state.copy(), eyes, *arguments, state.copy(), -1, 1, 2, 0, 2, out) == 6
            found.append(out)
    assert np.array_equal(found[0], found[2])
    assert np.array_equal(found[1], found[3])
    done = finished(BY_ID["small-2"], 1)
    outcome = done.outcome()
    assert outcome is not None
    values = Playouts("end").values(done, 2, "end")
    assert values[:, :, 0].tolist() == [[points.total for points in outcome.points]] * 2


def test_the_second_of_two_equal_tiles_is_the_same_move() -> None:
    for seed in range(40):
        game = running(BY_ID["ravensburger-2"], seed, ["greedy"], 6)
        assert game.seat is not None
        view = game.view(game.seat)
        twins = [str(move) for move in view.legal_moves if "'" in str(move)]
        if twins:
            first = twins[0].replace("'", "")
            assert whole_codes(view, view.codes_of(twins[0])) == whole_codes(view, view.codes_of(first))
            assert all(codes[0] >= layout.CARD_CODE for codes in plain_moves(Playouts("test"), view))
            return
    pytest.fail("no display had two equal tiles in a row")


# ── refusals ───────────────────────────────────────────────────────────────────────────────────────────


def broken(**changes: Any) -> dict[str, Any]:
    return {**finished(BY_ID["small-2"], 1).record(), **changes}


def cut_off() -> dict[str, Any]:
    """The record of a game of which the end is lost, just before somebody's turn."""
    record = finished(BY_ID["small-2"], 1).record()
    turn = [index for index, event in enumerate(record["events"]) if event[0] == "turn"][5]
    return {key: value for key, value in record.items() if key != "result"} | {"events": record["events"][:turn]}


def begun_at_its_end() -> dict[str, Any]:
    """The record of a game that begins from the position in which another has ended."""
    over = finished(BY_ID["small-2"], 1)
    return Game.from_text(over.text(), box=over.box).record()


REFUSED = [
    (cut_off(), "the game is not over"),
    (running(BY_ID["small-2"], 1, ["greedy"], 6).record(complete=True), "not over"),
    (running(BY_ID["small-2"], 1, ["greedy"], 6).record(seat=0), "as one seat sees it"),
    (broken(format="sanssouci-arena"), "format is 'sanssouci-arena'"),
    (broken(version=9), "version is 9"),
    (broken(box={"id": "unknown"}), "box"),
    (begun_at_its_end(), "nobody has decided anything"),
    ({}, "format is None"),
    ("a text", "a record is a JSON object"),
]


@pytest.mark.parametrize(("record", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_what_is_not_a_finished_game_is_refused(record: object, told: str) -> None:
    before = json.dumps(record)
    with pytest.raises(RecordError, match=told):
        review(record)
    assert json.dumps(record) == before


def test_more_players_are_given_more_playouts_for_sums_that_are_as_exact() -> None:
    two, four = (EFFORTS["normal"].for_players(players) for players in (2, 4))
    assert two == EFFORTS["normal"]
    assert (four.values, four.skill, four.compare) == (3 * two.values, 2 * two.skill, two.compare)


def test_depth_and_seed_are_checked() -> None:
    game = Game(seed=1)
    with pytest.raises(SanssouciError, match="a review is quick, normal, deeper"):
        review(game, depth="endless")  # type: ignore[arg-type]
    with pytest.raises(SanssouciError, match="whole number"):
        review(game, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="not over"):
        review(game)


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[tuple[int, int]] = []
    review(finished(BY_ID["small-2"], 2), depth="quick", progress=lambda done, total: told.append((done, total)))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] == len(told) - 1
