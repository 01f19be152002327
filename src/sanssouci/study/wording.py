"""A review in words, for a terminal or a page: all its tables and sentences in one language."""

from collections.abc import Iterator
from functools import reduce
from typing import Final, NamedTuple

from sanssouci.players.advice import sentence
from sanssouci.study.accounts import Account, Drawn, luckiest
from sanssouci.study.estimates import Figure, Worth, adding_up
from sanssouci.study.judging import Judgement, is_as_good, telling_reasons
from sanssouci.study.review import Decision, Review
from sanssouci.texts import Texts, capitalised

_DISPLAY: Final = 2  # more tiles at once are the display of the set-up


class DecisionRow(NamedTuple):
    """A decision as cells of a table."""

    when: str
    name: str
    played: str
    best: str  # empty if it was played
    points: str  # what it cost; empty if it was the best
    win: str
    verdict: str
    why: str


class AccountRow(NamedTuple):
    """A part of the accounts: for each seat the points and the share of the win."""

    part: str
    cells: tuple[tuple[str, str], ...]


class ReviewWords:
    """Puts a review into words."""

    def __init__(self, review: Review, texts: Texts) -> None:
        self.review, self.texts = review, texts
        names = review.game.names or tuple(texts("show.seat", seat=seat) for seat in range(review.game.players))
        self.names: tuple[str, ...] = tuple(_printable(name) for name in names)

    # ── figures ────────────────────────────────────────────────────────────────────────────────────

    def points(self, figure: Figure, *, signed: bool = True) -> str:
        """Points with their error."""
        value, error = self.texts.decimal(figure.value + 0.0, signed=signed), self.texts.decimal(figure.error)
        return self.texts("review.figure", value=value, error=error)

    def share(self, figure: Figure, *, signed: bool = True) -> str:
        """A share of the win in per cent, with its error."""
        value = self.texts.decimal(100 * figure.value + 0.0, signed=signed)
        return self.texts("review.share", value=value, error=self.texts.decimal(100 * figure.error))

    def chance(self, value: float) -> str:
        """A chance to win in whole per cent."""
        return self.texts("review.percent", value=round(100 * value))

    def result(self, win: float) -> str:
        """A share of the win that somebody got: whole per cents, or tenths where it was shared."""
        tenths = round(1000 * win)
        return self.texts("review.percent", value=self.texts.decimal(100 * win) if tenths % 10 else tenths // 10)

    def when(self, round_number: int) -> str:
        """The round, or the set-up."""
        texts = self.texts
        return texts("review.in round", round=round_number) if round_number else texts("review.in setup")

    # ── luck and skill ─────────────────────────────────────────────────────────────────────────────

    def accounts(self) -> list[AccountRow]:
        """The parts that add up to the result, the result, and what decisions cost against the best moves."""
        texts, accounts = self.texts, self.review.accounts
        parts = [_as_shown(account) for account in accounts]
        rows = []
        for name in parts[0]:
            worths = [each[name] for each in parts]
            if any(worth.points.value or worth.points.error for worth in worths):
                rows.append(self._part(name, worths, signed=name != "expected"))
        results = tuple((str(points), self.result(win)) for points, win in (each.result for each in accounts))
        rows.append(AccountRow(texts("review.part.result"), results))
        rows.append(self._part("cost", [-each.cost for each in accounts]))
        return rows

    def _part(self, name: str, worths: list[Worth], *, signed: bool = True) -> AccountRow:
        cells = tuple((self.points(each.points, signed=signed), self.share(each.win, signed=signed)) for each in worths)
        return AccountRow(self.texts(f"review.part.{name}"), cells)

    # ── decisions ──────────────────────────────────────────────────────────────────────────────────

    def decisions(self) -> list[DecisionRow]:
        """All decisions, in order."""
        return [self._decision(decision) for decision in self.review.decisions]

    def _decision(self, decision: Decision) -> DecisionRow:
        judgement = decision.judgement
        is_best = is_as_good(judgement)
        return DecisionRow(
            when=self.when(decision.round),
            name=self.names[decision.seat],
            played=str(judgement.played.move),
            best="" if is_best else str(judgement.best.move),
            points="" if is_best else self.points(judgement.cost.points, signed=False),
            win="" if is_best else self.share(judgement.cost.win, signed=False),
            verdict=self.texts(f"review.verdict.{judgement.verdict}"),
            why=self._why(judgement),
        )

    def _why(self, judgement: Judgement) -> str:
        """Why the best move is good, with what is special about having found it."""
        praise = [self.texts(f"review.praise.{each}") for each in judgement.praise]
        told = [sentence(self.texts, reason, self.names) for reason in telling_reasons(judgement)]
        parts = praise + told
        return reduce(lambda some, more: self.texts("advise.reasons", some=some, more=more), parts) if parts else ""

    def aloud(self) -> Iterator[str]:
        """All decisions as sentences, for a screen reader."""
        for row in self.decisions():
            values = row._asdict() | {"move": row.played}
            told = self.texts("review.aloud" if row.best else "review.aloud.best", **values)
            yield capitalised(told)

    def accounts_aloud(self) -> Iterator[str]:
        """The accounts as sentences."""
        for row in self.accounts():
            for name, (points, win) in zip(self.names, row.cells, strict=True):
                yield self.texts("review.aloud.part", name=name, part=row.part, points=points, win=win)

    # ── the story of the game ──────────────────────────────────────────────────────────────────────

    def deciding(self) -> list[str]:
        """The turns that decided, each with the seat whose chance changed most."""
        found = []
        for ply in self.review.deciding:
            before, after = self.review.moments[ply].expected, self.review.moments[ply + 1].expected
            changes = [late.win.value - early.win.value for early, late in zip(before, after, strict=True)]
            who = max(range(len(changes)), key=lambda seat: (abs(changes[seat]), changes[seat]))
            chances = {"before": self.chance(before[who].win.value), "after": self.chance(after[who].win.value)}
            found.append(self._told("review.swing", ply, who, **chances))
        return found

    def turning(self) -> list[str]:
        """The turns after which another seat was ahead."""
        found = []
        for ply in self.review.turning:
            after = self.review.moments[ply + 1].expected
            who = max(range(len(after)), key=lambda seat: after[seat].win.value)
            found.append(self._told("review.turned", ply, who))
        return found or [self.texts("review.no turning")]

    def _told(self, key: str, ply: int, who: int, **values: str) -> str:
        decision = self.review.decisions[ply]
        when, move = self.when(decision.round), decision.judgement.played.move
        told = self.texts(key, when=when, name=self.names[decision.seat], move=move, who=self.names[who], **values)
        return capitalised(told)

    def luckiest(self) -> list[str]:
        """What was luckiest for each seat."""
        return [
            self.texts(
                "review.lucky",
                name=self.names[seat],
                when=self.when(drawn.round),
                what=self._what(drawn),
                points=self.points(drawn.gave[seat].points),
                win=self.share(drawn.gave[seat].win),
            )
            for seat in range(self.review.game.players)
            for drawn in luckiest(self.review.luck, seat)
        ]

    def _what(self, drawn: Drawn) -> str:
        texts = self.texts
        if drawn.source == "tiles" and len(drawn.values) > _DISPLAY:
            return texts("review.source.display")
        what = ", ".join(self._word(drawn.source, value) for value in drawn.values)
        return texts(f"review.source.{drawn.source}", what=what)

    def _word(self, source: str, value: str) -> str:
        """What was dealt, drawn or turned up, by its value in records."""
        if source == "cards":
            return self.texts.card(value)
        if source == "tiles":
            return f"{self.texts.structure(value)} ({value.rstrip(chr(39))})"
        return self.texts.structure(value) if source == "missions" else value


def _as_shown(account: Account) -> dict[str, Worth]:
    """The parts of a result, rounded to tenths in such a way that they add up to it as they are shown."""
    parts = {"expected": account.expected, "skill": account.skill, "others": account.others, **account.luck}
    points = adding_up([part.points.value for part in parts.values()], account.result[0])
    wins = adding_up([100 * part.win.value for part in parts.values()], 100 * account.result[1])
    return {
        name: Worth(Figure(value, part.points.error), Figure(win / 100, part.win.error))
        for (name, part), value, win in zip(parts.items(), points, wins, strict=True)
    }


def _printable(name: str) -> str:
    """A name from a record, without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
