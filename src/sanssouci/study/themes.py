"""What a puzzle is about, read off the reasons for its best move."""

from collections.abc import Sequence
from typing import Literal

from sanssouci.game.move import Turn
from sanssouci.game.view import View
from sanssouci.players.advice import Reason

Theme = Literal["last round", "boar", "rewards", "keep the card", "mission", "deny", "gardener", "open a walk"]


def telling(
    view: View, best: Turn, tempting: Sequence[Turn], mine: Sequence[Reason], others: Sequence[Sequence[Reason]]
) -> list[Reason]:
    """The reasons that tell the best move from tempting ones; also the card that it keeps if one of these plays it."""
    found = [reason for reason in mine if not all(reason in other for other in others)]
    kept = [card for card in view.hand() or () if card != best.card]
    is_told = any(reason.key == "keeps card" for reason in found)
    if len(kept) == 1 and not is_told and any(other.card == kept[0] for other in tempting):
        found.append(Reason("keeps card", {"card": kept[0]}))
    return found


def theme_of(view: View, best: Turn, tempting: Sequence[Turn], reasons: Sequence[Reason]) -> Theme | None:
    """What a puzzle is about; None if nothing can be said."""
    keys = {reason.key for reason in reasons}
    same_tile = any(_after_card(best) == _after_card(other) for other in tempting)
    if view.round == view.rounds:
        return "last round"
    if same_tile:
        return "keep the card"
    if keys & {"boar goes", "boar leaves"}:
        return "boar"
    if keys & {"wins reward", "pays reward"}:
        return "rewards"
    if "serves mission" in keys:
        return "mission"
    if "denies" in keys:
        return "deny"
    if best.gardener is not None and keys & {"opens walk", "connects", "completes row", "completes column"}:
        return "gardener"
    return "open a walk" if keys & {"opens walk", "connects"} else None


def _after_card(turn: Turn) -> tuple[str, str | None, str | None, str | None]:
    return turn.tile, turn.gardener, turn.piece, turn.walk
