"""Reading records: nothing in them is trusted unchecked."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, SupportsIndex

import numpy as np

from sanssouci.box import Box, BoxError, Expansions, load, named
from sanssouci.box.entry import shown
from sanssouci.box.expansions import ALL_NAMES
from sanssouci.game.errors import RecordError, SanssouciError
from sanssouci.game.events import (
    KINDS,
    UNKNOWN,
    chance_code,
    chance_text,
    decision_codes,
    legal_texts,
    seat_of_event,
)
from sanssouci.game.lexicon import Array, lexicon
from sanssouci.game.notes import NONE, Notes, check_comments, is_own, read_notes, read_variations
from sanssouci.game.options import check_names, check_options, choose_luck
from sanssouci.game.record import FORMAT, POSITION_VERSION, VERSION, result_of
from sanssouci.game.states import new_state
from sanssouci.kernel import engine, layout
from sanssouci.kernel.layout import is_chance

if TYPE_CHECKING:
    from sanssouci.game.game import Game
    from sanssouci.game.points import Outcome

_REQUIRED: Final = ("format", "version", "box", "players", "expansions", "first", "events", "result")
_OPTIONAL: Final = {
    VERSION: ("seed", "names", "seat"),
    POSITION_VERSION: ("start", "seed", "names", "seat", "comments", "variations"),
}
_DEEPEST: Final = 16  # variations of variations
_LONGEST_LINE: Final = 4_000_000
ABSENT: Final = object()  # stands for a result that is not there, since null is one


def read_line(text: str | bytes) -> Any:
    """One line of a file of records as a JSON value; RecordError if it is not JSON."""
    if len(text) > _LONGEST_LINE:
        raise RecordError(f"a record has at most {_LONGEST_LINE:,} characters, this line has {len(text):,}")
    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(text, object_pairs_hook=_no_twice, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"this line is not JSON: {error}") from None


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise RecordError("an object has the same key twice")
    return keys


def _no_constant(text: str) -> NoReturn:
    raise RecordError(f"{text} is not JSON")


class SetUp(NamedTuple):
    """What a record says besides its start and its luck: checked, but for the events and the result."""

    box: Box
    players: int
    expansions: Expansions
    first: int
    names: tuple[str, ...] | None
    version: int
    events: list[Any]
    result: object  # ABSENT if there is none: a record that was cut off lacks it, and is told that it has no end


def read_set_up(record: object) -> SetUp:
    """The set-up of a record; RecordError names the first key that is wrong."""
    data = _check_keys(record)
    box = read_box(data["box"])
    players = _number(data["players"], "players", 2, 4)
    first = _number(data["first"], "first", 0, players - 1)
    try:
        listed = _read_expansions(data["expansions"])
        expansions = check_options(box, players=players, expansions=listed, first=first)
    except SanssouciError as error:
        raise RecordError(str(error)) from None
    if not isinstance(data["events"], list):
        raise RecordError("events must be a list")
    names = _read_names(data["names"], players) if "names" in data else None
    return SetUp(box, players, expansions, first, names, data["version"], data["events"], data.get("result", ABSENT))


def read_record(record: object, *, running: bool = False, seed: SupportsIndex | None = None) -> "Game":
    """The game of a record; with `running`, also of one that has not ended. See `Game.from_record`."""
    from sanssouci.game.game import Game

    set_up = read_set_up(record)
    assert isinstance(record, dict)
    data: dict[str, Any] = record
    if seed is not None and "seed" in data:
        raise RecordError("the record has a seed of its own; leave yours out")
    words = lexicon(set_up.box)
    start = new_state(words, set_up.players, set_up.expansions, set_up.first)
    if "start" in data:
        start = _read_start(set_up.box, data["start"], start)
    game = Game._from_state(words, start, choose_luck(_read_seed(data["seed"]) if "seed" in data else seed))
    game._seed_holds = "seed" in data
    game._names = set_up.names
    reader = _EventReader(set_up.version)
    reader.play_events(game, set_up.events)
    _check_end(game, set_up.result, len(set_up.events), running=running)
    reader.check_rest(game, data)
    return game


def _read_start(box: Box, text: object, set_up: Array) -> Array:
    """The state that a record begins with, given by the text of a complete position."""
    from sanssouci.game.text import read_game

    if not isinstance(text, str):
        raise RecordError(f"start is {shown(text)}; it must be the text of a position")
    try:
        game = read_game(text, box=box, seed=0)
    except SanssouciError as error:
        raise RecordError(f"start: {error}") from None
    if game.begun:
        raise RecordError(f"start: a record begins between two moves; leave out '+ {game.begun}'")
    start = game._start
    for key, word in (("players", layout.PLAYERS), ("expansions", layout.EXPANSIONS), ("first", layout.FIRST)):
        if start[word] != set_up[word]:
            raise RecordError(f"start: this position and the record differ in {key}")
    return start


def resume(
    box: Box,
    events: list[Any],
    *,
    players: int,
    expansions: Expansions,
    first: int,
    seed: int,
    start: str | None = None,
) -> "Game":
    """A game that continues after these events, each of them checked; the luck to come is that of the seed.

    With `start`, the text of a position, the events are those since that position.
    """
    from sanssouci.game.game import Game

    expansions = check_options(box, players=players, expansions=expansions, first=first)
    words = lexicon(box)
    state = new_state(words, players, expansions, first)
    state = state if start is None else _read_start(box, start, state)
    game = Game._from_state(words, state, choose_luck(seed))
    game._seed_holds = False  # chance as it was kept, whatever generator drew it
    _EventReader(VERSION).play_events(game, events)
    return game


def _check_keys(record: object) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise RecordError(f"format is {shown(record.get('format'))}; it must be {FORMAT!r}")
    version = record.get("version")
    if type(version) is not int or version not in _OPTIONAL:
        raise RecordError(f"version is {shown(version)}; this program reads versions {VERSION} and {POSITION_VERSION}")
    for key in _REQUIRED:
        if key not in record and key != "result":
            raise RecordError(f"{key} is missing")
    for key in record:
        if key not in _REQUIRED and key not in _OPTIONAL[version] and not (version > VERSION and is_own(key)):
            raise RecordError(f"{shown(key)} is not a key of a record")
    if "seat" in record:
        raise RecordError("this game is written as one seat sees it, and what is hidden cannot be replayed")
    return record


@lru_cache(maxsize=32)
def box_of(text: str) -> Box:
    """The box of a rules part in JSON; the box that comes with the game if there is an equal one."""
    box = Box.from_rules(json.loads(text), source="box")
    if box.id in named() and load(box.id).digest == box.digest:
        return load(box.id)  # with its names and words
    return box


def box_text(box: Box) -> str:
    """The rules part of a box in JSON, for `box_of`."""
    return json.dumps(box.rules(), sort_keys=True)


def read_box(data: object) -> Box:
    """The box of a record; RecordError if it is not one."""
    try:
        return box_of(json.dumps(data, sort_keys=True))
    except BoxError as error:
        raise RecordError(str(error)) from None
    except (TypeError, ValueError, RecursionError):
        raise RecordError("box must be a JSON object") from None


def _read_expansions(data: object) -> list[str]:
    if not isinstance(data, list) or data != [name for name in ALL_NAMES if name in data]:
        known = ", ".join(map(repr, ALL_NAMES))
        raise RecordError(f"expansions is {shown(data)}; it must list any of {known}, in this order")
    return data


def _read_seed(text: object) -> int:
    if not isinstance(text, str) or len(text) != 32 or set(text) - set("0123456789abcdef"):
        raise RecordError(f"seed is {shown(text)}; it must be 32 hexadecimal digits in lower case")
    return int(text, 16)


def _read_names(names: object, players: int) -> tuple[str, ...]:
    try:
        return check_names(tuple(names) if isinstance(names, list) else (), players)
    except SanssouciError as error:
        raise RecordError(f"names: {error}") from None


def _number(value: object, key: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RecordError(f"{key} is {shown(value)}; it must be a number from {least} to {most}")
    return value


class _EventReader:
    """Plays events written in one version of the format."""

    def __init__(self, version: int, depth: int = 0) -> None:
        self._version, self._depth = version, depth
        self._drawn: list[int] = []  # by the seed, the next last: the chance up to the next decision

    def play_events(self, game: "Game", events: list[Any]) -> None:
        """Check and play events one after the other; RecordError has the index of the first that is wrong."""
        other_luck = False
        for index, event in enumerate(events):
            try:
                other_luck |= self._play_event(game, event).by is not None
            except RecordError as error:
                raise RecordError(f"in a variation: {error}", event=index) from None
            except SanssouciError as error:
                raise RecordError(str(error), event=index) from None
        game._seed_holds &= not other_luck

    def check_rest(self, game: "Game", data: dict[str, Any]) -> None:
        """Check what concerns the whole game: comments, and variations after its last event."""
        try:
            check_comments(data.get("comments", []))
            self._check_variations(game, read_variations(data.get("variations", [])))
        except RecordError as error:
            raise RecordError(f"variations: {error}") from None
        except SanssouciError as error:
            raise RecordError(str(error)) from None

    def _play_event(self, game: "Game", event: object) -> Notes:
        state = game._state
        phase = int(state[layout.PHASE])
        if phase == layout.OVER:
            raise SanssouciError("the game is over before this event")
        if not isinstance(event, list) or len(event) not in (3, 4):
            raise SanssouciError(f"{shown(event)} must be a list of kind, seat and value")
        kind, seat, value = event[:3]
        if kind != KINDS[phase]:
            raise SanssouciError(f"kind is {shown(kind)}; a {KINDS[phase]!r} must come now")
        if seat != seat_of_event(state) or not isinstance(seat, int | None) or isinstance(seat, bool):
            raise SanssouciError(f"seat is {shown(seat)}; it must be {seat_of_event(state)!r}")
        if not isinstance(value, str):
            raise SanssouciError(f"{shown(value)} must be a text")
        notes = self._notes(event[3:], chance=is_chance(phase))
        self._check_variations(game, notes.variations)
        if is_chance(phase):
            self._play_chance(game, value, notes)
        else:
            _play_decision(game, value, notes)
        return notes

    def _play_chance(self, game: "Game", value: str, notes: Notes) -> None:
        if value == UNKNOWN:
            raise SanssouciError(f"{value!r}: what is hidden cannot be replayed")
        words, state = game._lexicon, game._state
        if game._seed_holds and notes.by is None:
            self._drawn = self._drawn or _draw(game)
            code = self._drawn.pop()
            if chance_text(words, state, code) != value:
                chance_code(words, state, value)  # refuses what cannot come at all
                raise SanssouciError(f"{value!r} does not follow from the seed")
        else:
            self._drawn = []
            code = chance_code(words, state, value)
        engine.engine().apply(words.table, state, code)
        game._codes.append(code)

    def _notes(self, fourth: list[Any], *, chance: bool) -> Notes:
        """The notes beside an event: in version 1 the legal choices of a decision, since then an object."""
        if not fourth:
            return NONE
        if self._version > VERSION:
            return read_notes(fourth[0], is_chance=chance)
        if chance:
            raise SanssouciError("chance has no legal choices")
        return Notes(legal=(fourth[0],))

    def _check_variations(self, game: "Game", variations: tuple[list[Any], ...]) -> None:
        """Play each variation from here on a separate game, with its own luck."""
        if variations and self._depth == _DEEPEST:
            raise SanssouciError(f"variations have at most {_DEEPEST} levels")
        for events in variations:
            branch = game.copy()
            branch._seed_holds = False
            _EventReader(self._version, self._depth + 1).play_events(branch, events)


def _draw(game: "Game") -> list[int]:
    """The chance up to the next decision as the seed draws it, the next last."""
    trace = np.empty(layout.LONGEST_GAME, np.int64)
    count = engine.engine().settle(game._lexicon.table, game._state.copy(), *game._words, trace)
    drawn: list[int] = trace[:count][::-1].tolist()
    return drawn


def _play_decision(game: "Game", value: str, notes: Notes) -> None:
    words, before = game._lexicon, game._state
    move, codes = decision_codes(words, before, value)
    game._append(move, codes)
    if notes.legal and not _same(notes.legal[0], legal_texts(words, before, codes)):
        raise SanssouciError("these are not the legal choices")


def _check_end(game: "Game", result: object, events: int, *, running: bool) -> None:
    outcome = game.outcome()
    if outcome is None and (not running or is_chance(int(game._state[layout.PHASE])) or result is not None):
        cut_off = ", and result is missing" if result is ABSENT else ""
        raise RecordError(
            f"the record ends after {events} events, in round {game.round}: the game is not over{cut_off}"
        )
    check_result(outcome, game.expansions, result)


def check_result(outcome: "Outcome | None", expansions: Expansions, result: object) -> None:
    """Refuse a result that is not the outcome."""
    if result is ABSENT:
        raise RecordError("result is missing")
    if outcome is None:
        if result is not None:
            raise RecordError("result must be null as long as points are unknown")
        return
    expected = result_of(outcome, expansions)
    if not isinstance(result, dict) or set(result) != set(expected):
        raise RecordError("result must have the keys points, gardeners and winners")
    for key, value in expected.items():
        if not _same(result[key], value):
            raise RecordError(f"result.{key} is not what the events lead to: {json.dumps(value)}")


def _same(given: object, expected: object) -> bool:
    """Whether two values are equal and of equal types throughout: 1 is neither 1.0 nor true."""
    if type(given) is not type(expected):
        return False
    if isinstance(given, dict) and isinstance(expected, dict):
        return given.keys() == expected.keys() and all(_same(given[key], expected[key]) for key in expected)
    if isinstance(given, list) and isinstance(expected, list):
        return len(given) == len(expected) and all(map(_same, given, expected))
    return given == expected
