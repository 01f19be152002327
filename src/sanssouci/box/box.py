"""A box: everything in it, checked when read and immutable afterwards."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from sanssouci.box.cards import read_cards
from sanssouci.box.entry import Entry
from sanssouci.box.expansions import REWARDS, Expansions
from sanssouci.box.gardens import GardenBoard, draw_gardens, read_gardens
from sanssouci.box.rewards import RewardBoard, draw_rewards, read_rewards
from sanssouci.box.squares import LETTERS, Size, square_name
from sanssouci.box.supplies import read_board, read_display, read_expansions, read_missions, read_tiles
from sanssouci.box.words import Column, Row, Ruling, Untranslated, Vocabulary, plain_words

RULES_KEYS = ("id", "board", "display", "cards", "missions", "tiles", "gardens", "rewards", "expansions")


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """What is in the box; squares are numbered as in squares.py.

    Boxes compare by identity. Two boxes play alike when their digests are equal.
    """

    id: str
    name: str
    source: str  # the file, or "record"
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    display: tuple[int, ...]  # the row of each space, ascending
    pairs: tuple[tuple[int, int], ...]  # the rows of each two-colour card, the lower one first
    structure_cards: tuple[int, ...]  # column indexes, ascending
    wild: int  # number of wild cards, 0 or 1
    hand: int  # cards in hand
    missions: int  # per player
    tiles: Mapping[int, int]  # number of players -> copies of each structure
    gardens: tuple[GardenBoard, ...]
    rewards: tuple[RewardBoard, ...]
    pieces: Mapping[str, int]  # expansion -> the square where its piece starts
    expansions: Expansions
    rulings: tuple[Ruling, ...]
    untranslated: tuple[Untranslated, ...]  # words that its file lacks
    digest: str = field(init=False)  # SHA-256 of the rules part as canonical JSON

    def __post_init__(self) -> None:
        text = json.dumps(self.rules(), sort_keys=True, separators=(",", ":"))
        object.__setattr__(self, "digest", hashlib.sha256(text.encode()).hexdigest())

    @classmethod
    def from_rules(cls, data: Mapping[str, object], source: str = "record") -> "Box":
        """Check the rules part of a record and return its box; raises BoxError."""
        return cls.read(Entry(data, source))

    @classmethod
    def read(cls, entry: Entry, words: Vocabulary | None = None) -> "Box":
        """Check a rules part from any source and return its box; without a vocabulary it gets plain words."""
        part = entry.table(RULES_KEYS)
        identifier = part["id"].identifier()
        size, pieces = read_board(part["board"])
        display = read_display(part["display"], size)
        cards = read_cards(part["cards"], size, display)
        expansions = read_expansions(part["expansions"], pieces=pieces)
        tiles = read_tiles(part["tiles"], size, spaces=len(display), rounds=cards.rounds)
        players = max(tiles)
        words = words or plain_words(identifier, size)
        return cls(
            id=identifier,
            name=words.name,
            source=entry.source,
            columns=words.columns,
            rows=words.rows,
            display=display,
            pairs=cards.pairs,
            structure_cards=cards.structures,
            wild=cards.wild,
            hand=cards.hand,
            missions=read_missions(part["missions"], size, players=players),
            tiles=tiles,
            gardens=read_gardens(part["gardens"], size, players=players, rounds=cards.rounds, pieces=pieces),
            rewards=read_rewards(part["rewards"], size, players=players if REWARDS.name in expansions else 0),
            pieces=pieces,
            expansions=expansions,
            rulings=words.rulings,
            untranslated=words.untranslated,
        )

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the box allows (S1)."""
        return tuple(self.tiles)

    @property
    def rounds(self) -> int:
        """The number of rounds, which is the number of cards in a deck (E1)."""
        return len(self.pairs) + len(self.structure_cards) + self.wild

    @property
    def size(self) -> Size:
        """The number of columns and rows."""
        return Size(len(self.columns), len(self.rows))

    def rules(self) -> dict[str, object]:
        """Return the rules part of the box, as it appears in a record."""
        starts = {name: square_name(square) for name, square in self.pieces.items()}
        return {
            "id": self.id,
            "board": {**self.size._asdict(), **starts},
            "display": list(self.display),
            "cards": {
                "pairs": [f"{low}{high}" for low, high in self.pairs],
                "structures": "".join(LETTERS[column] for column in self.structure_cards),
                "wild": self.wild,
                "hand": self.hand,
            },
            "missions": self.missions,
            "tiles": {str(players): copies for players, copies in self.tiles.items()},
            "gardens": draw_gardens(self.gardens, self.size),
            "rewards": draw_rewards(self.rewards, self.size),
            "expansions": list(self.expansions),
        }
