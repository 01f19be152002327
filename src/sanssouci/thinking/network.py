"""The network of the judge: three layers of clipped sums and one number, in whole numbers throughout.

    inputs ── weights ──> sums of the first layer ── clipped ──> second ── clipped ──> third ── clipped ──> correction

A clipped sum lies between 0 and TOP, which few sums reach (clipped at 1.0, most of them stick there, and the network
stops learning). The correction is in units of the evaluation (places.py) and is added to it. Sums fit into 16 bits in
the first layer and into 32 in the others, so every machine computes the same numbers. Few inputs change from one turn
to the next: the sums of the first layer are brought up to date by the rows of the inputs that did.

A network is one array of rows of int16, as wide as its first layer:

    INPUTS rows            the first layer, a row for each input (inputs.py)
    FIRST_BIAS             what its sums begin with
    SIZES                  how many sums the second and the third layer have
    SECOND_BIAS            what the sums of the second layer begin with, in the unit of its weights
    THIRD_BIAS             the same for the third
    LAST                   the weights of the correction, and after them what it begins with
    SECOND + n             the weights of the n-th sum of the second layer, then those of the third
"""

from typing import Final

from sanssouci.kernel.bits import lowest, narrow
from sanssouci.kernel.layout import MAX_SEATS, Rows, Words
from sanssouci.thinking.inputs import INPUTS, SEEN_WORDS, WORD_BITS

ONE: Final = 128  # a clipped sum of 1.0
TOP: Final = 8 * ONE - 1  # the greatest
FIRST_SHIFT: Final = 1  # weights of the first layer: ONE << FIRST_SHIFT is 1.0
SHIFT: Final = 11  # weights of the second and third: 1 << SHIFT is 1.0

FIRST_BIAS: Final = INPUTS
SIZES: Final = INPUTS + 1
SECOND_BIAS: Final = INPUTS + 2
THIRD_BIAS: Final = INPUTS + 3
LAST: Final = INPUTS + 4
SECOND: Final = INPUTS + 5  # + number of a sum; the rows of the third layer follow

# Working space: rows of int16 sums of the first layer, and rows of int16 clipped sums.
SUMS_NOW: Final = 0
SUMS_OF: Final = 1  # + seat: as it was last seen
SUMS_KEPT: Final = SUMS_OF + MAX_SEATS  # + seat: as kept for later
SUM_ROWS: Final = SUMS_KEPT + MAX_SEATS
CLIPPED_ROWS: Final = 3  # a row for each layer


def begin_sums(net: Rows, sums: Words) -> None:
    """Write the sums of the first layer for no input at all."""
    bias = net[FIRST_BIAS]
    for index in range(len(sums)):
        sums[index] = narrow(bias[index])


def change_sums(net: Rows, before: Words, now: Words, sums: Words) -> None:
    """Bring the sums of the first layer from one sight to another, by what has changed."""
    for word in range(SEEN_WORDS):
        changed = before[word] ^ now[word]
        while changed != 0:
            bit = lowest(changed)
            changed &= changed - 1
            if (now[word] >> bit) & 1:
                _add(net[WORD_BITS * word + bit], sums)
            else:
                _subtract(net[WORD_BITS * word + bit], sums)


def _add(row: Words, sums: Words) -> None:
    for index in range(len(sums)):
        sums[index] += narrow(row[index])


def _subtract(row: Words, sums: Words) -> None:
    for index in range(len(sums)):
        sums[index] -= narrow(row[index])


def correction(net: Rows, sums: Words, clipped: Rows) -> int:
    """What the judge adds to the evaluation, in units, given the sums of the first layer."""
    second, third = narrow(net[SIZES][0]), narrow(net[SIZES][1])
    first_layer, second_layer, third_layer = clipped[0], clipped[1], clipped[2]
    for index in range(len(sums)):
        first_layer[index] = min(max((sums[index] + (1 << FIRST_SHIFT - 1)) >> FIRST_SHIFT, 0), TOP)
    for index in range(second):
        total = weighted(net[SECOND + index], first_layer, len(sums)) + ONE * narrow(net[SECOND_BIAS][index])
        second_layer[index] = min(max((total + (1 << SHIFT - 1)) >> SHIFT, 0), TOP)
    for index in range(third):
        total = weighted(net[SECOND + second + index], second_layer, second) + ONE * narrow(net[THIRD_BIAS][index])
        third_layer[index] = min(max((total + (1 << SHIFT - 1)) >> SHIFT, 0), TOP)
    return weighted(net[LAST], third_layer, third) + ONE * narrow(net[LAST][third])


def weighted(weights: Words, numbers: Words, count: int) -> int:
    """The sum of the first numbers, each times its weight."""
    total = narrow(0)
    for index in range(count):
        total = narrow(total + narrow(weights[index]) * narrow(numbers[index]))
    return total
