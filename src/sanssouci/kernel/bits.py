"""Sets of small numbers as the bits of one int64, and squares as bits.

`popcount` and `lowest` are replaced by single machine instructions when the kernel is compiled, `narrow` by a cast
(compiling.py).
"""

from sanssouci.kernel.layout import MAX_COLUMNS, STRIDE


def popcount(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest set bit; there must be one."""
    value = int(bits)
    return (value & -value).bit_length() - 1


def nth(bits: int, n: int) -> int:
    """The index of the n-th set bit, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def narrow(number: int) -> int:
    """The same number, for the compiler in 32 bits, which the caller knows to be enough."""
    return int(number)


def bit_of(square: int) -> int:
    """The bit of a dense square 0 to 53."""
    return square + square // MAX_COLUMNS


def square_of(bit: int) -> int:
    """The dense square of a bit."""
    return bit - bit // STRIDE
