"""The conversation with the people at the keyboard."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from sanssouci.cli.ending import missions_told, points_sentences, points_table, verdict
from sanssouci.cli.errors import UsageError
from sanssouci.cli.flow import flow
from sanssouci.cli.play.pages import Pages
from sanssouci.cli.play.prompts import drawn_choices, garden_on_side, question, refusal, told_choices
from sanssouci.cli.play.sitting import Sitting
from sanssouci.cli.sentences import sentence
from sanssouci.cli.terminal import Terminal, printable
from sanssouci.game.draft import Choice, Draft
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.move import Move, Side, Turn
from sanssouci.players.levels import label_of

_COMMANDS: Final = ("?", "b", "u", "l", "g", "h", "t", "s", "q")
_LINES_BELOW: Final = 8  # room for the latest events, the question and its choices


class Session:
    """Plays a sitting to its end, or until somebody leaves."""

    def __init__(self, sitting: Sitting, terminal: Terminal) -> None:
        self.sitting = sitting
        self.terminal = terminal
        self.texts = sitting.texts
        self.pages = Pages(sitting, terminal)
        self._at_keyboard: int | None = None  # the seat that was asked last
        self._notices: list[str] = []  # what to say before the next question
        self._typed = ""  # below a page, already the answer to the next question

    def play(self) -> None:
        """Play to the end; EOFError if somebody leaves before."""
        self._introduce()
        while (seat := self.sitting.game.seat) is not None:
            if self.sitting.is_human(seat):
                self._let_human_play(seat)
            else:
                self.sitting.let_computer_play()
                if not self.sitting.seats.humans:
                    self.terminal.say(self.sitting.told[-1].sentence)
            self._save(tell=False)
        self._tell_end()

    # ── one move ───────────────────────────────────────────────────────────────────────────────────

    def _let_human_play(self, seat: int) -> None:
        self._hand_over(seat)
        draft = Draft(self.sitting.game.view(seat))
        full = True
        while True:
            choices = draft.choices
            self._show(draft, choices, full=full)
            full = False
            text, self._typed = self._typed or self.terminal.ask(self._prompt(choices)), ""
            command, _, rest = text.lower().partition(" ")
            if not text and draft.move is not None:
                self.sitting.push(draft.move)
                return
            if not text:
                full = True
            elif move := _whole_move(text, draft):
                self._take_move(draft, move)
            elif command in _COMMANDS:
                if self._obey(command, rest.strip(), draft):
                    return
            else:
                self._take_step(draft, choices, text)

    def _take_step(self, draft: Draft, choices: Sequence[Choice], text: str) -> None:
        """Take a step by its number or by its text."""
        by_number = text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(choices)
        step = choices[int(text) - 1].text if by_number else text.lower()
        try:
            draft.choose(step)
        except IllegalMoveError as error:
            unknown = error.key == "no such choice"
            home = draft.chosen[1][:2] if len(draft.chosen) > 1 else ""
            told = self._not_understood(text, choices) if unknown else refusal(self.texts, error, home)
            self._notices.append(told)
            return
        draft.hurry()

    def _take_move(self, draft: Draft, move: Move) -> None:
        """Take all steps of a move, or say why the rules forbid it."""
        try:
            draft.choose_move(move)
        except IllegalMoveError as error:
            self._notices.append(refusal(self.texts, error, move.tile if isinstance(move, Turn) else ""))

    def _not_understood(self, text: str, choices: Sequence[Choice]) -> str:
        shown = printable(text, 40)
        if not choices:
            return self.texts("play.unclear.confirm", text=shown)
        return self.texts("play.unclear", text=shown, count=len(choices))

    def _prompt(self, choices: Sequence[Choice]) -> str:
        return self.texts("play.ask", count=len(choices)) if choices else self.texts("play.confirm")

    # ── commands ───────────────────────────────────────────────────────────────────────────────────

    def _obey(self, command: str, rest: str, draft: Draft) -> bool:
        """Carry out a command; True if the move in the making is abandoned."""
        if command == "q":
            raise EOFError  # as at the end of the input
        if command == "u":
            return self._undo(draft)
        if command == "b":
            if not draft.back_to_choice():
                self._notices.append(self.texts("play.first_step"))
        elif command == "s":
            self._save(tell=True)
        else:
            self._page(command, rest, draft)
        return False

    def _undo(self, draft: Draft) -> bool:
        if len(self.sitting.seats.humans) > 1:
            self._notices.append(self.texts("play.undo_shared"))
            return False
        if not self.sitting.undo(draft.start.eyes):
            self._notices.append(self.texts("play.undo_nothing"))
            return False
        self._notices.append(self.texts("play.undone"))
        return True

    def _page(self, command: str, rest: str, draft: Draft) -> None:
        seat = self.sitting.seats.find(rest) if rest else None
        if command == "g" and rest and seat is None:
            known = ", ".join(f"{number} {name}" for number, name in enumerate(self.sitting.seats.names))
            self._notices.append(self.texts("play.no_seat", seats=known))
            return
        self.terminal.clear()
        if command == "?":
            self.pages.help()
        elif command == "l":
            self.pages.log()
        elif command == "g":
            self.pages.garden(draft.view, seat)
        elif command == "h":
            self.pages.hint(draft.start)
        else:
            self.pages.to_come(draft.view)
        if self._redraws:
            self._typed = self.terminal.ask("\n" + self.texts("play.go_on"))

    def _save(self, *, tell: bool) -> None:
        try:
            self.sitting.save()
        except UsageError as error:
            self._notices.append(str(error))
            return
        if tell:
            self._notices.append(self.texts("play.saved", file=self.sitting.files.save))

    # ── showing ────────────────────────────────────────────────────────────────────────────────────

    @property
    def _redraws(self) -> bool:
        """Whether every step gets a fresh screen."""
        return self.terminal.is_live and not self.terminal.plain

    def _introduce(self) -> None:
        texts, seats = self.texts, self.sitting.seats
        lines = []
        for name, kind in zip(seats.names, seats.kinds, strict=True):
            human = kind == "human"
            lines.append(
                texts("play.human", name=name) if human else texts("play.computer", name=name, level=label_of(kind))
            )
        if self.sitting.game.turns == 0:
            lines.append(texts("play.starts", name=seats.names[self.sitting.game.first]))
        if not self.sitting.game.moves:
            self._notices += lines
        if not self._redraws or not seats.humans:
            self.terminal.say(*self._notices)
            self._notices.clear()

    def _hand_over(self, seat: int) -> None:
        """Hide what the last player saw before the next one looks."""
        if self._at_keyboard not in (None, seat) or (self._at_keyboard is None and len(self.sitting.seats.humans) > 1):
            self.terminal.hide()
            self.terminal.say(*self._notices)
            self._notices.clear()
            self.terminal.ask(self.texts("play.cover", name=self.sitting.seats.names[seat]))
            self.terminal.hide()
        self._at_keyboard = seat

    def _show(self, draft: Draft, choices: Sequence[Choice], *, full: bool) -> None:
        """The question, the table unless it is still visible above and, if `full`, what has happened."""
        terminal = self.terminal
        if self._redraws or full:
            terminal.clear()
            since = self.sitting.since(draft.start.eyes) if full else []
            terminal.say(*(item.sentence for item in since), *([""] if since else []))
            self._show_table(draft)  # below what has happened, so that a small window shows the whole table
        terminal.say(*([""] if self._notices else []), *(Text(notice, style="bold") for notice in self._notices), "")
        self._notices.clear()
        if draft.move is not None:
            before, name = draft.start, self.sitting.seats.names[draft.start.eyes]
            terminal.say(sentence(self.texts, name, draft.move, before, draft.view))
            return
        name = self.sitting.seats.names[draft.start.eyes]
        terminal.say(Text(question(self.texts, name, draft), style="bold"))
        if terminal.plain:
            self._tell_choices(draft, choices)
        else:
            terminal.draw(drawn_choices(self.texts, draft, choices, terminal.signs, terminal.width))

    def _tell_choices(self, draft: Draft, choices: Sequence[Choice]) -> None:
        for choice, told in zip(choices, told_choices(self.texts, draft, choices), strict=True):
            self.terminal.say(told)
            if draft.start.is_setup:
                self.terminal.say(*self.pages.aloud.squares(garden_on_side(draft.view, choice)))

    def _show_table(self, draft: Draft) -> None:
        terminal, view = self.terminal, draft.view
        if terminal.plain:
            terminal.say(*self.pages.aloud.table(view))
        elif view.is_setup:
            terminal.draw([self.pages.screen.headline(view), *self.pages.screen.secrets(draft.start)])
        else:
            room = terminal.height - _LINES_BELOW
            terminal.draw(self.pages.screen.table(view, terminal.width, room))

    def _tell_end(self) -> None:
        game, terminal, texts, names = self.sitting.game, self.terminal, self.texts, self.sitting.seats.names
        outcome = game.outcome()
        assert outcome is not None
        last = [] if self._at_keyboard is None else self.sitting.since(self._at_keyboard)
        terminal.clear()
        terminal.say(*(item.sentence for item in last), texts("board.over") + ".", "")
        if terminal.plain:
            terminal.say(*points_sentences(texts, names, game))
        else:
            gardens = [self.pages.screen.garden(game, seat) for seat in range(game.players)]
            terminal.draw(flow(gardens, terminal.width))
            terminal.say("", Text(texts("end.title"), style="bold"))
            terminal.draw(points_table(texts, names, game))
        missions = ["".join(game.missions(seat)) for seat in range(game.players)]
        terminal.say("", *missions_told(texts, names, game, missions))
        terminal.say("", *(Text(line, style="bold") for line in verdict(texts, names, outcome)))


def _whole_move(text: str, draft: Draft) -> Move | None:
    """The move that a text denotes in notation. Tried before the keys, since cards may be called b, g or h."""
    try:
        move = Move.parse(text)
    except InvalidMoveError:
        return None
    if isinstance(move, Side):
        return move if draft.step and draft.start.is_setup else None
    return move
