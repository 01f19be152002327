"""What a turn has led to, or leads to so far, and whether that is what a lesson asked for."""

from typing import Any, Final

from sanssouci.game.draft import Draft
from sanssouci.game.game import Game
from sanssouci.game.move import Turn
from sanssouci.game.telling import tell
from sanssouci.kernel import layout
from sanssouci.players.advice import reasons

# What may be asked of a turn, in the order in which it is noticed. Each is a list of texts, one of which must be the
# turn's; `gardener` is true or false, and every card of `keeps` and every row or column of `complete` is required.
GOALS: Final = ("card", "keeps", "tile", "gardener", "square", "boar", "walk", "complete")
Facts = dict[str, Any]


def unmet(goal: dict[str, Any], facts: Facts) -> str | None:
    """The first part of a goal that facts contradict; what is not known yet contradicts nothing.

    A tile that should not have become a gardener is named 'structure', and one whose gardener could not have gone
    where he is wanted is named 'tile'.
    """
    offered = facts.get("offered")
    if "square" in goal and offered is not None and not set(goal["square"]) & set(offered):
        facts = {**facts, "square": None}
    for key in GOALS:
        if key not in goal or key not in facts:
            continue
        wanted, found = goal[key], facts[key]
        if key in ("keeps", "complete"):
            met = set(wanted) <= set(found)
        else:
            met = found == wanted if isinstance(wanted, bool) else found in wanted
        if not met:
            if key == "square" and found is None:
                return "tile"
            return "structure" if wanted is False else key
    return None


def facts_of_turn(game: Game, index: int) -> Facts:
    """What the move with this index has led to."""
    told = tell(game, index)
    turn = told.move
    assert isinstance(turn, Turn)
    before = game.copy()
    while len(before.moves) > index:
        before.pop()
    view = before.view(told.seat)
    hand = list(view.hand() or ())
    hand.remove(turn.card)
    draft = Draft(view)
    draft.choose_move(turn)
    done = [
        str(reason.values["row" if reason.key == "completes row" else "column"])
        for reason in reasons(view, _row(view.codes_of(turn)))
        if reason.key in ("completes row", "completes column")
    ]
    return {
        "card": turn.card,
        "keeps": hand,
        "tile": turn.tile,
        "gardener": turn.gardener is not None,
        "square": told.square,
        "offered": _offered(draft.before(2)),  # after card and tile
        "boar": told.pieces["boar"] or "-" if "boar" in told.pieces else "",
        "walk": turn.walk or "-",
        "complete": done,
    }


def _offered(draft: Draft) -> list[str] | None:
    """The squares where a gardener may go now; None if there is none to place."""
    return [choice.text for choice in draft.choices] if draft.step == "place gardener" else None


def _row(codes: tuple[int, ...]) -> tuple[int, ...]:
    """The codes of a turn as a row of `list_turns`: card, tile, gardener, piece, walk; -1 for a step it lacks."""
    row = [codes[0], codes[1], -1, -1, codes[-1]]
    for code in codes[2:-1]:
        row[2 if code < layout.GARDENER_CODE + layout.SQUARES else 3] = code
    return tuple(row)


def facts_of_draft(draft: Draft | None) -> Facts:
    """What is known of a turn in the making."""
    if draft is None or not draft.chosen:
        return {}
    chosen, start = draft.chosen, draft.start
    hand = list(start.hand() or ())
    hand.remove(chosen[0])
    facts: Facts = {"card": chosen[0], "keeps": hand}
    for index, text in enumerate(chosen[1:], 1):
        step = draft.before(index).step
        if step == "take tile":
            facts |= {"tile": text.rstrip("'")}
            offered = _offered(draft.before(index + 1))
            facts |= {"offered": offered, "gardener": offered is not None}
            if offered is None:
                facts["square"] = text.rstrip("'")
        elif step == "place gardener":
            facts["square"] = text
        elif step == "move boar":
            facts["boar"] = text
        elif step == "walk noble":
            facts["walk"] = text
    return facts
