"""The judge's network in floats while it learns, and its rounding to whole numbers.

Only arrays are needed: NumPy's on a processor, CuPy's on a GPU, by the same code. The network learns the final points
that the evaluation misses, by the squared error and AdamW (Loshchilov and Hutter 2019).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sanssouci.judge.practice import NOTE_EXPECTED, NOTE_POINTS, NOTE_TARGET
from sanssouci.players.networks import LARGEST_FIRST, Network, empty_network
from sanssouci.thinking import inputs, network
from sanssouci.thinking.places import UNIT

_TOGETHER: Final = 1 << 18  # notes whose inputs are unpacked at once
OUTPUT: Final = 8.0  # points for a last sum of 1
DECAY: Final = 0.05  # of weights in every step, times the rate of learning
TOP: Final = network.TOP / network.ONE  # of a clipped sum
_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-8
_WHOLE: Final = network.ONE << network.FIRST_SHIFT  # what a weight of 1.0 is in whole numbers, in the first layer
_LARGE: Final = 1 << network.SHIFT  # … and in the second and third
_FIRST_LIMIT: Final = 32767 / _WHOLE
_LIMIT: Final = 32767 / _LARGE
_LAST_SCALE: Final = UNIT * OUTPUT / network.ONE
_LIMITS: Final = (_FIRST_LIMIT, _FIRST_LIMIT, _LIMIT, _LIMIT, _LIMIT, _LIMIT, 32767 / _LAST_SCALE, 32767 / _LAST_SCALE)


@dataclass(frozen=True)
class Shape:
    """The sums of the three layers."""

    first: int = 256
    second: int = 32
    third: int = 32


class Learner:
    """A network that learns from notes; `used` are the inputs that it has, counted 64 to a word."""

    def __init__(self, arrays: Any, used: Any, parameters: list[Any]) -> None:
        self.arrays, self.used, self.parameters = arrays, used, parameters
        self._means = [arrays.zeros(each.shape, np.float32) for each in parameters]
        self._squares = [arrays.zeros(each.shape, np.float32) for each in parameters]
        self._steps = 0

    @classmethod
    def fresh(cls, arrays: Any, shape: Shape, notes: Any, seed: int) -> "Learner":
        """A network that corrects nothing yet. Inputs that do not vary in some notes are left out."""
        on = unpack(arrays, notes).sum(axis=0)
        used = arrays.flatnonzero((on > 0) & (on < len(notes)))
        luck = np.random.default_rng(seed)

        def start(rows: int, columns: int, spread: float) -> Any:
            return arrays.asarray(luck.normal(0, spread, (rows, columns)).astype(np.float32))

        def even(size: int) -> Any:
            return arrays.full(size, 0.2, np.float32)

        first, second, third = shape.first, shape.second, shape.third
        parameters = [start(len(used), first, 0.08), even(first)]
        parameters += [start(first, second, 1.4 / first**0.5), even(second)]
        parameters += [start(second, third, 1.4 / second**0.5), even(third)]
        return cls(arrays, used, [*parameters, arrays.zeros((third, 1), np.float32), arrays.zeros(1, np.float32)])

    @classmethod
    def of(cls, arrays: Any, net: Network) -> "Learner":
        """A network that goes on from one in whole numbers."""
        second, third = (int(size) for size in net[network.SIZES, :2])
        rows = np.flatnonzero(np.any(net[: inputs.INPUTS] != 0, axis=1))
        middle, numbers = network.SECOND + second, net.astype(np.float32)
        parameters = [
            numbers[rows] / _WHOLE,
            numbers[network.FIRST_BIAS] / _WHOLE,
            numbers[network.SECOND : middle].T / _LARGE,
            numbers[network.SECOND_BIAS, :second] / _LARGE,
            numbers[middle:, :second].T / _LARGE,
            numbers[network.THIRD_BIAS, :third] / _LARGE,
            numbers[network.LAST, :third, None] / np.float32(_LAST_SCALE),
            numbers[network.LAST, third : third + 1] / np.float32(_LAST_SCALE),
        ]
        used = rows // inputs.WORD_BITS * 64 + rows % inputs.WORD_BITS
        return cls(arrays, arrays.asarray(used), [arrays.asarray(np.ascontiguousarray(each)) for each in parameters])

    def see(self, notes: Any) -> Any:
        """The inputs of notes as floats, those that vary."""
        return unpack(self.arrays, notes)[:, self.used].astype(np.float32)

    def correct(self, notes: Any) -> Any:
        """The corrections of the network in floats, in points."""
        return self._forward(self.see(notes))[-1]

    def _forward(self, seen: Any) -> tuple[Any, ...]:
        w1, b1, w2, b2, w3, b3, w4, b4 = self.parameters
        clip = self.arrays.clip
        first = clip(seen @ w1 + b1, 0, TOP)
        second = clip(first @ w2 + b2, 0, TOP)
        third = clip(second @ w3 + b3, 0, TOP)
        return first, second, third, OUTPUT * (third @ w4 + b4)[:, 0]

    def step(self, notes: Any, rate: float) -> None:
        """Learn from a few notes."""
        seen = self.see(notes)
        first, second, third, corrections = self._forward(seen)
        _, _, w2, _, w3, _, w4, _ = self.parameters
        slope = ((corrections - wanted(notes)) * np.float32(OUTPUT / len(notes)))[:, None]
        slopes = [third.T @ slope, slope.sum(axis=0)]
        for below, layer, weights in ((second, third, w4), (first, second, w3), (seen, first, w2)):
            slope = (slope @ weights.T) * ((layer > 0) & (layer < TOP))
            slopes = [below.T @ slope, slope.sum(axis=0), *slopes]
        self._move(slopes, rate)

    def _move(self, slopes: list[Any], rate: float) -> None:
        """One step of AdamW, within what whole numbers can hold."""
        self._steps += 1
        pace = rate * (1 - _SQUARE**self._steps) ** 0.5 / (1 - _MEAN**self._steps)
        for index, slope in enumerate(slopes):
            mean, square, parameter = self._means[index], self._squares[index], self.parameters[index]
            mean += np.float32(1 - _MEAN) * (slope - mean)
            square += np.float32(1 - _SQUARE) * (slope * slope - square)
            parameter -= np.float32(pace) * mean / (self.arrays.sqrt(square) + np.float32(_TINY))
            if parameter.ndim > 1:
                parameter -= np.float32(rate * DECAY) * parameter
            self.arrays.clip(parameter, -_LIMITS[index], _LIMITS[index], out=parameter)

    def rounded(self) -> Network:
        """The network in whole numbers."""
        used = np.asarray(_here(self.used))
        w1, b1, w2, b2, w3, b3, w4, b4 = (np.asarray(_here(each), np.float64) for each in self.parameters)
        second, third = w2.shape[1], w3.shape[1]
        net = empty_network(w1.shape[1], second, third)
        w1, b1 = np.rint(w1 * _WHOLE), np.rint(b1 * _WHOLE)
        room = np.minimum(LARGEST_FIRST / np.maximum(np.abs(w1).sum(axis=0) + np.abs(b1), 1), 1)  # usually half is left
        net[inputs.WORD_BITS * (used // 64) + used % 64] = np.trunc(w1 * room)
        net[network.FIRST_BIAS] = np.trunc(b1 * room)
        net[network.SECOND : network.SECOND + second] = np.rint(w2.T * _LARGE)
        net[network.SECOND + second :, :second] = np.rint(w3.T * _LARGE)
        net[network.SECOND_BIAS, :second] = np.rint(b2 * _LARGE)
        net[network.THIRD_BIAS, :third] = np.rint(b3 * _LARGE)
        net[network.LAST, :third] = np.rint(w4[:, 0] * _LAST_SCALE)
        net[network.LAST, third] = np.rint(b4[0] * _LAST_SCALE)
        return net


def corrector(arrays: Any, net: Network) -> Callable[[Any], Any]:
    """What gives the corrections of a network in whole numbers, in units, as in thinking/network.py, for many notes.

    The numbers are whole and small enough for floats of 64 bits, whose matrix products are quick on every machine.
    """
    second, third = (int(size) for size in net[network.SIZES, :2])
    if second == 0:
        return lambda notes: arrays.zeros(len(notes), np.int64)
    numbers = net.astype(np.float64)
    rows = np.flatnonzero(np.any(net[: inputs.INPUTS] != 0, axis=1))
    used = arrays.asarray(rows // inputs.WORD_BITS * 64 + rows % inputs.WORD_BITS)
    middle = network.SECOND + second
    layers = [
        (numbers[rows], numbers[network.FIRST_BIAS], network.FIRST_SHIFT),
        (numbers[network.SECOND : middle].T, network.ONE * numbers[network.SECOND_BIAS, :second], network.SHIFT),
        (numbers[middle:, :second].T, network.ONE * numbers[network.THIRD_BIAS, :third], network.SHIFT),
    ]
    there = [(arrays.asarray(np.ascontiguousarray(each)), arrays.asarray(bias), shift) for each, bias, shift in layers]
    last, rest = arrays.asarray(numbers[network.LAST, :third]), float(network.ONE * numbers[network.LAST, third])

    def correct(notes: Any) -> Any:
        layer = unpack(arrays, notes)[:, used].astype(np.float64)
        for weights, bias, shift in there:
            sums = arrays.floor((layer @ weights + (bias + (1 << shift - 1))) / (1 << shift))
            layer = arrays.clip(sums, 0, network.TOP)
        return (layer @ last + rest).astype(np.int64)

    return correct


def in_parts(arrays: Any, correct: Callable[[Any], Any], notes: Any) -> Any:
    """The corrections for any number of notes."""
    return arrays.concatenate([correct(notes[at : at + _TOGETHER]) for at in range(0, len(notes), _TOGETHER)])


def unpack(arrays: Any, notes: Any) -> Any:
    """The inputs of notes as bytes of 0 or 1, 64 to a word."""
    words = arrays.ascontiguousarray(notes[:, : inputs.SEEN_WORDS])
    return arrays.unpackbits(words.view(np.uint8).ravel(), bitorder="little").reshape(len(notes), -1)


def missed(notes: Any) -> Any:
    """By how many points the evaluation missed the final points."""
    return (notes[:, NOTE_POINTS] - notes[:, NOTE_EXPECTED] / UNIT).astype(np.float32)


def wanted(notes: Any) -> Any:
    """The corrections to learn, in points."""
    return ((notes[:, NOTE_TARGET] - notes[:, NOTE_EXPECTED]) / UNIT).astype(np.float32)


def _here(array: Any) -> Any:
    """An array in the memory of the processor."""
    return array.get() if hasattr(array, "get") else array
