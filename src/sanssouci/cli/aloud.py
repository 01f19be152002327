"""The table in sentences, for a screen reader: no drawing, no signs, no colours."""

from collections.abc import Iterator
from typing import Final

from sanssouci.box.squares import LETTERS
from sanssouci.cli.screen import Seen, tiles_of
from sanssouci.game.game import Game
from sanssouci.game.position import Garden, Position
from sanssouci.texts import Texts

LINES: Final = {  # what is said of a row (True) or column that lacks squares, and of one that is complete
    True: ("projection.row", "projection.row.complete"),
    False: ("projection.column", "projection.column.complete"),
}


class Aloud:
    """Describes the positions of one table."""

    def __init__(self, texts: Texts, names: tuple[str, ...]) -> None:
        self.texts = texts
        self.names = names

    def table(self, seen: Seen) -> Iterator[str]:
        """Everything on the table apart from the others' gardens."""
        texts = self.texts
        if seen.is_setup:
            yield texts("board.setup") + "."
        elif seen.is_over:
            yield texts("board.over") + "."
        else:
            round_ = texts("board.round", round=seen.round, rounds=seen.rounds)
            yield f"{round_}. {texts('board.bag', count=seen.bag_count)}."
            yield from self.display(seen)
        yield from self.scores(seen)
        for seat in range(seen.players):
            yield from self.secrets(seen, seat)
        eyes = seen.seat if isinstance(seen, Game) else seen.eyes
        if eyes is not None and eyes >= 0 and not seen.is_setup:
            yield from self.garden(seen, eyes)

    def display(self, seen: Position) -> Iterator[str]:
        """The face-up tiles, a sentence for each colour."""
        for row in sorted(set(self.texts.box.display)):
            tiles = ", ".join(f"{self.texts.structure(tile)} {tile}" for tile in tiles_of(seen, row) if tile)
            yield self.texts("plain.display", row=row, colour=self.texts.colour(row), tiles=tiles or self.texts("none"))

    def scores(self, seen: Position) -> Iterator[str]:
        """A sentence for each player."""
        texts = self.texts
        for seat in range(seen.players):
            yield texts(
                "plain.player",
                seat=seat,
                name=self.names[seat],
                points=texts.points(seen.scores[seat]),
                gardeners=texts("gardeners", count=len(seen.garden(seat).gardeners)),
                hand=texts("plain.hand_count", count=seen.hand_count(seat)),
                pile=texts("plain.pile", count=seen.pile_count(seat)),
                discards=texts.cards(seen.discards(seat)),
            )
            if not seen.is_setup and not seen.is_over:
                points = texts.points(seen.projected(seat).points.total)
                yield texts("projection.sentence", name=self.names[seat], points=points)

    def secrets(self, seen: Seen, seat: int) -> Iterator[str]:
        """The hand and the missions of a seat, if this viewer may see them."""
        hand, missions = seen.hand(seat), seen.missions(seat)
        if hand:
            yield self.texts("plain.hand", name=self.names[seat], cards=self.texts.cards(hand))
        if missions:
            yield self.texts("plain.missions", name=self.names[seat], missions=self.texts.structures(missions))

    def garden(self, seen: Position, seat: int) -> Iterator[str]:
        """A garden, row by row."""
        garden = seen.garden(seat)
        yield self.texts("plain.garden", name=self.names[seat])
        if garden.board.endswith("?"):
            yield self.texts("board.unchosen") + "."
            return
        yield from self.squares(garden)
        yield from self._nobles(garden)
        for name, square in garden.pieces.items():
            yield self.texts(f"piece.{name}.stands", square=square)
        yield from self._lines(seen, seat)

    def _lines(self, seen: Position, seat: int) -> Iterator[str]:
        """The rows and columns that are complete or lack at most two squares."""
        for line in seen.projected(seat).lines:
            lacks, complete = LINES[line.name.isdigit()]
            points = self.texts.points(line.points)
            squares = ", ".join(line.missing)
            yield self.texts(lacks if squares else complete, line=line.name, squares=squares, points=points)

    def squares(self, garden: Garden) -> Iterator[str]:
        """What is built and what is free, row by row, and the rewards still available."""
        texts, box = self.texts, self.texts.box
        for row in range(1, len(box.rows) + 1):
            squares = [f"{letter}{row}" for letter in LETTERS[: len(box.columns)]]
            groups = (
                ("plain.structures", [square for square in squares if square in garden.built - garden.gardeners]),
                ("plain.gardeners", [square for square in squares if square in garden.gardeners]),
                ("plain.free", [square for square in squares if square not in garden.built]),
            )
            told = "; ".join(texts(key, squares=", ".join(found)) for key, found in groups if found)
            if groups[0][1] == squares:
                told = texts("plain.all_structures")
            yield texts("plain.row", row=row, colour=texts.colour(row), squares=told)
        yield from self._rewards(garden)

    def _rewards(self, garden: Garden) -> Iterator[str]:
        keys = {"+": "plain.reward.structure", "g": "plain.reward.gardener", "-": "plain.reward.loss"}
        for mark in sorted(set(garden.marks.values())):
            squares = [square for square in garden.marks if garden.marks[square] == mark]
            free = ", ".join(square for square in squares if square not in garden.built)
            if free:
                points = self.texts("loss" if mark[0] == "-" else "points", count=int(mark[1:]))
                yield self.texts(keys[mark[0]], points=points, squares=free)

    def _nobles(self, garden: Garden) -> Iterator[str]:
        for row in range(len(self.texts.box.rows) + 1):
            letters = [letter for letter, place in garden.nobles.items() if place == row]
            nobles = self.texts.structures(letters)
            if letters and row:
                yield self.texts("plain.nobles.row", row=row, nobles=nobles)
            elif letters:
                yield self.texts("plain.nobles.terrace", nobles=nobles)
