import pytest

from sanssouci.box import parse_square, square_name


def test_C1_a_garden_has_54_squares_with_texts_of_their_own() -> None:
    names = [square_name(index) for index in range(54)]
    assert names[:2] == ["a1", "b1"]
    assert names[9] == "a2"
    assert names[31] == "e4"
    assert names[53] == "i6"
    assert [parse_square(name) for name in names] == list(range(54))


@pytest.mark.parametrize("text", ["", "e", "4e", "j1", "a0", "a7", "e44", "E4", "e４", " e4", "e4\n"])
def test_a_text_that_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        parse_square(text)


@pytest.mark.parametrize("index", [-1, 54, 10**30])
def test_a_number_that_is_no_square_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        square_name(index)
