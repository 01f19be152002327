"""A sitting: the game, who plays it, and the files it is kept in."""

from dataclasses import dataclass
from pathlib import Path

from sanssouci.arena.faults import let_move
from sanssouci.cli.play.saving import append_record, write_save
from sanssouci.cli.play.seats import HUMAN, Seats
from sanssouci.cli.sentences import StoryLine, sentence, story
from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.kernel.layout import MAX_SEATS
from sanssouci.players.levels import make_player
from sanssouci.players.player import Player
from sanssouci.texts import Texts


@dataclass(frozen=True, slots=True)
class Files:
    """Where a sitting is kept."""

    save: Path
    records: Path
    box: str  # the name or the path of the box


class Sitting:
    """A game under way at this keyboard."""

    def __init__(self, game: Game, seats: Seats, texts: Texts, files: Files) -> None:
        self.game = game
        self.seats = seats
        self.texts = texts
        self.files = files
        self.told = story(texts, seats.names, game)  # what has happened so far
        self._computers: dict[int, Player] = {
            seat: make_player(kind, game.seed * MAX_SEATS + seat)
            for seat, kind in enumerate(seats.kinds)
            if kind != HUMAN
        }

    def is_human(self, seat: int) -> bool:
        """Whether a seat is played at this keyboard."""
        return seat not in self._computers

    def push(self, move: Move) -> None:
        """Play a move."""
        seat, before = self.game.seat, self.game.view()
        self.game.push(move)
        self._tell(seat, before)

    def _tell(self, seat: int | None, before: View) -> None:
        """Keep the sentence about the move that has just been played."""
        assert seat is not None
        move = self.game.moves[-1]
        text = sentence(self.texts, self.seats.names[seat], move, before, self.game.view())
        self.told.append(StoryLine(seat, move, text))

    def _pop(self) -> None:
        self.game.pop()
        self.told.pop()

    def let_computer_play(self) -> None:
        """Play a computer's turn."""
        seat, before = self.game.seat, self.game.view()
        assert seat is not None
        let_move(self.game, self._computers[seat], self.seats.kinds[seat])
        self._tell(seat, before)

    def since(self, seat: int) -> list[StoryLine]:
        """What has happened since the last move of a seat."""
        last = max((index for index, item in enumerate(self.told) if item.seat == seat), default=-1)
        return self.told[last + 1 :]

    def undo(self, seat: int) -> bool:
        """Go back to the seat's decision before this one; False if there was none."""
        if all(item.seat != seat for item in self.told):
            return False
        self._pop()
        while self.game.seat != seat:
            self._pop()
        return True

    def save(self) -> None:
        """Save the game as it stands."""
        write_save(self.files.save, self.game, self.seats, self.texts.language, self.files.box)

    def finish(self) -> None:
        """Keep the record of the finished game; the save is no longer needed."""
        append_record(self.files.records, self.game)
        self.files.save.unlink(missing_ok=True)
