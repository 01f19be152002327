"""What a player reads before deciding: the question, the choices, and why something is not allowed."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from sanssouci.box.rewards import MARK_WORDS
from sanssouci.box.squares import square_name
from sanssouci.cli.board import Signs, draw_card, draw_garden, draw_tile
from sanssouci.cli.flow import Block, flow, in_columns
from sanssouci.game.draft import Choice, Draft
from sanssouci.game.errors import IllegalMoveError
from sanssouci.game.position import Garden
from sanssouci.game.view import View
from sanssouci.looks.colours import TERMINAL
from sanssouci.texts import Texts


def question(texts: Texts, name: str, draft: Draft) -> str:
    """Whose turn it is, and what to decide now."""
    return texts("play.question", name=name, question=texts(f"step.{draft.step}"))


def drawn_choices(texts: Texts, draft: Draft, choices: Sequence[Choice], signs: Signs, width: int) -> Block:
    """The choices with their numbers, in columns; sides of boards as pictures."""
    if draft.start.is_setup:
        pictures = []
        for number, choice in enumerate(choices, 1):
            title = Text(f"{number}  {texts('choice.side', side=choice.text)}", style="bold")
            pictures.append([title, *draw_garden(garden_on_side(draft.view, choice), texts.box, signs)])
        return flow(pictures, width, gap=1)
    items = []
    drawn = [_drawn(texts, draft, choice, signs) for choice in choices]
    wide = max(line.cell_len for line in drawn)
    for number, (choice, line) in enumerate(zip(choices, drawn, strict=True), 1):
        item = Text.assemble((f"{number:>2}  ", "bold"), line)
        if choice.gained:
            item.append(" " * (wide - line.cell_len))
            item.append(f"  {choice.gained:+d}", style=f"bold {TERMINAL['gain' if choice.gained > 0 else 'loss']}")
        items.append(item)
    return in_columns(items, width)


def _drawn(texts: Texts, draft: Draft, choice: Choice, signs: Signs) -> Text:
    text = choice.text
    if draft.step == "play card":
        return draw_card(text, texts)
    if draft.step == "take tile":
        line = draw_tile(text, texts.box, signs).append(f" {texts.structure(text)}")
        if turns_over(choice):
            line.append(f" ({texts('choice.gardener')})", style="dim")
        return line
    if draft.step == "walk noble":
        return Text(f"{text:<2}  {_walker(texts, text)}")
    return Text(text)


def told_choices(texts: Texts, draft: Draft, choices: Sequence[Choice]) -> list[str]:
    """The choices as sentences."""
    told = []
    for number, choice in enumerate(choices, 1):
        words = _words(texts, draft, choice)
        if choice.gained:
            words += ", " + (texts.points(choice.gained) if choice.gained > 0 else texts("loss", count=-choice.gained))
        told.append(f"{number}: {words}.")
    return told


def _words(texts: Texts, draft: Draft, choice: Choice) -> str:
    text = choice.text
    if draft.step == "play card":
        return texts.card(text)
    if draft.step == "take tile":
        words = f"{texts.structure(text)}, {texts.colour(int(text[1]))}, {text}"
        return f"{words}, {texts('choice.gardener')}" if turns_over(choice) else words
    if draft.step == "walk noble":
        return _walker(texts, text) if text == "-" else f"{_walker(texts, text)}, {text}"
    if draft.start.is_setup:
        return texts("choice.side", side=text)
    return text


def _walker(texts: Texts, text: str) -> str:
    return texts("choice.stand") if text == "-" else texts.structure(text)


def turns_over(choice: Choice) -> bool:
    """Whether the tile must become a gardener."""
    return choice.after.phase == "place gardener"


def garden_on_side(view: View, choice: Choice) -> Garden:
    """The player's own garden with this side of the board being chosen face up."""
    garden = choice.after.garden(view.eyes)
    if view.phase != "choose reward side":
        return garden
    assert garden.reward is not None
    board = next(board for board in view.box.rewards if board.id == garden.reward[:-1])
    marks = {square_name(square): MARK_WORDS[mark] for square, mark in board.sides[choice.code].items()}
    shown = {square: mark for square, mark in marks.items() if mark != "0"}
    return replace(garden, printed=garden.printed - marks.keys(), marks=shown)


def refusal(texts: Texts, error: IllegalMoveError, home: str) -> str:
    """Why a move is not allowed, in words, and the alternatives; `home` is its tile."""
    text = texts("play.illegal", reason=texts(f"reason.{error.key}", home=home))
    return f"{text} {texts('play.legal', legal=', '.join(error.legal))}" if error.legal else text
