"""The whole table on one screen: the player's own garden, with display and hand beside it and scores below."""

from collections.abc import Iterator

from rich.text import Text

from sanssouci.cli.board import Signs, draw_card, draw_garden, draw_tile, row_style
from sanssouci.cli.flow import Block, flow
from sanssouci.game.game import Game
from sanssouci.game.position import Position
from sanssouci.game.view import View
from sanssouci.texts import Texts

Seen = Game | View  # a whole game, or one seat's view of it

_NAME_WIDTH = 16
_ROOMY = 20  # with this many lines for the table, one can be left blank


class Screen:
    """Draws positions for one table: its texts, signs and names stay the same."""

    def __init__(self, texts: Texts, signs: Signs, names: tuple[str, ...]) -> None:
        self.texts = texts
        self.signs = signs
        self.names = names

    def table(self, seen: Seen, width: int, height: int) -> Block:
        """Everything on the table, with as many of the others' gardens as there is room for."""
        own = focus_of(seen)
        blocks = [self.garden(seen, own), self.display(seen) + list(self.secrets(seen))]
        scores = self.scores(seen, width)
        others = [self.garden(seen, seat) for seat in self._others(seen, own)]
        while others and len(flow([*blocks, *others], width)) + len(scores) + 3 > height:
            others.pop()
        lines = flow([*blocks, *others], width)
        gap = [Text()] if height >= _ROOMY else []
        return [self.headline(seen), *gap, *lines, Text(), *scores]

    def overview(self, seen: Seen, width: int, height: int) -> Block:
        """All gardens and the display, and the scores where there is room for them."""
        gardens = [self.garden(seen, seat) for seat in range(seen.players)]
        lines = [self.headline(seen), Text(), *flow([*gardens, self.display(seen)], width)]
        scores = [Text(), *self.scores(seen, width)]
        return lines + scores if len(lines) + len(scores) <= height else lines

    def headline(self, seen: Position) -> Text:
        """The round, and what is left in the bag."""
        texts = self.texts
        if seen.is_setup:
            when = texts("board.setup")
        elif seen.is_over:
            when = texts("board.over")
        else:
            when = texts("board.round", round=seen.round, rounds=seen.rounds)
        parts = (texts.box.name, when, texts("board.bag", count=seen.bag_count))
        return Text(f" {self.signs.dot} ".join(parts), style="bold")

    def garden(self, seen: Position, seat: int) -> Block:
        """A seat's garden under its name and score."""
        title = Text(f"{self._mark(seen, seat)}{shortened(self.names[seat])}", style="bold")
        title.append(f" {self.signs.dot} {self.texts.points(seen.scores[seat])}", style="not bold")
        garden = seen.garden(seat)
        if garden.board.endswith("?"):
            return [title, Text(f"  {self.texts('board.unchosen')}")]
        return [title, *draw_garden(garden, self.texts.box, self.signs)]

    def display(self, seen: Position) -> Block:
        """The face-up tiles, a line for each colour."""
        box = self.texts.box
        rows = sorted(set(box.display))
        wide = max(len(self.texts.colour(row)) for row in rows)
        lines = [Text(self.texts("board.display"), style="bold")]
        for row in rows:
            line = Text(f" {row} {self.texts.colour(row):<{wide}} ", style=row_style(box, row))
            line = Text.assemble(line, "  ")
            for tile in tiles_of(seen, row):
                line.append_text(draw_tile(tile, box, self.signs) if tile else Text(f" {self.signs.free}     "))
                line.append(" ")
            lines.append(line)
        return lines

    def secrets(self, seen: Seen) -> Iterator[Text]:
        """The hands and missions that this viewer may see; abbreviated if there are several seats."""
        if seen.is_over:
            return
        known = [seat for seat in range(seen.players) if seen.hand(seat) or seen.missions(seat)]
        if isinstance(seen, Game) and len(known) > 1:
            for seat in known:
                hand, missions = " ".join(seen.hand(seat)), " ".join(seen.missions(seat))
                yield Text.assemble((shortened(self.names[seat]), "bold"), f"  [{hand}]  {missions}")
            return
        for seat in known:
            cards = [draw_card(card, self.texts) for card in seen.hand(seat) or ()]
            goals = [Text(f" {letter} {self.texts.structure(letter)}") for letter in seen.missions(seat) or ()]
            yield from self._labelled("board.hand", cards)
            yield from self._labelled("board.missions", goals)

    def _labelled(self, key: str, values: list[Text]) -> Iterator[Text]:
        wide = max(len(self.texts("board.hand")), len(self.texts("board.missions")))
        for index, value in enumerate(values):
            label = self.texts(key) if index == 0 else ""
            yield Text.assemble((f"{label:<{wide}} ", "bold"), value)

    def scores(self, seen: Position, width: int) -> Block:
        """A line for each player: points now and at the end, gardeners, hand, draw pile, and the cards played."""
        heads = [self.texts(f"board.head.{name}") for name in ("points", "end", "gardeners", "hand", "pile")]
        names = [shortened(name) for name in self.names[: seen.players]]
        wide = max(map(len, names)) + 4
        head = " " * wide + "".join(f"  {head}" for head in heads) + "  " + self.texts("board.head.discards")
        lines = [Text(head, style="dim")]
        room = width - wide - sum(len(head) + 2 for head in heads) - 2
        for seat, name in enumerate(names):
            numbers = (
                seen.scores[seat],
                seen.projected(seat).points.total,
                len(seen.garden(seat).gardeners),
                seen.hand_count(seat),
                seen.pile_count(seat),
            )
            line = Text(f"{self._mark(seen, seat)}{seat} {name:<{wide - 4}}", style="bold")
            for head, number in zip(heads, numbers, strict=True):
                line.append(f"  {number:>{len(head)}}", style="not bold")
            first, *more = wrapped(seen.discards(seat), room)
            lines.append(line.append(f"  {first}", style="not bold"))
            lines += [Text(" " * (width - room) + text) for text in more]
        return lines

    def _mark(self, seen: Position, seat: int) -> str:
        return f"{self.signs.mover} " if seat == seen.seat else "  "

    def _others(self, seen: Position, own: int) -> list[int]:
        return [(own + step) % seen.players for step in range(1, seen.players)]


def focus_of(seen: Seen) -> int:
    """The seat whose garden comes first: the viewer's own, or that of the player to move."""
    if isinstance(seen, View) and seen.eyes >= 0:
        return seen.eyes
    return seen.first if seen.seat is None else seen.seat


def tiles_of(seen: Position, row: int) -> list[str | None]:
    """The tiles on the spaces of a row's colour, in notation."""
    return [tile for each, tile in zip(seen.box.display, seen.tiles, strict=True) if each == row]


def shortened(name: str, longest: int = _NAME_WIDTH) -> str:
    """A name cut to fit a table."""
    return name if len(name) <= longest else name[: longest - 1] + "."


def wrapped(words: tuple[str, ...], width: int) -> list[str]:
    """Words in lines of at most this width, at least one line."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
