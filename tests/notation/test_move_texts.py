"""Texts of moves: what is read, how leniently, and what is not a move in any game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import InvalidMoveError, Move, Side, Turn
from strategies import examples

LETTERS = "abcdefghi"
SQUARES = [f"{column}{row}" for row in range(1, 7) for column in LETTERS]
CARDS = [*LETTERS, "*", *(f"{low}{high}" for low in range(2, 7) for high in range(low + 1, 7))]

squares = st.sampled_from(SQUARES)
turns = st.builds(
    Turn,
    st.sampled_from(CARDS),
    squares,
    second=st.booleans(),
    gardener=st.none() | squares,
    piece=st.none() | squares,
    walk=st.none() | squares,
)
moves: st.SearchStrategy[Move] = turns | st.sampled_from([Side("A"), Side("B")])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("36 f3 -", Turn("36", "f3")),
        ("36 f3 d4", Turn("36", "f3", walk="d4")),
        ("c c4=c5 d4", Turn("c", "c4", gardener="c5", walk="d4")),
        ("* e4 ~e5 a2", Turn("*", "e4", piece="e5", walk="a2")),
        ("26 b2'=b6 ~f4 -", Turn("26", "b2", second=True, gardener="b6", piece="f4")),
        ("i i6' i6", Turn("i", "i6", second=True, walk="i6")),
        ("A", Side("A")),
        ("B", Side("B")),
    ],
)
def test_the_examples_are_read_and_written(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


@given(moves)
def test_every_move_is_read_back_from_its_text(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert hash(Move.parse(str(move))) == hash(move)


@given(moves, st.data())
def test_white_space_and_capital_letters_do_not_matter(move: Move, data: st.DataObject) -> None:
    blanks = st.sampled_from([" ", "  ", "\t", "\n", " \r\n ", "\u00a0", "\u2003"])
    words = str(move).split(" ")
    text = "".join(
        data.draw(blanks | st.just("") if index == 0 else blanks) + word for index, word in enumerate(words)
    ) + data.draw(blanks | st.just(""))
    text = "".join(sign.upper() if data.draw(st.booleans()) else sign.lower() for sign in text)
    if len(text) <= 40:
        assert Move.parse(text) == move
    else:
        with pytest.raises(InvalidMoveError, match="at most 40"):
            Move.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "C",
        "AB",
        "A B",
        "36",
        "36 f3",
        "f3 -",
        "36f3 -",
        "36 f3-",
        "36 f3 d4 -",
        "63 f3 -",
        "33 f3 -",
        "16 f3 -",
        "27 f3 -",
        "j f3 -",
        "** f3 -",
        "36 j3 -",
        "36 f7 -",
        "36 f0 -",
        "36 f33 -",
        "36 f3'' -",
        "36 f3 ' -",
        "36 f3= -",
        "36 f3=g3' -",
        "36 f3 =g3 -",
        "36 f3=g3=g4 -",
        "36 f3=- -",
        "36 f3 ~ -",
        "36 f3 ~- -",
        "36 f3~e4 -",
        "36 f3 ~e4=e5 -",
        "36 f3 ~e4 ~e5 -",
        "36 f3 -- ",
        "36 f3 +",
        "36, f3, -",
        "３６ f3 -",
        "36 f３ -",
        "36 f3 –",
        "36\u200bf3 -",
        "36 f3 -\0",
        "-",
        "?",
        "pass",
        "36 f3 d4\n36 f3 d4",
    ],
)
def test_what_is_no_move_is_invalid(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("value", [None, 36, b"36 f3 -", ["36 f3 -"], Side("A"), 3.5])
def test_what_is_no_text_is_invalid(value: object) -> None:
    with pytest.raises(InvalidMoveError, match="a move is a text"):
        Move.parse(value)  # type: ignore[arg-type]


def test_an_endless_text_is_invalid() -> None:
    for text in ("36 f3 -" + " " * 40, "a" * 10**6, " " * 10**6 + "A"):
        with pytest.raises(InvalidMoveError, match="at most 40 characters") as caught:
            Move.parse(text)
        assert len(str(caught.value)) < 100


def assert_invalid_or_read_back(text: str) -> None:
    try:
        move = Move.parse(text)
    except InvalidMoveError:
        return
    assert isinstance(move, Turn | Side)
    assert Move.parse(str(move)) == move
    assert str(move).lower() == " ".join(text.split()).lower()


@examples(300)
@given(st.text(max_size=50) | st.text("abcdefghi123456*='~- ABC\t", max_size=20))
def test_any_text_is_a_move_or_invalid(text: str) -> None:
    assert_invalid_or_read_back(text)


@examples(500)
@given(moves, st.data())
def test_a_text_with_some_signs_changed_is_a_move_or_invalid(move: Move, data: st.DataObject) -> None:
    text = str(move)
    signs = st.sampled_from("abij01267*='~- A\u0130\u212a\u017f") | st.characters()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 2))
        text = text[:place] + data.draw(signs | st.just("")) + text[place + width :]
    assert_invalid_or_read_back(text)


def test_turns_and_sides_are_values() -> None:
    assert Turn("36", "f3") == Turn("36", "f3", walk=None)
    assert len({Turn("36", "f3"), Turn("36", "f3"), Side("A"), Side("A"), Side("B")}) == 3
    with pytest.raises(AttributeError):
        Turn("36", "f3").card = "a"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Side("A").side = "B"  # type: ignore[misc]
