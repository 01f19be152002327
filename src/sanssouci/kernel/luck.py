"""Luck without a state: every draw is a function of the seed, a stream and a counter.

The generator is Threefry-2x64 with 20 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
2011), a keyed mixing function whose key is the 128 bits of the seed. It is the same on every platform, has
published test vectors, and gives nothing away about the seed, which a server keeps secret while a game runs.

Streams make luck independent of decisions: the k-th tile, and the k-th card of a seat, depend on the seed alone.

This is the only file with unsigned arithmetic. `u64` and `i64` wrap numbers to 64 bits; compiled they are
casts and cost nothing (compiling.py replaces them).
"""

from typing import Final

STREAM_FIRST: Final = 0  # who starts
STREAM_GARDENS: Final = 1
STREAM_MISSIONS: Final = 2
STREAM_REWARDS: Final = 3
STREAM_TILES: Final = 4  # the display, then the refills
STREAM_GAMES: Final = 5  # the seeds of the games of a simulation
STREAM_NOISE: Final = 6  # the choices of a random player
STREAM_REDEAL: Final = 7  # what a search deals in place of what it does not know
STREAM_CARDS: Final = 8  # + seat

_PARITY: Final = 0x1BD11BDAA9FC1A22
_MASK_32: Final = 0xFFFFFFFF
_GAMMA: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB


def u64(value: int) -> int:
    """Wrap to an unsigned 64-bit number."""
    return int(value) & 0xFFFFFFFFFFFFFFFF


def i64(value: int) -> int:
    """Wrap to a signed 64-bit number."""
    value = int(value) & 0xFFFFFFFFFFFFFFFF
    return value - (1 << 64) if value >> 63 else value


def threefry(key_0: int, key_1: int, counter_0: int, counter_1: int) -> tuple[int, int]:
    """Mix a 128-bit counter under a 128-bit key into two unsigned 64-bit words."""
    k0 = u64(key_0)
    k1 = u64(key_1)
    k2 = u64(_PARITY) ^ k0 ^ k1
    a = u64(u64(counter_0) + k0)
    b = u64(u64(counter_1) + k1)
    for block in range(5):
        if block % 2 == 0:
            a, b = _four_rounds(a, b, 16, 42, 12, 31)
        else:
            a, b = _four_rounds(a, b, 16, 32, 24, 21)
        a = u64(a + k1)
        b = u64(b + u64(k2 + u64(block + 1)))
        k0, k1, k2 = k1, k2, k0
    return a, b


def _four_rounds(a: int, b: int, r0: int, r1: int, r2: int, r3: int) -> tuple[int, int]:
    a = u64(a + b)
    b = _rotate(b, r0) ^ a
    a = u64(a + b)
    b = _rotate(b, r1) ^ a
    a = u64(a + b)
    b = _rotate(b, r2) ^ a
    a = u64(a + b)
    b = _rotate(b, r3) ^ a
    return a, b


def _rotate(word: int, left: int) -> int:
    return u64(word << u64(left)) | (word >> u64(64 - left))


def draw(seed_0: int, seed_1: int, stream: int, k: int, n: int) -> int:
    """The k-th draw of a stream: a number from 0 to n - 1, each equally likely.

    It is the upper half of the first word times n, shifted down by 32 bits. The few words that would favour some
    numbers are skipped (Lemire 2019) by counting up the upper half of the second counter.
    """
    attempt = 0
    while True:
        word, _ = threefry(seed_0, seed_1, stream, k + (attempt << 32))
        product = i64(word >> u64(32)) * n
        low = product & _MASK_32
        if low >= n or low >= (_MASK_32 + 1) % n:
            return product >> 32
        attempt += 1


def noise_start(seed_0: int, seed_1: int) -> int:
    """The start of a fast stream of noise for random players (SplitMix64)."""
    word, _ = threefry(seed_0, seed_1, STREAM_NOISE, 0)
    return i64(word)


def noise_next(noise: int) -> int:
    """The next state of the noise."""
    return i64(u64(u64(noise) + u64(_GAMMA)))


def noise_pick(noise: int, n: int) -> int:
    """A number from 0 to n - 1 from the current state of the noise, uniform to within n / 2^32."""
    z = u64(noise)
    z = u64((z ^ (z >> u64(30))) * u64(_MIX_1))
    z = u64((z ^ (z >> u64(27))) * u64(_MIX_2))
    z = z ^ (z >> u64(31))
    return (i64(z >> u64(32)) * n) >> 32
