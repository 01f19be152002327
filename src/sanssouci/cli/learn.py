"""`sanssouci learn`: the lessons of the page, at the keyboard."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from sanssouci.cli.aloud import Aloud
from sanssouci.cli.ending import points_sentences, points_table
from sanssouci.cli.errors import UsageError
from sanssouci.cli.options import add_look, language_for
from sanssouci.cli.play.prompts import drawn_choices, told_choices
from sanssouci.cli.play.saving import data_folder
from sanssouci.cli.play.seats import NAMES
from sanssouci.cli.screen import Screen
from sanssouci.cli.sentences import sentence
from sanssouci.cli.terminal import Terminal, printable
from sanssouci.game.draft import Draft
from sanssouci.game.errors import IllegalMoveError, SanssouciError
from sanssouci.game.game import Game
from sanssouci.study.lessons import LEARNER, LESSONS, Lesson, Part, lesson_of, stand
from sanssouci.texts import Texts, capitalised
from sanssouci.texts.teaching import Teaching

SUMMARY: Final = "learn the game by playing: nine short lessons in this terminal"
EXAMPLES: Final = ("learn", "learn 3", "learn nobles --language de", "learn --plain")
_LINES_BELOW: Final = 12  # room for the text, the question and its choices


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("lesson", nargs="?", help=f"a lesson, by number or name: {', '.join(LESSONS)}")
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    terminal = Terminal(colour=not options.no_colour, plain=options.plain)
    language = language_for(options)
    say = Teaching(language, ascii_only=terminal.is_ascii)
    progress = LearntLessons(data_folder() / "lessons.json")
    name = None if options.lesson is None else _named(options.lesson, say)
    try:
        while name is not None or (name := _chosen(terminal, say, progress)) is not None:
            Classroom(terminal, language, say, progress, name).teach()
            following = LESSONS[LESSONS.index(name) + 1 :]
            name = following[0] if options.lesson is None and following else None
            if options.lesson is not None:
                return 0
            if not following:
                command = f"sanssouci play --text --seats human,page --language {language}"
                terminal.say("", say("cli.finished", command=command))
                return 0
    except (EOFError, KeyboardInterrupt):
        terminal.say("")
        terminal.quote(say("cli.left", command="sanssouci learn"))
    return 0


def _named(text: str, say: Teaching) -> str:
    """A lesson by its number or its name."""
    if text.isdecimal() and 1 <= int(text) <= len(LESSONS):
        return LESSONS[int(text) - 1]
    if text.lower() in LESSONS:
        return text.lower()
    names = ", ".join(LESSONS)
    raise UsageError(say("cli.unknown", lesson=printable(text, 40), count=len(LESSONS), names=names))


def _chosen(terminal: Terminal, say: Teaching, progress: "LearntLessons") -> str | None:
    """The lesson that the learner picks from the list."""
    terminal.say(Text(say("ui.title"), style="bold"), say("cli.text"), "")
    for number, name in enumerate(LESSONS, 1):
        learnt = f" ({say('ui.learnt')})" if name in progress.done else ""
        terminal.say(f"{number}. {say(f'{name}.title')}{learnt}")
    terminal.say("", say("cli.intro"))
    while True:
        text = terminal.ask(say("cli.choose"))
        if text.lower() == "q":
            raise EOFError
        if not text:
            return progress.next
        try:
            return _named(text, say)
        except UsageError as error:
            terminal.say(str(error))


class LearntLessons:
    """Which lessons are done, and where the one under way stands; kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        kept = self._read()
        done, at = kept.get("done"), kept.get("at")
        self.done = [name for name in LESSONS if isinstance(done, list) and name in done]
        self._at: dict[str, Any] = at if isinstance(at, dict) else {}

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}  # nothing learnt yet, or a file that is not ours: begin afresh
        return kept if isinstance(kept, dict) else {}

    @property
    def next(self) -> str:
        """The lesson to go on with: the one under way, or the first that is not done."""
        if self._at.get("lesson") in LESSONS:
            return str(self._at["lesson"])
        return next((name for name in LESSONS if name not in self.done), LESSONS[0])

    def resume(self, lesson: Lesson) -> tuple[Game, int]:
        """The game of a lesson as it was left, and how many parts had been read."""
        game, read = lesson.begin(), 0
        if self._at.get("lesson") == lesson.id:
            try:
                for move in self._at["moves"]:
                    game.push(str(move))
                read = min(max(0, int(self._at["read"])), len(lesson.parts) - 1)
            except (SanssouciError, ValueError, KeyError, TypeError):
                return lesson.begin(), 0
        return game, read

    def keep(self, lesson: Lesson, game: Game, read: int) -> None:
        """Keep where a lesson stands."""
        self._at = {"lesson": lesson.id, "read": read, "moves": [str(move) for move in game.moves]}
        self._write()

    def finish(self, lesson: Lesson) -> None:
        """Keep that a lesson is done."""
        self.done = [name for name in LESSONS if name in self.done or name == lesson.id]
        self._at = {}
        self._write()

    def _write(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps({"done": self.done, "at": self._at}), encoding="utf-8")
        except OSError:
            pass  # one can learn without it


class Classroom:
    """Teaches one lesson."""

    def __init__(self, terminal: Terminal, language: str, say: Teaching, progress: LearntLessons, name: str) -> None:
        self.terminal, self.say, self.progress = terminal, say, progress
        self.lesson = lesson_of(name)
        self.game, self.read = progress.resume(self.lesson)
        self.texts = Texts(language, self.game.box, ascii_only=terminal.is_ascii)
        names = self.names = NAMES[: self.game.players]
        self.screen, self.aloud = Screen(self.texts, terminal.signs, names), Aloud(self.texts, names)
        self._drawn: object = None  # what the screen shows
        self._typed = ""  # where only Enter was asked for: the answer to the next question

    def teach(self) -> None:
        """Go through the lesson to its end; EOFError if the learner leaves."""
        number = LESSONS.index(self.lesson.id) + 1
        lesson, what = self.say("ui.lesson", number=number, count=len(LESSONS)), self.say(f"{self.lesson.id}.title")
        title = self.texts("web.named", name=lesson, what=what)
        self.terminal.say("", Text(title, style="bold"))
        draft: Draft | None = None
        said: object = None
        while True:
            if draft is None and self.game.seat == LEARNER:
                draft = Draft(self.game.view(LEARNER))
            standing = stand(self.lesson, self.read, self.game, draft.chosen if draft else ())
            part, self.read = self.lesson.parts[standing.part], standing.read
            if standing.reply is not None:
                self._answer(standing.reply)
                draft = None
                continue
            self.progress.keep(self.lesson, self.game, self.read)
            self._show(draft)
            if said != standing[:1] + standing[2:]:
                said = standing[:1] + standing[2:]
                self._speak(part, standing.wrong, again=standing.again)
            if standing.again:
                self._pause("cli.again")
                self.game.pop()
                draft = said = None
            elif standing.wrong is not None and draft is not None:
                draft.back_to_choice()  # a choice that leads nowhere is asked for again
                said = (standing.part, None, False, None)
            elif not part.waits:
                self._pause("cli.next")
                if standing.is_done(self.lesson):
                    self.progress.finish(self.lesson)
                    return
                self.read = standing.part + 1
            else:
                assert draft is not None
                if self._step(draft):
                    draft = None

    def _answer(self, reply: str) -> None:
        before = self.game.view()
        self.game.push(reply)
        told = sentence(self.texts, self.names[1], self.game.moves[-1], before, self.game.view())
        self.terminal.say("", told)

    def _speak(self, part: Part, wrong: str | None, *, again: bool) -> None:
        name, say, terminal = self.lesson.id, self.say, self.terminal
        terminal.say("")
        if wrong is not None:
            if again:
                terminal.say(say("wrong.allowed"))
            terminal.say(say.about_mistake(name, part.text, wrong))
            return
        terminal.say(Text(say(f"{name}.{part.text}"), style="italic"))
        if things := list(self._marked(part)):
            terminal.say(say("cli.marked", things=", ".join(things)))

    def _marked(self, part: Part) -> list[str]:
        texts, shows = self.texts, part.shows
        cards = [texts.card(card) for card in shows.get("cards", ())]
        tiles = [f"{texts.structure(tile)} {tile}" for tile in shows.get("tiles", ())]
        missions = [texts.structure(letter) for letter in shows.get("missions", ())]
        squares = [square for square in shows.get("squares", ()) if not square.endswith("0")]  # the terrace has a name
        return [*cards, *tiles, *missions, *squares]

    def _show(self, draft: Draft | None) -> None:
        """The table, if it is not what was shown last; in sentences, only at the beginning of a turn."""
        view = draft.view if draft else self.game.view(LEARNER)
        shown = len(self.game.moves) if self.terminal.plain else (len(self.game.moves), draft and draft.chosen)
        if self._drawn == shown:
            return
        self._drawn = shown
        self.terminal.say("")
        if self.terminal.plain:
            self.terminal.say(*self.aloud.table(view))
        else:
            self.terminal.draw(self.screen.table(view, self.terminal.width, self.terminal.height - _LINES_BELOW))
        if self.game.is_over:
            self._count()

    def _count(self) -> None:
        """How the points add up, where a lesson has come to the end of its game."""
        self.terminal.say("")
        if self.terminal.plain:
            self.terminal.say(*points_sentences(self.texts, self.names, self.game))
        else:
            self.terminal.draw(points_table(self.texts, self.names, self.game))

    def _pause(self, key: str) -> None:
        self._typed = self.terminal.ask(self.say(key)).lower()
        if self._typed == "q":
            raise EOFError

    def _step(self, draft: Draft) -> bool:
        """Ask for the next step of a turn, and take it; True if this turn is no longer in the making."""
        terminal, texts, choices = self.terminal, self.texts, draft.choices
        if draft.move is None:
            terminal.say("", Text(texts(f"step.{draft.step}"), style="bold"))
            if terminal.plain:
                terminal.say(*told_choices(texts, draft, choices))
            else:
                terminal.draw(drawn_choices(texts, draft, choices, terminal.signs, terminal.width))
        prompt = self.say("cli.ask", count=len(choices)) if choices else texts("play.confirm")
        text, self._typed = self._typed or terminal.ask(prompt).lower(), ""
        if text == "q":
            raise EOFError
        if text in [choice.text for choice in choices]:  # first, since a card may be called b
            self._take(draft, text)
        elif text == "b":
            draft.back_to_choice()
        elif text == "r":
            self.game, self.read = self.lesson.begin(), 0
            return True
        elif not text and draft.move is not None:
            self.game.push(draft.move)
            return True
        elif text:
            self._take(draft, text)
        return False

    def _take(self, draft: Draft, text: str) -> None:
        choices = draft.choices
        by_number = text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(choices)
        try:
            draft.choose(choices[int(text) - 1].text if by_number else text)
            draft.hurry()
        except IllegalMoveError as error:
            if error.key == "no such choice":
                reason = self.say("cli.unclear", text=printable(text, 40), count=len(choices))
            else:
                home = draft.chosen[1][:2] if len(draft.chosen) > 1 else text[:2]
                reason = f"{capitalised(self.texts(f'reason.{error.key}', home=home))}."
            self.terminal.say(Text(reason, style="bold"))
