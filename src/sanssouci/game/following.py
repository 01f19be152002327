"""A game at a real table, entered as it happens by one of those who sit there.

What others hold stays unknown until they play or show it; nothing else can be unknown.
"""

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np

from sanssouci.box import Box, load
from sanssouci.box.expansions import Names
from sanssouci.box.squares import LETTERS
from sanssouci.game.draft import Draft
from sanssouci.game.entered import Entered, Wanted
from sanssouci.game.errors import IllegalMoveError, SanssouciError
from sanssouci.game.events import (
    DECISION_KINDS,
    KINDS,
    SECRET_KINDS,
    SHOWN,
    UNKNOWN,
    chance_code,
    chance_text,
    decision_text,
    seat_of_event,
    slot_to_fill,
)
from sanssouci.game.filling import read_seen
from sanssouci.game.game import Game
from sanssouci.game.legal import carry_out, list_codes
from sanssouci.game.lexicon import Array, lexicon
from sanssouci.game.move import Move, Turn
from sanssouci.game.numbers import whole
from sanssouci.game.options import check_names, check_options
from sanssouci.game.points import Outcome
from sanssouci.game.states import new_state, seen_state
from sanssouci.game.telling import Told, tell_move
from sanssouci.game.view import SPECTATOR, View
from sanssouci.game.witness import Moment, deal_missions, make_way, reveal
from sanssouci.kernel import box_table as at
from sanssouci.kernel import engine, layout
from sanssouci.kernel.bits import popcount
from sanssouci.kernel.layout import is_chance, seat_base


class FollowedGame:
    """A game played elsewhere, followed by entering what happens.

    `wanted` says what comes next and what it can be; `enter` takes it. Cards drawn and missions dealt to other seats
    are passed over, since nobody sees them. A wrong entry is refused with the reason and changes nothing; `undo` takes
    the last one back, and `correct` changes an earlier one.

    Args:
        box: the name of a published box, the path of a box file, or a `Box`.
        players: 2 to 4.
        expansions: the names of the expansions, as a list or in one text: "rewards,boar".
        first: the seat that starts.
        eyes: the seat of whoever enters, whose own cards and missions are entered too; -1 if nobody's are.
        names: a name for each seat, for the record.
    """

    __slots__ = ("_entries", "_lexicon", "_moments", "_names", "_now", "_shown", "eyes")

    def __init__(
        self,
        box: str | Box = "ravensburger",
        *,
        players: SupportsIndex = 2,
        expansions: Names = (),
        first: SupportsIndex = 0,
        eyes: SupportsIndex = SPECTATOR,
        names: Iterable[str] | None = None,
    ) -> None:
        box = box if isinstance(box, Box) else load(box)
        checked = check_options(box, players=players, expansions=expansions, first=first)
        seat, seats = whole(eyes), int(players)
        if seat is None or not SPECTATOR <= seat < seats:
            raise SanssouciError(f"eyes is {eyes!r}; it must be a seat from 0 to {seats - 1}, or -1 for nobody's")
        self._lexicon = lexicon(box)
        self.eyes: int = seat
        self._names = None if names is None else check_names(tuple(names), seats)
        state = new_state(self._lexicon, seats, checked, int(first))
        veiled = frozenset(range(seats)) - {seat} if self._table[at.MISSION_COUNT] else frozenset[int]()
        self._now = Moment(state, (0,) * seats, veiled, (0,) * seats)
        self._entries: list[Entered] = []
        self._moments: list[Moment] = []  # before each entry
        self._shown: list[int] = []  # the seats that have shown their missions, in this order

    # ── entering ───────────────────────────────────────────────────────────────────────────────────

    @property
    def wanted(self) -> Wanted | None:
        """What has to be entered next; None when the last turn has been played."""
        state = self._now.state
        phase, seat = int(state[layout.PHASE]), seat_of_event(state)
        if phase == layout.OVER:
            return None
        if phase == layout.PLAY_CARD:
            assert seat is not None
            held = self._possible(seat)
            return Wanted(
                "turn", seat, tuple(card for card, slot in self._lexicon.card_slots.items() if held >> slot & 1)
            )
        codes = list_codes(self._lexicon, state)
        if is_chance(phase):
            space = None
            if KINDS[phase] == "tile":
                space = self._lexicon.slots.index(slot_to_fill(self._lexicon, state))
            return Wanted(KINDS[phase], seat, tuple(self._chance_options(codes)), space)
        return Wanted(KINDS[phase], seat, tuple(self._lexicon.decision_text(code, 0) for code in codes))

    def enter(self, text: str) -> None:
        """Enter the value of the event that is wanted, as `wanted.options` or, for a turn, as a move.

        A tile may be entered by its letter alone. SanssouciError says why an entry cannot be right; nothing has changed
        then.
        """
        self._take(text)
        self._pass_over()

    def undo(self) -> Entered:
        """Take back the last entry, with what was passed over after it, and return it."""
        if self._shown:
            seat = self._shown.pop()
            entry = Entered(SHOWN, seat, self._missions(seat))
            self._now = self._now._replace(veiled=self._now.veiled | {seat})
            return entry
        while self._entries:
            entry = self._entries.pop()
            self._now = self._moments.pop()
            if entry.text != UNKNOWN:
                return entry
        raise SanssouciError("nothing has been entered yet")

    def correct(self, index: SupportsIndex, text: str) -> tuple[Entered, ...]:
        """Change an earlier entry, by its place in `entries`, and return the later ones that had to go.

        What was entered after it stays as far as it is still possible. A card or mission that was passed over ('?') can
        be filled in this way once it is known. SanssouciError if the new value cannot be right; then nothing changes.
        """
        from sanssouci.game.correcting import corrected

        other, gone = corrected(self, self._place(index), text)
        self._now, self._entries, self._moments, self._shown = other._now, other._entries, other._moments, other._shown
        return gone

    def show(self, seat: SupportsIndex, missions: str) -> None:
        """Enter the missions of another seat, which are shown at the end, by their letters."""
        number, state = whole(seat), self._now.state
        if state[layout.PHASE] != layout.OVER:
            raise SanssouciError("missions are shown at the end of the game (E4)")
        if number not in self._now.veiled or number is None:
            known = ", ".join(map(str, sorted(self._now.veiled))) or "none"
            raise SanssouciError(f"seat {seat!r} has no unknown missions; those of these seats are: {known}")
        count, columns = int(self._table[at.MISSION_COUNT]), LETTERS[: len(self._lexicon.box.columns)]
        letters = sorted(missions) if isinstance(missions, str) else []
        if len(letters) != count or len(set(letters)) != count or not set(letters) <= set(columns):
            raise SanssouciError(f"{missions!r}: a seat has {count} different missions out of {columns}")
        taken = self._known_missions()
        if twice := [letter for letter in letters if taken.get(letter, number) != number]:
            raise SanssouciError(f"there is one mission {twice[0]}, and seat {taken[twice[0]]} has it")
        if other := [letter for letter, whose in taken.items() if whose == number and letter not in letters]:
            raise SanssouciError(f"{missions!r}: seat {number} has mission {other[0]}, as was entered before")
        state = state.copy()
        state[seat_base(number) + layout.MISSIONS] = sum(1 << columns.index(letter) for letter in letters)
        self._now = self._now._replace(state=state, veiled=self._now.veiled - {number})
        deal_missions(self._now, len(columns))
        self._shown.append(number)

    # ── reading ────────────────────────────────────────────────────────────────────────────────────

    @property
    def entries(self) -> tuple[Entered, ...]:
        """Everything so far, in order; '?' stands for what was passed over."""
        return tuple(self._entries)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the seats; None if they have none."""
        return self._names

    @property
    def unknown_missions(self) -> tuple[int, ...]:
        """The seats of which some mission is unknown."""
        return tuple(sorted(self._now.veiled))

    @property
    def view(self) -> View:
        """The position as whoever enters sees it, for advice, pictures and texts like any other view."""
        return View(self._lexicon, self._seen(self._now.state, self.eyes), self.eyes)

    def draft(self) -> Draft:
        """The turn or side that is wanted, step by step. While a hand is unknown, every card it may hold is offered."""
        wanted = self.wanted
        if wanted is None or wanted.seat is None or is_chance(int(self._now.state[layout.PHASE])):
            raise SanssouciError(f"no decision is wanted now, but {wanted.kind if wanted else 'nothing more'}")
        state = self._now.state.copy()
        if wanted.kind == "turn":
            state[seat_base(wanted.seat) + layout.HAND] = self._possible(wanted.seat)
        return Draft(View(self._lexicon, self._seen(state, wanted.seat), wanted.seat))

    def before(self, index: SupportsIndex) -> "FollowedGame":
        """This game as it was before one of its entries: what was wanted then, and what could have been entered."""
        place = self._place(index)
        return self._copy(self._moments[place], place)

    def after(self, text: str) -> "FollowedGame":
        """This game with one more entry, as another one; what `enter` refuses is refused."""
        other = self._copy(self._now, len(self._entries))
        other._shown = list(self._shown)
        other.enter(text)
        return other

    def told(self, index: SupportsIndex) -> Told:
        """What the turn or side with this place in `entries` did, as everybody saw it."""
        place = self._place(index)
        entry, moment = self._entries[place], self._moments[place]
        if entry.kind not in DECISION_KINDS or entry.seat is None:
            raise SanssouciError(f"entry {place} is a {entry.kind}, and nobody's decision")
        move, before = Move.parse(entry.text), moment.state.copy()
        if isinstance(move, Turn):
            slot = self._lexicon.card_slots[move.card]
            reveal(before, seat_base(entry.seat) + layout.HAND, moment.unseen[entry.seat], slot)
        after = self._moments[place + 1].state if place + 1 < len(self._moments) else self._now.state
        told = tell_move(self._lexicon, move, before, after, carry_out(self._lexicon, before.copy(), move))
        following = self._entries[place + 1 : place + 2]
        is_refilled = entry.kind == "turn" and bool(following) and following[0].kind == "tile"
        return told._replace(refill=following[0].text[0]) if is_refilled else told

    def turned(self) -> dict[tuple[int, str], str]:
        """The structure under each gardener, by seat and square: everybody saw the tile being taken."""
        turns = [(entry.seat, Move.parse(entry.text)) for entry in self._entries if entry.kind == "turn"]
        return {
            (seat, move.gardener): move.tile[0]
            for seat, move in turns
            if seat is not None and isinstance(move, Turn) and move.gardener is not None
        }

    def outcome(self) -> Outcome | None:
        """Points and winners; None until the last turn is played and all missions are shown."""
        if self._now.state[layout.PHASE] != layout.OVER or self._now.veiled:
            return None
        return Game._from_state(self._lexicon, self._now.state, None).outcome()

    def game(self) -> Game:
        """A whole game that could be the one followed, with its past; the luck to come is a fresh secret one.

        It agrees with all that was entered. If nothing is unknown, it is that game.
        """
        self._refuse_mid_chance()
        record = self.record()
        return read_seen(record)[0] if "seat" in record else Game.from_record(record, running=True)

    def record(self) -> dict[str, Any]:
        """What was entered, as a record of version 2 (docs/record.md); with '?' and `seat` if something is unknown."""
        from sanssouci.game.followed_record import write_followed

        return write_followed(self)

    @classmethod
    def from_record(cls, record: object) -> "FollowedGame":
        """The followed game of a record that `record` has written; RecordError names the first thing that is wrong."""
        from sanssouci.game.followed_record import read_followed

        return read_followed(record)

    def __repr__(self) -> str:
        wanted = self.wanted
        what = "nothing more" if wanted is None else f"{wanted.kind} of seat {wanted.seat}"
        return f"<FollowedGame: {self._lexicon.box.id}, eyes={self.eyes}, {len(self._entries)} entries, wanted: {what}>"

    # ── inside ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def _table(self) -> Array:
        return self._lexicon.table

    def _copy(self, now: Moment, entries: int) -> "FollowedGame":
        """A game of its own at some moment, with the entries before it."""
        other = FollowedGame.__new__(FollowedGame)
        other._lexicon, other.eyes, other._names = self._lexicon, self.eyes, self._names
        other._now = now
        other._entries, other._moments, other._shown = self._entries[:entries], self._moments[:entries], []
        return other

    def _known_missions(self) -> dict[str, int]:
        """Each mission that somebody is known to have, with the seat."""
        return {letter: seat for seat in range(int(self._now.state[layout.PLAYERS])) for letter in self._known_of(seat)}

    def _known_of(self, seat: int) -> str:
        return _letters(self._now.named[seat]) if seat in self._now.veiled else self._missions(seat)

    def _missions(self, seat: int) -> str:
        return _letters(int(self._now.state[seat_base(seat) + layout.MISSIONS]))

    def _seen(self, state: Array, eyes: int) -> Array:
        """A state as a seat sees it; missions that nobody has shown stay hidden, even at the end."""
        seen = seen_state(state, eyes)
        for seat in self._now.veiled:
            seen[seat_base(seat) + layout.MISSIONS] = 0
        return seen

    def _possible(self, seat: int) -> int:
        """The cards that a seat may hold, as a set."""
        base = seat_base(seat)
        if not self._now.unseen[seat]:
            return int(self._now.state[base + layout.HAND])
        return int(self._table[at.DECK]) & ~int(self._now.state[base + layout.DISCARDS])

    def _possible_cards(self, seat: int) -> tuple[str, ...]:
        held = self._possible(seat)
        return tuple(card for card, slot in self._lexicon.card_slots.items() if held >> slot & 1)

    def _chance_options(self, codes: Sequence[int]) -> Iterable[str]:
        """What chance may bring, cards and missions that only the witness holds included."""
        state, seat = self._now.state, int(self._now.state[layout.SEAT])
        texts = [chance_text(self._lexicon, state, code) for code in codes]
        if state[layout.PHASE] == layout.DEAL_MISSIONS:
            known = self._known_missions()
            return (letter for letter in LETTERS[: len(self._lexicon.box.columns)] if letter not in known)
        unseen = self._now.unseen[seat]
        if not unseen or texts[0] not in self._lexicon.card_slots:
            return texts
        return (card for card, slot in self._lexicon.card_slots.items() if card in texts or unseen >> slot & 1)

    def _take(self, text: str) -> None:
        """Enter one event, '?' included, and nothing that follows."""
        state = self._now.state
        phase, seat = int(state[layout.PHASE]), seat_of_event(state)
        if phase == layout.OVER:
            raise SanssouciError("the last turn has been played; what is left is to show missions")
        if not isinstance(text, str):
            raise SanssouciError(f"{text!r} must be a text")
        if not is_chance(phase):
            text, after = self._after_decision(text)
        elif text == UNKNOWN:
            after = self._after_unknown(seat)
        else:
            text, after = self._after_chance(text)
        self._moments.append(self._now)
        self._entries.append(Entered(KINDS[phase], seat, text))
        self._now = after

    def _after_decision(self, text: str) -> tuple[str, Moment]:
        move, seat = Move.parse(text), int(self._now.state[layout.SEAT])
        unseen, hand = list(self._now.unseen), seat_base(seat) + layout.HAND
        slot = self._lexicon.card_slots.get(move.card) if isinstance(move, Turn) else None
        discards = int(self._now.state[seat_base(seat) + layout.DISCARDS])
        if unseen[seat] and slot is not None and discards >> slot & 1:
            gone = f"seat {seat} has already played card {text.split()[0]}"
            raise IllegalMoveError(gone, rule="T1", key="not in hand", legal=self._possible_cards(seat))
        trial = self._now.state.copy()
        if unseen[seat]:
            trial[hand] = self._possible(seat)  # so that a refusal names what may be held, not what the witness holds
        codes = carry_out(self._lexicon, trial, move)
        state = self._now.state.copy()
        if slot is not None:
            unseen[seat] = reveal(state, hand, unseen[seat], slot)
        text = decision_text(self._lexicon, state, codes)
        engine.engine().play(self._table, state, np.array(codes, np.int64), len(codes))
        return text, self._now._replace(state=state, unseen=tuple(unseen))

    def _after_unknown(self, seat: int | None) -> Moment:
        state, unseen = self._now.state.copy(), list(self._now.unseen)
        if KINDS[int(state[layout.PHASE])] not in SECRET_KINDS or seat is None or seat == self.eyes:
            raise SanssouciError("only cards and missions of other seats can be unknown")
        base = seat_base(seat)
        hand = int(state[base + layout.HAND])
        engine.engine().apply(self._table, state, list_codes(self._lexicon, state)[0])
        unseen[seat] |= int(state[base + layout.HAND]) & ~hand
        return self._now._replace(state=state, unseen=tuple(unseen))

    def _after_chance(self, text: str) -> tuple[str, Moment]:
        state, unseen = self._now.state.copy(), list(self._now.unseen)
        seat, phase = int(state[layout.SEAT]), int(state[layout.PHASE])
        kind, after = KINDS[phase], self._now._replace(state=state)
        if kind == "tile" and len(text) == 1:
            text += chance_text(self._lexicon, state, layout.TURNED_TILE_CODE)[1:]
        elif kind == "card":
            unseen[seat] = make_way(self._table, state, seat, unseen[seat], self._lexicon.card_slots.get(text))
        elif kind == "mission" and len(text) == 1 and text in LETTERS:
            after = self._with_mission(after, seat, 1 << LETTERS.index(text))
        engine.engine().apply(self._table, state, chance_code(self._lexicon, state, text))
        return text, after._replace(unseen=tuple(unseen))

    def _with_mission(self, moment: Moment, seat: int, mission: int) -> Moment:
        """A moment with a mission kept free for a seat; once all of its missions are known, it is not veiled."""
        deal_missions(moment, len(self._lexicon.box.columns), taken=mission)
        named = moment.named[seat] | mission
        veiled = moment.veiled - ({seat} if popcount(named) == self._table[at.MISSION_COUNT] else set())
        return moment._replace(veiled=veiled, named=(*moment.named[:seat], named, *moment.named[seat + 1 :]))

    def _pass_over(self) -> None:
        """Pass over what nobody sees: cards and missions of other seats."""
        while (phase := int(self._now.state[layout.PHASE])) != layout.OVER:
            if KINDS[phase] not in SECRET_KINDS or int(self._now.state[layout.SEAT]) == self.eyes:
                return
            self._take(UNKNOWN)

    def _place(self, index: SupportsIndex) -> int:
        place = whole(index)
        if place is None or not 0 <= place < len(self._entries):
            raise SanssouciError(
                f"there is no entry {index!r}; entries are numbered from 0 to {len(self._entries) - 1}"
            )
        return place

    def _refuse_mid_chance(self) -> None:
        wanted = self.wanted
        if wanted is not None and is_chance(int(self._now.state[layout.PHASE])):
            raise SanssouciError(f"a {wanted.kind} has to be entered first")


def _letters(missions: int) -> str:
    return "".join(letter for column, letter in enumerate(LETTERS) if missions >> column & 1)
