"""What a seat sees of a game."""

from typing import Literal

from sanssouci.server.messages.words import Phase, Reply, Step


class Tile(Reply):
    """A face-up tile: its space, the square where it belongs, and its text in notation."""

    space: int
    square: str
    text: str


class PointsBySource(Reply):
    """Points by source; they add up to the total."""

    nobles: int
    rows: int
    columns: int
    missions: int
    expansions: dict[str, int]  # by the name of each expansion that is played
    total: int


class GardenView(Reply):
    """A garden. Squares are texts like 'f3'."""

    board: str
    reward: str | None
    printed: list[str]
    structures: list[str]
    gardeners: list[str]
    nobles: dict[str, int]  # by column: the row, 0 on the terrace
    pieces: dict[str, str]  # by the name of an expansion: the square on which its piece stands
    marks: dict[str, str]  # by square: '+2', 'g3' (for a gardener), '-2'


class LineView(Reply):
    """A row or column that is complete or lacks at most two squares, with what it scores at the end."""

    name: str  # a row's number, or a column's letter
    missing: list[str]  # the squares that are still free
    points: int


class ProjectionView(Reply):
    """What a seat would have if the game ended now."""

    points: PointsBySource  # without missions that are hidden
    lines: list[LineView]  # rows first
    missions: dict[str, int] | None  # by column: what each would score; None: hidden
    ending: dict[str, int]  # by the name of each expansion that is played: what it would win or cost


class SeatView(Reply):
    """What lies in front of one player."""

    points: PointsBySource
    projected: ProjectionView | None  # None while boards are being chosen, and after the end
    hand_count: int
    mission_count: int
    pile_count: int
    discards: list[str]
    unplayed: list[str]  # in hand or in the pile: anyone may work this out
    garden: GardenView
    hand: list[str] | None  # None: hidden
    missions: list[str] | None  # None: hidden


class Counted(Reply):
    """One line of the final count; the lines of a seat add up to its total."""

    source: str  # 'play': what the score track shows before the count; else as in `points`
    what: str  # the number of a row, the letter of a column or mission, the square of a piece; empty for 'play'
    points: int


class Ending(Reply):
    """How the game ended."""

    count: list[list[Counted]]  # by seat, in the order of the rules

    gardeners: list[int]
    tied: list[int]  # the seats with the most points; if there are several, gardeners decide
    winners: list[int]


class GameView(Reply):
    """A position from one seat's point of view; -1 is a spectator's."""

    eyes: int
    phase: Phase
    to_move: int | None
    round: int
    rounds: int
    turns: int
    display: list[Tile | None]
    bag_count: int
    bag: dict[str, int]  # by structure: anyone may work this out
    seats: list[SeatView]
    ending: Ending | None


class TurnTold(Reply):
    """A move that was played, or could be, with what everybody sees of it."""

    seat: int
    move: str  # in notation
    board: Literal["garden", "reward"] | None  # the board whose side was chosen; None for a turn
    side: str | None  # the board with its side: '2A'
    card: str | None
    space: int | None  # where the tile was taken, as in `display`
    any_tile: Literal["T4", "T5"] | None  # the rule by which the card allowed any tile
    tile: str | None  # where it belongs
    square: str | None  # where it went
    gardener: bool
    pieces: dict[str, str | None]  # where expansions' pieces went, those that moved; None: it left the garden
    walk: str | None  # where a noble went
    path: list[str]  # the squares it stepped on, in order; the last is `walk`
    points: PointsBySource  # what the move brought
    refill: str | None  # the structure turned up in the emptied space


class ChoiceView(Reply):
    """One choice in the current step."""

    text: str  # what to send
    gained: int  # the points that it brings immediately
    piece: str | None  # what would go to a square: 'tile', 'gardener', 'noble' or the piece of an expansion
    square: str | None  # where it would go; for a tile, where it belongs
    gardener: bool  # a tile that will be turned over
    path: list[str]  # for a walk, the squares stepped on
    opens: list[str]  # squares that nobles could walk to after it but not before
    garden: GardenView | None  # for a board's side, the player's garden with it


class TakenStep(Reply):
    """A step that was taken: what it decided, and everything that could have been chosen."""

    step: Step
    choices: list[ChoiceView]  # just one if there was no real choice


class DraftView(Reply):
    """An unfinished move, taken on to the next choice; only its own seat sees it."""

    seat: int
    ply: int
    steps: list[str]  # taken so far, including those that left no choice
    taken: list[TakenStep]  # the same steps, with everything that could have been chosen
    back: list[str] | None  # the steps to send to take the last choice back; None: nothing was chosen yet
    step: Step | None  # the choice to make now; None: the move is complete
    choices: list[ChoiceView]
    tiles: list[ChoiceView]  # before a card is played: what each tile that some card allows would do
    gained: int  # by the steps so far
    move: str | None  # the complete move, to send with `play`
    garden: GardenView  # the player's garden after these steps
    projected: ProjectionView | None  # the player's, after these steps; None while boards are being chosen
