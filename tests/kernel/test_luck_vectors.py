"""The generator is the published one, and its draws stay what they are."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci.kernel import engine, luck
from sanssouci.kernel.luck import draw, i64, threefry, u64

ONES = 2**64 - 1
# Salmon et al. 2011, the known answers of Random123 for threefry2x64 with 20 rounds: counter, key, result.
KNOWN_ANSWERS = [
    ((0, 0), (0, 0), (0xC2B6E3A8C2C69865, 0x6F81ED42F350084D)),
    ((ONES, ONES), (ONES, ONES), (0xE02CB7C4D95D277A, 0xD06633D0893B8B68)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        (0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x263C7D30BB0F0AF1, 0x56BE8361D3311526),
    ),
]
SEED = (0x0123456789ABCDEF, -0x0123456789ABCDEF)
ENGINES = pytest.mark.parametrize("using", [engine.compiled(), engine.interpreted()], ids=["compiled", "interpreted"])
WORDS = st.integers(0, ONES)


def by_the_paper(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """Threefry-2x64-20 once more, as a table of rotations and a key schedule."""
    rotations = (16, 42, 12, 31, 16, 32, 24, 21)
    keys = (*key, 0x1BD11BDAA9FC1A22 ^ key[0] ^ key[1])
    x, y = ((word + keys[i]) & ONES for i, word in enumerate(counter))
    for number in range(20):
        x = (x + y) & ONES
        turn = rotations[number % 8]
        y = ((y << turn | y >> (64 - turn)) & ONES) ^ x
        if number % 4 == 3:
            injection = number // 4 + 1
            x = (x + keys[injection % 3]) & ONES
            y = (y + keys[(injection + 1) % 3] + injection) & ONES
    return x, y


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS, ids=["zeros", "ones", "pi"])
def test_threefry_gives_the_published_answers(
    counter: tuple[int, int], key: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert threefry(*key, *counter) == expected
    assert threefry(*map(i64, key), *map(i64, counter)) == expected
    assert by_the_paper(key, counter) == expected


@ENGINES
@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS, ids=["zeros", "ones", "pi"])
def test_draw_shows_the_published_answers(
    using: engine.Engine, counter: tuple[int, int], key: tuple[int, int], expected: tuple[int, int]
) -> None:
    signed = [*map(i64, key), *map(i64, counter)]
    assert using.draw(*signed, 2**31) == expected[0] >> 33  # no number is passed over when n divides 2^32
    for power in range(31):
        assert using.draw(*signed, 1 << power) == expected[0] >> (64 - power)


@given(WORDS, WORDS, WORDS, WORDS)
def test_threefry_is_that_of_the_paper(key_0: int, key_1: int, counter_0: int, counter_1: int) -> None:
    assert threefry(key_0, key_1, counter_0, counter_1) == by_the_paper((key_0, key_1), (counter_0, counter_1))


def expected_draw(seed: tuple[int, int], stream: int, k: int, n: int) -> int:
    """Lemire's method in big numbers: the fraction of the upper half word, unless it is one of the surplus ones."""
    for attempt in range(1000):
        word, _ = by_the_paper((u64(seed[0]), u64(seed[1])), (stream, k + (attempt << 32)))
        product = (word >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32
    raise AssertionError("never")


@ENGINES
@given(seed_0=WORDS, seed_1=WORDS, stream=st.integers(0, 20), k=st.integers(0, 2**31), n=st.integers(1, 2**31))
def test_draw_is_lemires_method(using: engine.Engine, seed_0: int, seed_1: int, stream: int, k: int, n: int) -> None:
    seed = i64(seed_0), i64(seed_1)
    assert using.draw(*seed, stream, k, n) == expected_draw(seed, stream, k, n)


@ENGINES
def test_some_words_are_passed_over(using: engine.Engine) -> None:
    n = 3 << 29  # a quarter of all words is surplus
    drawn = [using.draw(*SEED, 4, k, n) for k in range(400)]
    assert drawn == [expected_draw(SEED, 4, k, n) for k in range(400)]
    first_tries = [(by_the_paper((u64(SEED[0]), u64(SEED[1])), (4, k))[0] >> 32) * n >> 32 for k in range(400)]
    passed_over = sum(one != other for one, other in zip(drawn, first_tries, strict=True))
    assert 60 < passed_over < 140


@ENGINES
def test_draws_are_the_pinned_ones(using: engine.Engine) -> None:
    entries = json.loads(Path(__file__).with_name("draws.json").read_bytes())
    assert len(entries) >= 30
    for entry in entries:
        stream, n, first, seed = entry["stream"], entry["n"], entry["k"], [i64(int(word, 16)) for word in entry["seed"]]
        drawn = [using.draw(*seed, stream, first + k, n) for k in range(len(entry["drawn"]))]
        assert drawn == entry["drawn"]


def test_streams_have_numbers_of_their_own() -> None:
    streams = {name: value for name, value in vars(luck).items() if name.startswith("STREAM_")}
    assert streams == {
        "STREAM_FIRST": 0,
        "STREAM_GARDENS": 1,
        "STREAM_MISSIONS": 2,
        "STREAM_REWARDS": 3,
        "STREAM_TILES": 4,
        "STREAM_GAMES": 5,
        "STREAM_NOISE": 6,
        "STREAM_REDEAL": 7,
        "STREAM_CARDS": 8,
    }


@given(st.integers(-(2**80), 2**80))
def test_numbers_wrap_to_64_bits(value: int) -> None:
    assert 0 <= u64(value) <= ONES
    assert -(2**63) <= i64(value) < 2**63
    assert u64(value) % 2**64 == i64(value) % 2**64 == value % 2**64


def test_draw_of_one_is_always_0() -> None:
    assert {draw(*SEED, stream, k, 1) for stream in range(12) for k in range(50)} == {0}
