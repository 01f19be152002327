"""A review as plain data: what `sanssouci review --json` writes and what a server can send."""

from typing import Any, Final

from sanssouci.players.advice import Reason
from sanssouci.study.accounts import luckiest
from sanssouci.study.estimates import Figure, Worth
from sanssouci.study.judging import Judged, is_as_good, telling_reasons
from sanssouci.study.review import Decision, Review

FORMAT: Final = "sanssouci-review"
VERSION: Final = 1


def document_of(review: Review) -> dict[str, Any]:
    """The review as a JSON object (docs/review.md)."""
    game = review.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": review.version,
        "seed": review.seed,
        "depth": review.depth,
        "box": game.box.id,
        "players": game.players,
        "expansions": list(game.expansions),
        "names": None if game.names is None else list(game.names),
        "accounts": [
            {
                "seat": seat,
                "expected": _worth(account.expected),
                "skill": _worth(account.skill),
                "others": _worth(account.others),
                "luck": {source: _worth(worth) for source, worth in account.luck.items()},
                "result": {"points": account.result[0], "win": account.result[1]},
                "cost": _worth(account.cost),
                "luckiest": [review.luck.index(drawn) for drawn in luckiest(review.luck, seat)],
            }
            for seat, account in enumerate(review.accounts)
        ],
        "decisions": [_decision(decision) for decision in review.decisions],
        "luck": [
            {
                "ply": drawn.ply,
                "round": drawn.round,
                "seat": drawn.seat,
                "source": drawn.source,
                "values": list(drawn.values),
                "gave": [_worth(worth) for worth in drawn.gave],
            }
            for drawn in review.luck
        ],
        "moments": [
            {
                "ply": moment.ply,
                "round": moment.round,
                "seat": moment.seat,
                "expected": [_worth(worth) for worth in moment.expected],
            }
            for moment in review.moments
        ],
        "turning": list(review.turning),
        "deciding": list(review.deciding),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    judgement = decision.judgement
    return {
        "ply": decision.ply,
        "round": decision.round,
        "seat": decision.seat,
        "played": _judged(judgement.played),
        "best": _judged(judgement.best),
        "cost": _worth(judgement.cost),
        "verdict": judgement.verdict,
        "praise": list(judgement.praise),
        "as_good": is_as_good(judgement),
        "why": [_reason(each) for each in telling_reasons(judgement)],
        "skill": [_worth(worth) for worth in judgement.skill],
    }


def _judged(judged: Judged) -> dict[str, Any]:
    return {"move": str(judged.move), **_worth(judged.worth), "reasons": [_reason(each) for each in judged.reasons]}


def _reason(reason: Reason) -> dict[str, Any]:
    return {"key": reason.key, **reason.values}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"points": _figure(worth.points), "win": _figure(worth.win)}


def _figure(figure: Figure) -> dict[str, float]:
    return {"value": figure.value, "error": figure.error}
