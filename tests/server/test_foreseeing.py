"""What a page may tap without a connection: just what the server would offer, tap by tap, until the turn is over."""

import random

import pytest

from sanssouci import Game
from sanssouci.game.events import DECISION_KINDS
from sanssouci.game.replay import box_text
from sanssouci.server.following import Following
from sanssouci.server.foreseeing import UNFORESEEN, foresee
from sanssouci.server.messages import Tap
from sanssouci.server.storage.companion import FollowedRow
from sanssouci.server.worded import words_of
from strategies import BY_ID, CONFIGURATIONS, Configuration

_NAMES = ("players", "expansions", "first")


def following(game: Game, eyes: int) -> Following:
    options = {name: getattr(game, name) for name in _NAMES} | {"eyes": eyes, "names": None}
    return Following(
        FollowedRow("id", "holder", 0, 0, 0, 0, False, box_text(game.box), options | {"words": words_of(game.box)})
    )


def enter(followed: Following, text: str) -> None:
    followed.take(Tap(number=followed.number + 1, key="whatever", kind="enter", text=text))


def offered(followed: Following) -> tuple[list[str], list[int]]:
    """What can be tapped, and the points it brings."""
    draft, wanted = followed.draft(), followed.game.wanted
    if draft is not None:
        return [choice.text for choice in draft.choices], [choice.gained for choice in draft.choices]
    assert wanted is not None
    if wanted.kind == "tile" and not followed.game.view.is_setup:
        return [text[0] for text in wanted.options], [0] * len(wanted.options)  # which may be entered so
    return list(wanted.options), [0] * len(wanted.options)


def tap_to_the_end_of_the_turn(followed: Following, chooser: random.Random) -> None:
    draft = followed.draft()
    ahead, place = foresee(followed.game, draft.steps if draft else []), 0
    while place != UNFORESEEN:
        step = ahead[place]
        assert (step.texts, step.gained) == offered(followed)
        assert (step.wanted is None) == (step.step is not None) == (followed.draft() is not None)
        choice = chooser.randrange(len(step.texts))
        enter(followed, step.texts[choice])
        place = step.next[choice]
    assert followed.game.wanted is None or followed.game.wanted.kind in DECISION_KINDS


def check_foreseen(configuration: Configuration, eyes: int, seed: int) -> None:
    chooser = random.Random(seed)
    followed = following(configuration.game(seed), eyes)
    while followed.game.view.is_setup:
        assert foresee(followed.game, []) == []
        enter(followed, chooser.choice(offered(followed)[0]))
    while followed.game.wanted is not None:
        if followed.draft() is not None and chooser.random() < 0.3:  # the line may go away within a turn too
            enter(followed, chooser.choice(offered(followed)[0]))
        if followed.game.wanted is not None:
            tap_to_the_end_of_the_turn(followed, chooser)
    assert foresee(followed.game, []) == []


def test_every_tap_of_a_turn_is_foreseen_just_as_it_will_be_offered() -> None:
    check_foreseen(BY_ID["imperial-4-rewards-boar"], 0, 5)


@pytest.mark.long
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda each: each.id)
def test_every_tap_is_foreseen_in_all_games(configuration: Configuration) -> None:
    for seed in range(4):
        check_foreseen(configuration, seed % 3 - 1, seed)
