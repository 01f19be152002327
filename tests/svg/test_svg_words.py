"""Words: languages, players' names, titles for screen readers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanssouci import Game, SanssouciError
from sanssouci.game.svg.canvas import breadth, escape, fitted, readable
from sanssouci.texts import LANGUAGES, Texts
from strategies import BY_ID, examples, running
from svg.reading import NAMESPACE, panels, parsed, title, with_data


def game_with(names: tuple[str, ...]) -> Game:
    game = running(BY_ID["small-2-rewards-boar"], 3, ("greedy",), 8)
    game.names = names
    return game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["imperial-3-rewards-boar", "ravensburger-2-rewards"])
def test_structures_and_colours_have_the_words_of_the_box(name: str, language: str) -> None:
    game = running(BY_ID[name], 3, ("greedy",), 14)
    root = parsed(game.svg(language=language))
    for space, tile in zip(with_data(root, "space").values(), game.display, strict=True):
        assert tile is not None
        column = game.box.columns["abcdefghi".index(tile[0])].names[language]
        row = game.box.rows[int(tile[1]) - 1].names[language]
        assert title(space) == f"{column}, {row} {tile[1]} ({tile})"
    texts = Texts(language, game.box)
    assert title(root).startswith(texts("picture.play card", name=texts("picture.seat", seat=game.seat)))


def test_another_language_is_refused() -> None:
    with pytest.raises(SanssouciError, match="no language 'eo'; there are de, en, es, fr"):
        BY_ID["small-2"].game(1).svg(language="eo")


def test_every_part_that_means_something_has_a_title() -> None:
    game = running(BY_ID["imperial-4-rewards-boar"], 3, ("greedy",), 40)
    root = parsed(game.svg(0))
    assert title(root)
    for key in ("seat", "square", "noble", "space", "card", "mission", "discard"):
        found = with_data(root, key)
        assert found
        assert all(title(node) for node in found.values())
    for part in panels(root):
        text = part.findtext(f"{NAMESPACE}desc")
        assert text
        assert "noble" in text
    summary = root.findtext(f"{NAMESPACE}desc")
    assert summary
    assert "Display: " in summary
    assert all(f"{score} points" in summary for score in game.scores)
    ids = {node.attrib["id"] for node in root.iter() if "id" in node.attrib}
    assert set(root.attrib["aria-labelledby"].split()) <= ids


def test_names_are_shown_and_escaped() -> None:
    game = game_with(('<script>alert("x")</script>', 'Tom & "Jerry" \'n ]]> co'))
    svg = game.svg(0)
    assert "<script" not in svg
    texts = [text for part in panels(parsed(svg)) for text in part.itertext()]
    assert '<script>alert("x")</script>' in texts
    assert 'Garden of Tom & "Jerry" \'n ]]> co' in texts


def test_long_names_are_cut_but_stay_whole_in_a_tooltip() -> None:
    name = "Wilhelmine von Preußen, Markgräfin von Brandenburg-Bayreuth, Schwester des Königs"[:80]
    part = panels(parsed(game_with((name, "V")).svg()))[0]
    shown = [text.text or "" for text in part.iter(f"{NAMESPACE}text") if text.attrib["font-size"] == "18"]
    assert len(shown) == 1
    assert shown[0].endswith("…")
    assert name.startswith(shown[0][:-1])
    assert name in " ".join(part.itertext())


def test_empty_names_become_seats() -> None:
    assert "Garden of Seat 1" in game_with(("Voltaire", "  ")).svg()


@examples(60)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_name_gives_a_readable_file(one: str, other: str) -> None:
    svg = running(BY_ID["small-2-rewards-boar"], 3, ("greedy",), 8).view().svg(names=(one, other))
    root = parsed(svg)
    assert title(panels(root)[0]) == f"Garden of {readable(one) or 'Seat 0'}".replace("\ufffe", "\ufffd").replace(
        "\uffff", "\ufffd"
    )
    assert svg.encode()


def test_readable_drops_what_is_no_text() -> None:
    assert readable("a\0b\x1bc\ud800d\u202ee\tf\n g ") == "abcde f g"
    assert escape('\0\x0b\ufffe<&>"') == "\ufffd\ufffd\ufffd&lt;&amp;&gt;&quot;"


def test_texts_are_cut_to_their_room() -> None:
    assert fitted("short", 10) == "short"
    assert fitted("  two   words ", 10) == "two words"
    long = "a text that is much too long for its place"
    assert breadth(fitted(long, 8)) <= 8
    assert fitted(long, 8).endswith("…")
    assert breadth("宮殿") > breadth("ab") > breadth("il")
    assert breadth("e\u0301") == breadth("e")
    assert fitted("x", 0) == "…"
