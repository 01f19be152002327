"""Games followed at a real table: played by the simulator, entered with the others' secrets hidden."""

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sanssouci import SPECTATOR, FollowedGame, Game, RecordError, SanssouciError, advise
from sanssouci.cli.main import main
from sanssouci.game.record import write_line
from server.entering import SECRET, played, visible
from strategies import BY_ID, CONFIGURATIONS, Configuration, finished


def followed(game: Game, eyes: int) -> FollowedGame:
    return FollowedGame(game.box, players=game.players, expansions=game.expansions, first=game.first, eyes=eyes)


def enter_all(companion: FollowedGame, events: list[list[Any]]) -> None:
    for kind, seat, text in events:
        wanted = companion.wanted
        assert wanted is not None
        assert (wanted.kind, wanted.seat) == (kind, seat)
        assert (text.partition(" ")[0] if kind == "turn" else text) in wanted.options
        companion.enter(text)


def check_followed(configuration: Configuration, seed: int) -> None:
    """Follow a game move by move; what is public, and what was entered, is as it was at the table."""
    game = played(configuration, seed)
    eyes = seed % (game.players + 1) - 1
    companion, table = (
        followed(game, eyes),
        Game(game.box, players=game.players, expansions=game.expansions, first=game.first, luck="own"),
    )
    events = visible(game, eyes)
    for kind, seat, text in game.record()["events"]:
        table.push(text) if kind in ("turn", "side") else table.push_chance(text)
        if kind in SECRET and seat != eyes:
            continue
        enter_all(companion, [events.pop(0)])
        if not table.is_chance and not table.is_over:
            assert companion.view == table.view(eyes)
    assert companion.wanted is None
    assert companion.outcome() is None or not companion.unknown_missions
    for other in companion.unknown_missions:
        assert companion.view.missions(other) == ()
        companion.show(other, "".join(game.missions(other)))
    assert companion.outcome() == game.outcome()
    assert companion.view == game.view(eyes)
    again = FollowedGame.from_record(companion.record())
    assert (again.entries, again.record()) == (companion.entries, companion.record())
    assert companion.game().outcome() == game.outcome()
    assert companion.game().moves == game.moves


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda each: each.id)
def test_a_followed_game_is_the_game_in_everything_public(configuration: Configuration) -> None:
    for seed in range(2):
        check_followed(configuration, seed)


@pytest.mark.long
def test_five_hundred_followed_games_are_those_games() -> None:
    for number in range(500):
        check_followed(CONFIGURATIONS[number % len(CONFIGURATIONS)], 1000 + number)


BASE = BY_ID["ravensburger-2"]


def begun(eyes: int = 0, entries: int | None = None) -> tuple[Game, FollowedGame]:
    """A game and how far it has been followed; without a number, to its last turn."""
    game = played(BASE, 7)
    companion = followed(game, eyes)
    enter_all(companion, visible(game, eyes)[:entries])
    return game, companion


def in_the_first_turns(eyes: int = 0) -> tuple[Game, FollowedGame]:
    """Up to the third turn of seat 1, with a turn wanted."""
    game = played(BASE, 7)
    companion, turns = followed(game, eyes), 0
    for event in visible(game, eyes):
        wanted = companion.wanted
        if event[:2] == ["turn", 1]:
            turns += 1
        if turns == 3 and wanted is not None and wanted.kind == "turn":
            break
        companion.enter(event[2])
    return game, companion


def test_a_draft_offers_every_card_that_an_unknown_hand_may_hold() -> None:
    game, companion = in_the_first_turns()
    offered = {choice.text for choice in companion.draft().choices}
    gone = {entry.text.partition(" ")[0] for entry in companion.entries if entry[:2] == ("turn", 1)}
    assert len(gone) == 2
    assert offered == {card for card in game.discards(1) if card not in gone}  # at the end all 18 have been played


def refuses(companion: FollowedGame, text: str, reason: str) -> None:
    """An entry is refused, and nothing has changed."""
    before = companion.record()
    with pytest.raises(SanssouciError, match=reason):
        companion.enter(text)
    assert companion.record() == before


def test_T6_a_card_played_twice_is_refused() -> None:
    _, companion = in_the_first_turns()
    first = next(entry.text for entry in companion.entries if entry[:2] == ("turn", 1))
    refuses(companion, first, "seat 1 has already played card")


def test_C5_a_sixth_tile_of_a_structure_is_refused() -> None:
    companion = FollowedGame(players=2, first=0)
    for text in ("1", "2", "A", "A"):
        companion.enter(text)
    for _ in range(5):
        companion.enter("f")
    assert "f4'" not in companion.wanted.options  # type: ignore[union-attr]
    refuses(companion, "f", "cannot come now; possible: a4'")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("?", "is not a move"),
        ("", "is not a move"),
        ("* a2 b3 c4 d5", "is not a move"),
        ("A", "a turn must be played; legal cards: 26, .*, \\*$"),  # any that is left, not the ones assumed
    ],
)
def test_what_is_not_a_turn_is_refused(text: str, reason: str) -> None:
    refuses(in_the_first_turns()[1], text, reason)


def test_ones_own_cards_cannot_be_unknown() -> None:
    companion = FollowedGame(players=2, first=0, eyes=0)
    for text in ("1", "2", "A", "A"):
        companion.enter(text)
    assert companion.wanted is not None
    assert companion.wanted.kind == "mission"
    refuses(companion, "?", "of other seats can be unknown")


def test_a_mission_of_ones_own_may_be_any_that_is_not_known_elsewhere() -> None:
    for mission in "abcdefghi":
        companion = FollowedGame(players=2, first=1, eyes=0)  # the other seat is dealt its missions first
        for text in ("1", "2", "A", "A", mission):
            companion.enter(text)
        refuses(companion, mission, "cannot come now")


def test_E4_missions_are_shown_at_the_end_and_once() -> None:
    game, companion = begun()
    refused = [
        ("".join(game.missions(0)), "there is one mission"),
        ("aa", "2 different missions"),
        ("xy", "2 different missions"),
        ("a", "2 different missions"),
    ]
    for missions, reason in refused:
        with pytest.raises(SanssouciError, match=reason):
            companion.show(1, missions)
    assert companion.outcome() is None
    companion.show(1, "".join(game.missions(1)))
    with pytest.raises(SanssouciError, match="no unknown missions"):
        companion.show(1, "".join(game.missions(1)))
    assert companion.outcome() == game.outcome()
    assert companion.undo().kind == "shown"
    assert companion.outcome() is None
    with pytest.raises(SanssouciError, match="at the end"):
        in_the_first_turns()[1].show(1, "ab")


def test_E4_a_game_is_not_replayed_to_its_end_before_all_missions_are_shown() -> None:
    game, companion = begun()
    with pytest.raises(RecordError, match=r"missions of these seats are still to be shown \(E4\): 1$"):
        companion.game()
    companion.show(1, "".join(game.missions(1)))
    assert companion.game().outcome() == game.outcome()


def test_everything_entered_can_be_undone() -> None:
    _, companion = in_the_first_turns()
    fresh = followed(played(BASE, 7), 0)
    count = sum(entry.text != "?" for entry in companion.entries)
    for _ in range(count):
        companion.undo()
    assert companion.record() == fresh.record()
    with pytest.raises(SanssouciError, match="nothing has been entered"):
        companion.undo()


def test_an_earlier_entry_is_corrected_and_what_is_still_possible_stays() -> None:
    _, companion = in_the_first_turns()
    place = next(index for index, entry in enumerate(companion.entries) if entry.kind == "turn")
    turn = companion.entries[place]
    standing = " ".join([*turn.text.split()[:2], "-"])
    dropped = companion.correct(place, standing)
    assert companion.entries[place].text == standing
    assert not {entry.kind for entry in dropped} - {"turn", "tile", "card"}
    kept = companion.entries
    assert companion.correct(place, turn.text) == ()
    assert len(companion.entries) == len(kept)
    before = companion.record()
    with pytest.raises(SanssouciError):
        companion.correct(place, "* z9")
    with pytest.raises(SanssouciError, match="no entry 999"):
        companion.correct(999, "A")
    assert companion.record() == before


def test_the_bag_brought_the_same_tiles_wherever_a_corrected_turn_has_left_room_for_them() -> None:
    _, companion = in_the_first_turns()
    place = next(index for index, entry in enumerate(companion.entries) if entry[1:] == (0, "56 h5=h3 e1"))
    before = companion.entries
    assert companion.correct(place, "56 b6 -") == ()
    changed = [(one.text, other.text) for one, other in zip(before, companion.entries, strict=True) if one != other]
    assert changed == [("56 h5=h3 e1", "56 b6 -"), ("h5'", "h6")]
    assert companion.correct(place, "56 h5=h3 e1") == ()
    assert companion.entries == before


def test_of_two_equal_tiles_one_may_be_gone_after_a_correction() -> None:
    companion = FollowedGame(players=2, first=0)
    tiles = ("a", "b", "c", "d", "e", "f", "g", "g", "h", "i")
    for text in ("1", "2", "A", "A", *tiles, "* b2 -", "a", "* g5' -", "b"):
        companion.enter(text)
    place = next(index for index, entry in enumerate(companion.entries) if entry.text == "* b2 -")
    assert companion.correct(place, "* g5 -") == ()
    assert [entry.text for entry in companion.entries[place:]] == ["* g5 -", "a5", "?", "* g5 -", "b5'", "?"]


def test_what_was_unknown_can_be_filled_in_when_it_is_shown() -> None:
    game, companion = begun()
    companion.show(1, "".join(game.missions(1)))
    for index, (kind, seat, text) in enumerate(game.record()["events"]):
        if companion.entries[index].text == "?":
            assert companion.correct(index, text) == ()
            assert companion.entries[index] == (kind, seat, text)
    record = companion.record()
    assert "seat" not in record
    assert Game.from_record({**record, "events": [event for event in record["events"] if event[0] != "shown"]})
    assert companion.game().record()["events"] == game.record()["events"]


@pytest.mark.parametrize("name", ["ravensburger-2", "small-2", "imperial-4-rewards-boar"])
def test_what_was_unknown_can_be_filled_in_in_any_order(name: str) -> None:
    for seed in range(3):
        game = played(BY_ID[name], seed)
        companion = followed(game, 0)
        enter_all(companion, visible(game, 0))
        for seat in companion.unknown_missions:
            companion.show(seat, "".join(game.missions(seat)))
        events = game.record()["events"]
        unknown = [place for place, entry in enumerate(companion.entries) if (entry.kind, entry.text) == ("card", "?")]
        for places in (unknown[::-1], random.Random(seed).sample(unknown, len(unknown))):
            filled = FollowedGame.from_record(companion.record())
            for place in places:
                assert filled.correct(place, events[place][2]) == ()
            assert filled.game().moves == game.moves
            assert filled.outcome() == game.outcome()


@pytest.mark.parametrize("which", [0, 1])
def test_a_mission_that_is_filled_in_does_not_make_up_the_other(which: int) -> None:
    game, companion = begun()
    first, second = game.missions(1)
    places = [place for place, entry in enumerate(companion.entries) if entry[:2] == ("mission", 1)]
    assert companion.correct(places[which], second) == ()
    assert companion.unknown_missions == (1,)
    assert companion.outcome() is None
    assert FollowedGame.from_record(companion.record()).unknown_missions == (1,)
    other = next(letter for letter in "abcdefghi" if letter not in (*game.missions(0), first, second))
    with pytest.raises(SanssouciError, match=f"seat 1 has mission {second}"):
        companion.show(1, first + other)
    companion.show(1, first + second)
    assert companion.outcome() == game.outcome()
    assert companion.game().outcome() == game.outcome()
    assert FollowedGame.from_record(companion.record()).outcome() == game.outcome()
    assert companion.undo().kind == "shown"
    assert companion.correct(places[1 - which], first) == ()
    assert companion.outcome() == game.outcome()


def test_a_mission_known_of_one_seat_is_no_other_seats() -> None:
    game = played(BY_ID["imperial-4-rewards-boar"], 3)
    companion = followed(game, 0)
    enter_all(companion, visible(game, 0))
    for seat in (1, 2):
        place = next(place for place, entry in enumerate(companion.entries) if entry[:2] == ("mission", seat))
        assert companion.correct(place, game.missions(seat)[0]) == ()
    known = game.missions(1)[0]
    rest = next(letter for letter in "abcdefghi" if letter not in (*game.missions(0), known))
    with pytest.raises(SanssouciError, match=f"there is one mission {known}, and seat 1 has it"):
        companion.show(3, known + rest)
    for seat in (3, 2, 1):
        companion.show(seat, "".join(game.missions(seat)))
    assert companion.outcome() == game.outcome()
    for index, (kind, _, text) in enumerate(game.record()["events"]):
        if kind == "card" and companion.entries[index].text == "?":
            companion.correct(index, text)
    assert "seat" not in companion.record()
    assert companion.game().outcome() == game.outcome()


def filled_in(configuration: Configuration) -> tuple[Game, FollowedGame]:
    """A whole game that was followed, its missions shown at the end and the others' cards filled in."""
    game = finished(configuration, 4, ["greedy", "random"])
    companion = followed(game, 0)
    enter_all(companion, visible(game, 0))
    companion.show(1, "".join(game.missions(1)))
    for index, (kind, _, text) in enumerate(game.record()["events"]):
        if kind == "card" and companion.entries[index].text == "?":
            assert companion.correct(index, text) == ()
    return game, companion


def test_missions_shown_at_the_end_and_cards_filled_in_make_a_record_like_any_other() -> None:
    game, companion = filled_in(BASE)
    record = companion.record()
    assert "seat" not in record
    assert "?" not in {event[2] for event in record["events"]}
    again = Game.from_record(record)
    assert (again.moves, again.outcome()) == (game.moves, game.outcome())
    assert FollowedGame.from_record(record).outcome() == game.outcome()


def test_its_record_is_replayed_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, companion = begun()
    path = tmp_path / "followed.jsonl"
    lines = [write_line(in_the_first_turns()[1].record())]
    companion.show(1, "".join(game.missions(1)))
    lines.append(write_line(companion.record()))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == "2 records, all valid; 1 is of an unfinished game\n"


@pytest.mark.long
def test_a_followed_game_is_reviewed_once_all_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, companion = filled_in(BY_ID["small-2-boar"])
    path = tmp_path / "followed.jsonl"
    path.write_text(write_line(companion.record()) + "\n", encoding="utf-8")
    assert main(["review", str(path), "--quick", "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert [each["played"]["move"] for each in review["decisions"]] == [
        str(move).replace("'", "") for move in game.moves
    ]
    unknown = followed(game, 0)
    enter_all(unknown, visible(game, 0))
    path.write_text(write_line(unknown.record()) + "\n", encoding="utf-8")
    assert main(["review", str(path), "--quick"]) != 0
    assert "what is hidden cannot be replayed" in capsys.readouterr().err


@pytest.mark.parametrize("eyes", [SPECTATOR, 0])
def test_its_records_follow_the_schema(eyes: int) -> None:
    schema = json.loads((files("sanssouci.game") / "record.schema.json").read_text(encoding="utf-8"))
    _, running = in_the_first_turns(eyes)
    Draft202012Validator(schema).validate(running.record())
    game, over = begun(eyes)
    for seat in over.unknown_missions:
        over.show(seat, "".join(game.missions(seat)))
    Draft202012Validator(schema).validate(over.record())


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seat": 9}, "seat is 9"),
        ({"seat": "x"}, "seat is"),
        ({"seed": "0" * 32}, "no seed"),
        ({"events": [["garden", 0]]}, "list of kind, seat and value"),
        ({"events": [["side", 0, "A"]]}, "must come now"),
        ({"events": [["shown", 0, "ab"]]}, "at the end"),
        ({"result": {}}, "result"),
    ],
)
def test_a_faulty_record_is_refused(changes: dict[str, Any], reason: str) -> None:
    _, companion = in_the_first_turns()
    with pytest.raises(RecordError, match=reason):
        FollowedGame.from_record({**companion.record(), **changes})


@pytest.mark.parametrize("name", ["ravensburger-2", "imperial-4-rewards-boar"])
def test_advice_is_that_of_the_game_with_the_same_eyes(name: str) -> None:
    game, original = played(BY_ID[name], 7), BY_ID[name].game(7)
    companion, asked = followed(game, 0), 0
    for event in visible(game, 0):
        wanted = companion.wanted
        if wanted is not None and wanted[:2] == ("turn", 0):
            asked += 1
            if asked in (1, 7, 16):
                decided = sum(entry.kind in ("turn", "side") for entry in companion.entries)
                for move in game.moves[len(original.moves) : decided]:
                    original.push(move)
                assert companion.view == original.view(0)
                assert advise(companion.view, samples=50, seed=1) == advise(original.view(0), samples=50, seed=1)
        companion.enter(event[2])
    assert asked == 18
