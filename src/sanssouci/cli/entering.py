"""`sanssouci box new`: enter what is printed in one's own copy of the game, at the keyboard.

The page "Your copy" does the same with a mouse. Every change is checked and written to the file at once, so that
nothing is lost when the terminal closes; the same command goes on with a file that exists.
"""

import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.text import Text

from sanssouci.box import BoxError, published
from sanssouci.box.editing import COUNTS, MOST, BoardPlace, EditError, Editing, find_place, places, shown_at, typed
from sanssouci.box.own import FIRST_ID, File, resume_own, started, write_own
from sanssouci.box.squares import LETTERS
from sanssouci.cli.errors import UsageError
from sanssouci.cli.terminal import Terminal, printable
from sanssouci.texts import Texts

FILE: Final = "my-copy.toml"
_WORDS: Final = {"card": 2, "count": 2, "size": 2}  # commands with that many words after them


def enter(file: str, base: str | None, terminal: Terminal, language: str) -> int:
    """Run the command; 1 if the box is not right in the end."""
    path = Path(file)
    begun = _begin(path, base, terminal, language)
    if begun is None:
        return 0
    return Entering(path, begun, terminal, language).run()


def _begin(path: Path, base: str | None, terminal: Terminal, language: str) -> File | None:
    """The file to go on with, or a new one; None if nobody says from which box."""
    try:
        if path.exists():
            if base is not None:
                raise UsageError(f"there is a file {path} already; without --from, `box new` goes on with it")
            return resume_own(path.read_text(encoding="utf-8"), str(path))
        chosen = base or _choose(terminal, Texts(language, Editing(started(published()[0])).box))
        if chosen is None:
            return None
        # the id is what files and records call it: that of the file's name, where this can be one
        plain = "".join(sign for sign in path.stem if sign.isascii() and (sign.isalnum() or sign in "-_"))[:40]
        texts = Texts(language, Editing(started(chosen)).box)
        named = texts("copy.first name", box=started(chosen)["name"])
        return started(chosen, identifier=plain or FIRST_ID, name=named)
    except BoxError as error:
        raise UsageError(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None


def _choose(terminal: Terminal, texts: Texts) -> str | None:
    terminal.say(Text(texts("copy.begin"), style="bold"), texts("copy.begin.text"))
    names = published()
    numbers = [str(number) for number in range(1, len(names) + 1)]
    for number, name in zip(numbers, names, strict=True):
        terminal.say(f"{number}. {started(name)['name']}")
    while True:
        try:
            text = terminal.ask(texts("enter.box", count=len(names))).lower()
        except EOFError:
            return None
        if text in ("", "1") or text == names[0]:
            return names[0]
        if text in names or text in numbers:
            return text if text in names else names[numbers.index(text)]
        if text == "q":
            return None


class Entering:
    """Somebody at the keyboard with a box in the making."""

    def __init__(self, path: Path, file: File, terminal: Terminal, language: str) -> None:
        self.path, self.terminal = path, terminal
        self.editing = Editing(file)
        self.texts = Texts(language, self.editing.box, ascii_only=terminal.is_ascii)
        self.place = places(file)[0]
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "u": lambda _: self._walk(self.editing.undo()),
            "y": lambda _: self._walk(self.editing.redo()),
            "n": lambda _: self._go(1),
            "p": lambda _: self._go(-1),
            "f": lambda _: self._faults(),
            "c": lambda _: self._cards(),
            "?": lambda _: self._help(),
            "clear": lambda _: self._change(lambda: self.editing.clear(self.place)),
            "card": lambda words: self._colour(_number(words[0]), words[1]),
            "count": lambda words: self._change(lambda: self.editing.count(words[0], _number(words[1]))),
            "size": lambda words: self._change(lambda: self.editing.resize(_number(words[0]), _number(words[1]))),
        }

    def run(self) -> int:
        """Ask for changes until somebody has had enough."""
        self._write()
        self.terminal.say(self.texts("enter.intro", file=str(self.path)))
        self._help()
        self._show()
        with suppress(EOFError, KeyboardInterrupt):
            while (text := self.terminal.ask(self.texts("enter.ask", place=self.place)).strip()) != "q":
                try:
                    self._obey(text)
                except EditError as error:
                    self._explain(error)
        return self._leave()

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if not text:
            self._show()
        elif word in ("name", "id") and rest.strip():
            self._change(lambda: self.editing.call(word, rest.strip()))
        elif word in self._commands:
            words = rest.split()
            if len(words) != _WORDS.get(word, 0):
                self.terminal.say(Text(self.texts("enter.unclear", text=printable(text, 40)), style="bold"))
            else:
                self._commands[word](words)
        elif word[0] in "gr" and word[1:2].isdecimal() and len(word) == 3:
            self.place = find_place(word, self.editing.file)
            self._show()
        else:
            self._change(lambda: self.editing.draw(self.place, text.split()))

    def _colour(self, number: int, pair: str) -> None:
        self.editing.colour(number, pair)
        self._write()
        self._cards()

    def _change(self, work: Callable[[], None]) -> None:
        work()
        self._walk(done=True)

    def _walk(self, done: bool) -> None:
        if not done:
            self.terminal.say(Text(self.texts("enter.nothing"), style="bold"))
            return
        if self.place not in places(self.editing.file):
            self.place = places(self.editing.file)[0]
        self._write()
        self._show()

    def _go(self, step: int) -> None:
        every = places(self.editing.file)
        self.place = every[(every.index(self.place) + step) % len(every)]
        self._show()

    def _write(self) -> None:
        """Put the whole file in its place at once, so that it is never half written."""
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            beside.write_text(write_own(self.editing.file), encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror}") from None

    def _leave(self) -> int:
        command = shlex.join(["sanssouci", "play", "--text", "--box", str(self.path)])
        self.terminal.say("")
        if not self.editing.faults:
            digest = self.editing.box.digest[:8]
            self.terminal.say(self.texts("enter.right", file=str(self.path), digest=digest))
            self.terminal.quote(command)
            return 0
        self._faults()
        self.terminal.say(self.texts("enter.left", file=str(self.path)))
        self.terminal.quote(shlex.join(["sanssouci", "box", "new", str(self.path)]))
        return 1

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────

    def _show(self) -> None:
        terminal, place = self.terminal, self.place
        terminal.say("", Text(self._side_name(place), style="bold"))
        rows = shown_at(self.editing.file, place)
        wrong = {str(error.values.get("square")) for error in self._here()}
        if terminal.plain:
            for number, line in enumerate(rows, 1):
                words = [f"{LETTERS[column]}{number} {typed(word)}" for column, word in enumerate(line) if word != "."]
                terminal.say(self.texts("enter.row", row=number, squares=", ".join(words) or self.texts("none")))
        else:
            terminal.draw([_drawn(rows, wrong, number) for number in range(len(rows) + 1)])
        for name, found, wanted in self._tally(rows):
            terminal.say(Text(self.texts(name, found=found, count=wanted), style="" if found == wanted else "bold"))
        for error in self._here():
            terminal.say(f"! {self._told(error)}")
        others = len(self.editing.faults) - len(self._here())
        if others:
            terminal.say(f"{self.texts('copy.faults', count=others)} (f)")

    def _tally(self, rows: list[list[str]]) -> list[tuple[str, int, int]]:
        words = [word for row in rows for word in row]
        built = sum(word != "." for word in words)
        table = self.editing.file[self.place.part]
        if self.place.part == "gardens":
            return [("copy.count.printed", built, table["printed"])]
        marked = sum(word not in (".", "0") for word in words)
        return [("copy.count.covered", built, table["covered"]), ("copy.count.marked", marked, table["marked"])]

    def _here(self) -> list[BoxError]:
        return [error for error in self.editing.faults if error.key.startswith(self.place.key)]

    def _told(self, error: BoxError) -> str:
        values = dict(error.values)
        if piece := values.get("piece"):
            values["piece"] = self.texts.maybe(f"piece.{piece}") or piece
        words = self.texts.maybe(f"box.fault.{error.why}", **values) if error.why else None
        return f"{words or error.fault}."

    def _faults(self) -> None:
        if not self.editing.faults:
            self.terminal.say(self.texts("copy.right"))
        for error in self.editing.faults:
            self.terminal.say(f"{error.key}: {self._told(error)}")

    def _cards(self) -> None:
        texts = Texts(self.texts.language, self.editing.box, ascii_only=self.terminal.is_ascii)
        for number, pair in enumerate(self.editing.file["cards"]["pairs"], 1):
            self.terminal.say(f"{texts('copy.card', number=number)}: {pair}, {texts.card(pair)}")
            for error in self.editing.faults:
                if error.key == f"cards.pairs[{number}]":
                    self.terminal.say(f"! {self._told(error)}")

    def _explain(self, error: EditError) -> None:
        values = {key: printable(str(value), 60) for key, value in error.values.items()}
        self.terminal.say(Text(self.texts(f"enter.wrong.{error.why}", **values), style="bold"))

    def _side_name(self, place: BoardPlace) -> str:
        board = self.editing.file[place.part]["board"][place.number - 1]["id"]
        named = self.texts("copy.garden" if place.part == "gardens" else "copy.reward", board=board)
        return printable(f"{place}: {self.texts('copy.side', board=named, side=place.side)}")

    def _help(self) -> None:
        texts = self.texts
        first, last = (str(place) for place in (places(self.editing.file)[0], places(self.editing.file)[-1]))
        counts = ", ".join(name for name in COUNTS if COUNTS[name][0] in self.editing.file)
        for command, meaning in (
            ("b3 c4", texts("enter.help.garden")),
            ("+2 b6 g6 g+3 e4 0 d4 . a2", texts("enter.help.reward")),
            (f"{first} … {last}, n, p", texts("enter.help.side")),
            ("c, card 5 26", texts("enter.help.card")),
            ("clear", texts("copy.blank")),
            ("u, y", texts("enter.help.undo")),
            ("f", texts("enter.help.faults")),
            ("name …, id …", texts("enter.help.name")),
            ("count hand 3", texts("enter.help.count", counts=counts)),
            ("size 6 4", texts("enter.help.size")),
            ("?, q", texts("enter.help.quit")),
        ):
            self.terminal.say(f"  {command}: {meaning}")


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise EditError("number", text=text, most=MOST)
    return int(text)


def _drawn(rows: list[list[str]], wrong: set[str], number: int) -> Text:
    """A line of the drawing: the letters of the columns, or a row with its number; `!` marks what cannot be right."""
    if number == 0:
        return Text("    " + "".join(f"{letter:<5}" for letter in LETTERS[: len(rows[0])]), style="dim")
    line = Text(f"{number:>2}  ")
    for letter, word in zip(LETTERS, rows[number - 1], strict=False):
        is_wrong = f"{letter}{number}" in wrong
        line.append(f"{typed(word)}{'!' if is_wrong else ''}".ljust(5), style="bold reverse" if is_wrong else "")
    return line
