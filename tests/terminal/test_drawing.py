"""Drawings of the table show everything, in 80 columns, without colours, and in ASCII."""

import io
import re
from typing import Literal

import pytest
from rich.console import Console
from rich.text import Text

from drawn import play_on
from sanssouci import Box, Game, Garden
from sanssouci.box.squares import LETTERS
from sanssouci.cli.aloud import Aloud
from sanssouci.cli.board import ASCII, UNICODE, Signs, draw_garden
from sanssouci.cli.flow import Block, flow, in_columns, width_of
from sanssouci.cli.screen import Screen, shortened, tiles_of
from sanssouci.cli.terminal import Terminal
from sanssouci.texts import LANGUAGES, Texts
from strategies import Configuration

LONG_NAMES = ("Wilhelmine von Bayreuth", "Jean-Baptiste d'Argens", "Algarotti", "Johann Joachim Quantz")


def printed(lines: Block, *, terminal: bool = False, colour: bool = True) -> str:
    file = io.StringIO()
    system: Literal["truecolor"] | None = "truecolor" if terminal else None
    console = Console(file=file, width=80, force_terminal=terminal, color_system=system, no_color=not colour)
    for line in lines:
        console.print(line, highlight=False, no_wrap=True, crop=False, overflow="ignore")
    return file.getvalue()


def read_back(lines: Block, box: Box, signs: Signs) -> Garden:
    """The garden shown by a drawing."""
    letters = LETTERS[: len(re.findall("[a-i]", lines[0].plain))]
    nobles = dict.fromkeys(letters, 0)
    structures, gardeners, marks = set(), set(), {}
    pieces: dict[str, str] = {}
    for row, line in enumerate(lines[1:]):
        assert line.plain[1] == str(row)
        for column, letter in enumerate(letters):
            cell, square = line.plain[3 + 4 * column :][:4], f"{letter}{row}"
            if signs.noble in cell:
                nobles[letter] = row
            if row and signs.structure(box, letter) == cell[1]:
                structures.add(square)
            if row and signs.gardener == cell[1]:
                gardeners.add(square)
            pieces |= {name: square for name, sign in signs.pieces.items() if cell[1] == sign}
            if mark := re.search(r"[+g-]\d", cell):
                marks[square] = mark[0]
    return Garden("", None, frozenset(), frozenset(structures), frozenset(gardeners), nobles, pieces, marks)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_a_drawn_garden_shows_every_structure_gardener_noble_piece_and_open_reward(
    configuration: Configuration, signs: Signs
) -> None:
    game = play_on(configuration.game(3), turns=configuration.players * configuration.box.rounds * 2 // 3)
    for garden in game.gardens:
        shown = read_back(draw_garden(garden, game.box, signs), game.box, signs)
        assert shown.structures == garden.structures | garden.printed
        assert shown.gardeners == garden.gardeners
        assert shown.nobles == garden.nobles
        assert shown.pieces == garden.pieces
        assert shown.marks == {square: mark for square, mark in garden.marks.items() if square not in garden.built}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_table_fits_80_columns_in_every_language(configuration: Configuration, language: str, signs: Signs) -> None:
    texts = Texts(language, configuration.box, ascii_only=signs is ASCII)
    screen = Screen(texts, signs, LONG_NAMES[: configuration.players])
    game = configuration.game(4)
    for turns in (0, configuration.players * (configuration.box.rounds - 1), None):
        play_on(game, turns=turns)
        lines = screen.table(game.view(0), 80, 24)
        assert width_of(lines) <= 80
        assert width_of(screen.overview(game, 80, 1000)) <= 80
        text = printed(lines)
        assert signs is UNICODE or text.isascii()
        assert "\x1b" not in text, "no terminal, no control characters"
        assert str(game.bag_count) in text
        for seat in range(game.players):
            row = next(
                line for line in text.splitlines() if line[2:].startswith(f"{seat} {shortened(screen.names[seat])}")
            )
            assert re.findall(r"(?<= )\d+(?= |$)", row[22:])[:5] == [
                str(game.scores[seat]),
                str(game.view(0).projected(seat).points.total),
                str(len(game.garden(seat).gardeners)),
                str(game.hand_count(seat)),
                str(game.pile_count(seat)),
            ]


def test_no_colour_keeps_the_terminal_free_of_colours() -> None:
    game = play_on(Game(seed=1), turns=10)
    lines = Screen(Texts("en", game.box), UNICODE, ("Anna", "Otto")).table(game.view(0), 80, 24)
    colours = re.compile(r"\x1b\[[\d;]*[34]8;[\d;]*m")
    assert colours.search(printed(lines, terminal=True))
    assert not colours.search(printed(lines, terminal=True, colour=False))


def test_hand_missions_display_and_discards_are_on_the_table() -> None:
    game = play_on(Game("imperial", players=3, seed=6), turns=12)
    texts = Texts("es", game.box)
    seat = 1
    text = printed(Screen(texts, UNICODE, ("Ana", "Blas", "Cira")).table(game.view(seat), 80, 24))
    for card in game.hand(seat):
        assert f"{card:>2} {texts.card(card)}" in text
    for letter in game.missions(seat):
        assert f" {letter} {texts.structure(letter)}" in text
    for row in range(2, 7):
        first, second = tiles_of(game, row)
        assert re.search(rf"{row} {texts.colour(row)} .* {re.escape(str(first))} +\S  {re.escape(str(second))}", text)
    for other in range(3):
        assert f"  {' '.join(game.discards(other))}" in text


def test_the_second_of_two_equal_tiles_is_marked() -> None:
    for seed in range(50):
        game = play_on(Game("imperial", seed=seed), turns=0)
        for row in range(2, 7):
            first, second = tiles_of(game, row)
            assert first is not None
            assert second is not None
            if first == second.rstrip("'"):
                assert second == f"{first}'"
                return
    raise AssertionError("no such display")


@pytest.mark.parametrize(("width", "height", "gardens"), [(80, 24, 1), (120, 24, 2), (120, 60, 4), (40, 24, 1)])
def test_other_gardens_are_shown_where_there_is_room(width: int, height: int, gardens: int) -> None:
    game = play_on(Game("imperial", players=4, seed=6), turns=4)
    names = ("Anna", "Otto", "Uwe", "Eva")
    lines = Screen(Texts("de", game.box), UNICODE, names).table(game.view(2), width, height)
    text = "\n".join(line.plain for line in lines)
    assert text.count("a   b   c") == gardens
    assert text.index("Uwe ·") < min(text.find(f"{name} ·") % 10_000 for name in ("Anna", "Otto", "Eva"))
    if width >= 80:
        assert width_of(lines) <= width


def test_only_the_eyes_see_a_hand() -> None:
    game = play_on(Game(seed=3), turns=7)
    screen = Screen(Texts("en", game.box), UNICODE, ("Anna", "Otto"))
    spectator = [line.plain for line in screen.secrets(game.view())]
    assert spectator == []
    assert [f"[{' '.join(game.hand(seat))}]" in line.plain for seat, line in enumerate(screen.secrets(game))] == [
        True,
        True,
    ]
    own = "\n".join(line.plain for line in screen.secrets(game.view(0)))
    assert own.startswith("Hand")
    assert all(card in own for card in game.hand(0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_told_without_any_sign(configuration: Configuration, language: str) -> None:
    aloud = Aloud(Texts(language, configuration.box), LONG_NAMES[: configuration.players])
    game = configuration.game(4)
    for turns in (0, 12, None):
        play_on(game, turns=turns)
        eyes = 0 if game.seat is None else game.seat
        told = list(aloud.table(game.view(eyes)))
        assert all(re.fullmatch(r"[\w\s.,:;'/-]+[.:]", line) for line in told)
        free = {square for line in told for square in re.findall(r"\b[a-i][1-6]\b", line.rpartition(";")[2])}
        garden = game.garden(eyes)
        everything = {f"{letter}{row}" for letter in garden.nobles for row in range(1, len(game.box.rows) + 1)}
        assert everything - garden.built <= free


def test_blocks_flow_and_columns_fill_downwards() -> None:
    block = [Text("ab"), Text("c")]
    assert [line.plain for line in flow([block, block, block], 7, gap=1)] == ["ab ab", "c  c", "", "ab", "c"]
    items = [Text(str(number)) for number in range(1, 8)]
    assert [line.plain for line in in_columns(items, 20, gap=2, most_lines=3)] == ["1  4  7", "2  5", "3  6"]
    assert [line.plain for line in in_columns(items, 1, gap=2)] == ["1", "2", "3", "4", "5", "6", "7"]
    assert in_columns([], 80) == []


@pytest.mark.parametrize("width", range(20, 60))
def test_lines_do_not_end_at_a_no_break_space(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(width))
    texts = Texts("fr", Game("ravensburger", seed=1).box)
    sentence = texts("turn.walk", structure=texts.structure("c"), square="c4", points=texts.points(4))
    terminal = Terminal()
    assert terminal.is_live
    terminal.say(sentence, "", Text(sentence, style="bold"))
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in capsys.readouterr().out.split("\n")]
    assert max(map(len, lines)) <= width
    assert [line for line in lines if line.startswith((":", "»")) or line.endswith("«")] == []
    assert " ".join(lines).replace("  ", " ").split(" ") == [*sentence.split(" "), *sentence.split(" "), ""]
    assert lines.count("") == 2  # the blank line that was said, and the end after the last newline
