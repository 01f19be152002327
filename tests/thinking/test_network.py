"""The judge's network: whole numbers that come out the same by every way, and what it takes to store and round them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sanssouci import SanssouciError
from sanssouci.arena.judge_network import OUTPUT, Learner, Shape, corrector
from sanssouci.game.lexicon import Array
from sanssouci.judge import practice
from sanssouci.players.networks import (
    Network,
    check_sums,
    digest,
    empty_network,
    network_file,
    read_network,
    save_network,
)
from sanssouci.thinking import inputs, network
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.workspace import JudgeSpace
from strategies import BY_ID, running

WIDTH = 16


def _clear_unused(net: Network) -> None:
    """Clear what lies beyond the narrower layers."""
    net[network.SECOND_BIAS, 7:] = net[network.THIRD_BIAS, 5:] = net[network.LAST, 6:] = 0
    net[network.SECOND + 7 :, 7:] = 0


def some_network(seed: int = 1) -> Network:
    """A network of chance."""
    luck = np.random.default_rng(seed)
    net = luck.integers(-900, 900, (network.SECOND + 7 + 5, WIDTH)).astype(np.int16)
    net[: inputs.INPUTS] //= 40
    net[network.SIZES] = 0
    _clear_unused(net)
    net[network.SIZES, :2] = 7, 5
    return net


def some_sights() -> Array:
    """What seats see in the course of a game."""
    sights = []
    for moves in (4, 11, 18, 25, 32):
        game = running(BY_ID["ravensburger-2"], 3, ("greedy",), moves)
        for seat in range(2):
            out = np.zeros(inputs.SEEN_WORDS, np.int64)
            inputs.look(game.table, game.state.copy(), seat, out)
            sights.append(out)
    return np.array(sights)


def judged(net: Network, sight: Array) -> int:
    space = JudgeSpace(WIDTH)
    network.begin_sums(net, space.sums[0])
    network.change_sums(net, np.zeros(inputs.SEEN_WORDS, np.int64), sight, space.sums[0])
    return int(network.correction(net, space.sums[0], space.clipped))


def by_hand(net: Network, sight: Array) -> int:
    """The correction in plain Python, sum by sum."""
    on = [60 * word + bit for word in range(inputs.SEEN_WORDS) for bit in range(60) if int(sight[word]) >> bit & 1]
    rows = net.tolist()
    second, third = rows[network.SIZES][:2]
    layer = [rows[network.FIRST_BIAS][n] + sum(rows[each][n] for each in on) for n in range(WIDTH)]
    layer = [min(max((total + 1) // 2, 0), 1023) for total in layer]
    first_row = network.SECOND
    for size, bias in ((second, network.SECOND_BIAS), (third, network.THIRD_BIAS)):
        totals = [
            sum(weight * number for weight, number in zip(rows[first_row + n], layer, strict=False))
            + 128 * rows[bias][n]
            for n in range(size)
        ]
        layer, first_row = [min(max((total + 1024) // 2048, 0), 1023) for total in totals], first_row + size
    last = rows[network.LAST]
    total: int = sum(weight * number for weight, number in zip(last, layer, strict=False)) + 128 * last[third]
    return total


def test_the_correction_is_that_of_a_calculation_by_hand_and_of_matrices() -> None:
    net, sights = some_network(), some_sights()
    corrections = [judged(net, sight) for sight in sights]
    assert corrections == [by_hand(net, sight) for sight in sights]
    assert corrections == corrector(np, net)(sights).tolist()
    assert len(set(corrections)) == len(sights)


def test_sums_brought_up_to_date_are_those_computed_from_nothing() -> None:
    net, sights = some_network(), some_sights()
    space = JudgeSpace(WIDTH)
    nothing = np.zeros(inputs.SEEN_WORDS, np.int64)
    network.begin_sums(net, space.sums[0])
    for before, now in pairwise([nothing, *sights]):
        network.change_sums(net, before, now, space.sums[0])
        network.begin_sums(net, space.sums[1])
        network.change_sums(net, nothing, now, space.sums[1])
        assert space.sums[0].tolist() == space.sums[1].tolist()


def test_an_empty_network_corrects_nothing_and_odd_shapes_are_refused() -> None:
    net = empty_network(WIDTH, 4, 4)
    assert [judged(net, sight) for sight in some_sights()[:2]] == [0, 0]
    for shape in ((4, 2, 2), (16, 17, 4), (16, 4, 16)):
        with pytest.raises(SanssouciError, match="the first is the widest"):
            empty_network(*shape)


def test_a_stored_network_is_the_same_and_has_a_hash(tmp_path: Path) -> None:
    path = network_file(2, BY_ID["ravensburger-2"].expansions, tmp_path)
    assert path.name == "judge-2.npz"
    net = some_network()
    assert save_network(path, net) == digest(net) == digest(read_network(path))
    assert digest(some_network(2)) != digest(net)
    np.savez_compressed(tmp_path / "old.npz", version=np.int64(0), net=net)
    with pytest.raises(SanssouciError, match=r"old.npz holds a network of version 0, but the judge sees version 3"):
        read_network(tmp_path / "old.npz")
    with pytest.raises(SanssouciError, match=r"judge-3.npz: the judge has not learnt this setting"):
        read_network(tmp_path / "judge-3.npz")


def test_a_network_whose_sums_could_overflow_is_refused(tmp_path: Path) -> None:
    net = empty_network(1024, 4, 4)
    net[network.SECOND, :] = 32767
    with pytest.raises(SanssouciError, match="a sum can reach 34,3"):
        check_sums(net)
    with pytest.raises(SanssouciError, match="too large"):
        save_network(tmp_path / "judge-2.npz", net)
    net = empty_network(8, 4, 4)
    net[0, 3], net[1, 3] = 32000, -766
    check_sums(net)
    net[network.FIRST_BIAS, 3] = -1
    with pytest.raises(SanssouciError, match="a sum can reach 32,767, not 32,766"):
        check_sums(net)


def test_rounding_makes_a_sum_smaller_that_could_overflow() -> None:
    notes = some_notes(100)
    learner = Learner.fresh(np, Shape(WIDTH, 8, 8), notes, 1)
    learner.parameters[0][:, 2] = 60.0
    net = learner.rounded()
    check_sums(net)
    assert np.abs(net[: inputs.INPUTS, 2].astype(int)).sum() > 32_000


def some_notes(count: int) -> Array:
    """Notes of chance in which the evaluation misses two points where one input is on, and one where another is off."""
    luck = np.random.default_rng(5)
    notes = np.zeros((count, practice.NOTE_WORDS), np.int64)
    notes[:, : inputs.SEEN_WORDS] = luck.integers(0, 1 << 59, (count, inputs.SEEN_WORDS)) & 0x3FF
    missing = 2 * (notes[:, 0] & 1) - (~notes[:, 3] >> 4 & 1)
    notes[:, practice.NOTE_EXPECTED] = 80 * UNIT
    notes[:, practice.NOTE_TARGET] = (80 + missing) * UNIT
    return notes


def test_a_network_learns_what_the_evaluation_misses_and_rounding_keeps_it() -> None:
    notes = some_notes(1000)
    learner = Learner.fresh(np, Shape(WIDTH, 8, 8), notes, 1)
    assert (learner.correct(notes) == 0).all()  # it begins as the evaluation alone
    luck = np.random.default_rng(2)
    for _ in range(200):
        learner.step(notes[luck.integers(len(notes), size=128)], 1e-2)
    wanted = (notes[:, practice.NOTE_TARGET] - notes[:, practice.NOTE_EXPECTED]) / UNIT
    assert np.abs(learner.correct(notes) - wanted).mean() < 0.2
    rounded = corrector(np, learner.rounded())(notes) / UNIT
    assert np.abs(rounded - learner.correct(notes)).max() < OUTPUT * 3 / network.ONE


def test_learning_goes_on_from_a_network_in_whole_numbers() -> None:
    net = some_network()
    assert (Learner.of(np, net).rounded() == net).all()


def test_the_slope_of_every_weight_is_that_of_the_error() -> None:
    """The derivatives by hand, against differences of the error itself."""
    notes = some_notes(64)
    learner = Learner.fresh(np, Shape(WIDTH, 8, 8), notes, 1)
    learner.parameters = [each.astype(np.float64) for each in learner.parameters]
    learner.parameters[6] += np.linspace(-0.5, 0.5, 8)[:, None]
    found: list[Array] = []
    learner._move = lambda slopes, rate: found.extend(slopes)  # type: ignore[method-assign]
    learner.step(notes, 0.0)
    wanted = (notes[:, practice.NOTE_TARGET] - notes[:, practice.NOTE_EXPECTED]) / UNIT

    def error() -> float:
        return float(((learner.correct(notes) - wanted) ** 2).mean() / 2)

    for parameter, slope in zip(learner.parameters, found, strict=True):
        flat = parameter.reshape(-1)
        for index in (0, len(flat) // 2, len(flat) - 1):
            kept = flat[index]
            flat[index] = kept + 1e-5
            above = error()
            flat[index] = kept - 1e-5
            below = error()
            flat[index] = kept
            assert (above - below) / 2e-5 == pytest.approx(slope.reshape(-1)[index], abs=1e-4)
