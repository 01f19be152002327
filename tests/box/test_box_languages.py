"""A box file that lacks some of the game's languages still works, with English where a word is missing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sanssouci import BoxError, Game, load_box, published_boxes
from sanssouci.box import words
from sanssouci.box.squares import Size
from sanssouci.texts import Texts

WriteBox = Callable[..., Path]


def without(text: str, *languages: str) -> str:
    """A box file as it was before these languages were added to the game."""
    return "\n".join(
        line for line in text.split("\n") if not line.startswith(tuple(f"{code} = " for code in languages))
    )


def test_words_that_a_file_lacks_are_the_english_ones(small_text: str, write_box: WriteBox) -> None:
    box, whole = load_box(write_box(without(small_text, "fr"))), load_box(write_box(small_text))
    assert [column.names["fr"] for column in box.columns] == [column.names["en"] for column in whole.columns]
    assert [row.names["es"] for row in box.rows] == [row.names["es"] for row in whole.rows]
    assert box.digest == whole.digest
    assert box.untranslated[:2] == (
        words.Untranslated("columns.statue", "fr"),
        words.Untranslated("columns.pavilion", "fr"),
    )
    assert len(box.untranslated) == len(box.columns) + len(box.rows)
    assert whole.untranslated == ()


def test_sentences_stay_correct_with_borrowed_words(small_text: str, write_box: WriteBox) -> None:
    texts = Texts("fr", load_box(write_box(without(small_text, "fr"))))
    assert texts.structure("d") == "fountain"
    assert texts.tile("d2") == texts("tile.other", word="fountain")
    assert "fountain" in Game(texts.box, seed=1).svg(language="fr")


def test_english_must_be_there(small_text: str, write_box: WriteBox) -> None:
    with pytest.raises(BoxError, match=r"columns\[1\]\.en: is missing"):
        load_box(write_box(without(small_text, "en")))


def test_adding_a_language_leaves_every_box_valid(
    small_text: str, write_box: WriteBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanssouci.box.document.LANGUAGES", (*words.LANGUAGES, "it"))
    monkeypatch.setattr("sanssouci.box.words.LANGUAGES", (*words.LANGUAGES, "it"))
    box = load_box(write_box(small_text))
    assert {gap.language for gap in box.untranslated} == {"it"}
    assert box.rows[0].names["it"] == box.rows[0].names["en"]
    assert words.plain_words("any", Size(2, 2)).columns[0].names["it"] == "column a"


@pytest.mark.parametrize("name", published_boxes())
def test_published_boxes_speak_every_language(name: str) -> None:
    assert load_box(name).untranslated == ()
    assert set(words.PLAIN_COLUMN) == set(words.PLAIN_ROW) == set(words.LANGUAGES)
