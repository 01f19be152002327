"""The review of a finished game: what each decision cost, what was luck, and where the game was decided.

One value function, the mean result of playouts from a complete position, is taken at every position of the game. From
each position to the next it changes, and these changes add up to the result minus the value at the beginning, whatever
the function is. Chance changes it by luck. A decision changes it by skill, judged by what its seat could know; what
remains of that change came from cards that the seat could not see, and counts as luck. docs/review.md has the details.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, SupportsIndex

from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.numbers import whole
from sanssouci.study.accounts import Account, Drawn, GraphPoint, account_of, deciding_moves, draw_of, turning_points
from sanssouci.study.estimates import Floats, worth_of
from sanssouci.study.judging import Effort, Finding, Judgement, compare_with_par, examine, is_par
from sanssouci.study.playouts import VALUE, Playouts, engine_version
from sanssouci.study.timeline import Step, finished_game, steps

Depth = Literal["quick", "normal", "deeper"]


EFFORTS: Final[dict[Depth, Effort]] = {  # for two players
    "quick": Effort(values=60, search=200, compare=60, skill=60),
    "normal": Effort(values=3400, search=1600, compare=1850, skill=4200),
    "deeper": Effort(values=12_000, search=20_000, compare=6000, skill=17_000),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat, a whole turn or the side of a board, and how it is judged."""

    ply: int  # the number of decisions before it
    round: int  # 0 during the set-up
    seat: int
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Review:
    """What a finished game was made of."""

    version: str  # of the engine: the same version, seed and depth give the same review
    seed: int
    depth: Depth
    game: Game
    decisions: tuple[Decision, ...]
    luck: tuple[Drawn, ...]  # every event of chance, in order
    moments: tuple[GraphPoint, ...]  # the chances to win before each decision and at the end: the graph
    turning: tuple[int, ...]  # the plies of the decisions after which another seat was ahead for good or for a while
    deciding: tuple[int, ...]  # the plies of the three decisions with whose turns the chances changed most
    accounts: tuple[Account, ...]  # for each seat: expectation + skill + luck = result


def review(
    record: object,
    *,
    depth: Depth = "normal",
    seed: SupportsIndex = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished game: what each decision cost, what was luck, where the game was decided.

    Args:
        record: a record (docs/record.md) of a finished game, or the `Game` itself. RecordError refuses a game that is
            still running, and whatever is not a record.
        depth: 'normal' takes up to half a minute for two players, 'deeper' a few minutes, 'quick' about two
            seconds, with errors to match.
        seed: the luck of the playouts; the same seed gives the same review with the same version of the engine.
        progress: is called with the number of steps done and of all steps.
    """
    if depth not in EFFORTS:
        raise SanssouciError(f"a review is {', '.join(EFFORTS)}, not {depth!r}")
    number = whole(seed)
    if number is None:
        raise SanssouciError(f"the seed of a review is a whole number, not {seed!r}")
    game = finished_game(record)
    line, effort, play = list(steps(game)), EFFORTS[depth].for_players(game.players), Playouts("review", number)
    tell = progress or (lambda done, total: None)
    depths = _depths(play, line, effort)
    values = [play.values(line[0].before, depths[0], VALUE)]
    findings: dict[int, Finding] = {}
    for index, step in enumerate(line):
        tell(index, len(line))
        values.append(_next(play, values[-1], step, depths[index + 1]))
        if step.view is not None:
            findings[step.ply] = examine(play, step.view, step.values[0], effort, ply=step.ply)
    tell(len(line), len(line))
    return _put_together(game, line, values, findings, number, depth)


def _depths(play: Playouts, line: list[Step], effort: Effort) -> list[int]:
    """The number of playouts at each position: more before and after decisions that are not the evaluation's.

    The true change of the value there and its mean over what was hidden are compared, sample by sample. Where boards
    and missions are still to be dealt, games are longest and little depends on them: a third will do.
    """
    depths = [effort.values // 3 if step.source in ("boards", "missions") else effort.values for step in line]
    depths.append(effort.values)
    for index, step in enumerate(line):
        if step.view is not None and not is_par(play, step.view, step.values[0]):
            depths[index] = depths[index + 1] = effort.skill
    return depths


def luck_and_skill(record: object, *, values: int, compare: int, seed: int = 0) -> tuple[Account, ...]:
    """The accounts of a game alone, without looking for best moves: they do not say what decisions cost.

    It takes `values` playouts at each position, and `compare` for each decision that differs from the evaluation's.
    """
    game = finished_game(record)
    line, play = list(steps(game)), Playouts("review", seed)
    samples = [play.values(line[0].before, values, VALUE)]
    for step in line:
        samples.append(_next(play, samples[-1], step, values))
    skills = {
        step.ply: compare_with_par(play, step.view, step.values[0], samples=compare)
        for step in line
        if step.view is not None
    }
    return tuple(account_of(line, samples, skills, [], seat) for seat in range(game.players))


def _next(play: Playouts, before: Floats, step: Step, samples: int) -> Floats:
    """The values after a step, given those before it."""
    if step.view is not None:
        return play.values_after(before, step.after, samples, VALUE)
    if step.round == 0:  # several events at once, or sides to come, which playouts choose at random
        return play.values(step.after, samples, VALUE)
    code = next(chance.code for chance in step.before.chances if chance.text == step.values[0])
    return play.values_after_event(before, step.before, code, step.after, samples, VALUE)


def _put_together(
    game: Game, line: list[Step], values: list[Floats], findings: dict[int, Finding], seed: int, depth: Depth
) -> Review:
    seats = range(game.players)
    moments = [
        GraphPoint(step.ply, step.round, step.seat, tuple(worth_of(value[:, seat]) for seat in seats))
        for step, value in zip(line, values, strict=False)
        if step.view is not None
    ]
    end = tuple(worth_of(values[-1][:, seat]) for seat in seats)
    moments.append(GraphPoint(len(findings), game.rounds, None, end))
    decisions = [
        Decision(step.ply, step.round, step.seat, findings[step.ply].judgement)
        for step in line
        if step.view is not None and step.seat is not None
    ]
    skills = {ply: finding.skill for ply, finding in findings.items()}
    return Review(
        version=engine_version(),
        seed=seed,
        depth=depth,
        game=game,
        decisions=tuple(decisions),
        luck=tuple(
            draw_of(step, before, after)
            for step, before, after in zip(line, values, values[1:], strict=False)
            if step.source is not None
        ),
        moments=tuple(moments),
        turning=turning_points(moments),
        deciding=deciding_moves(moments),
        accounts=tuple(account_of(line, values, skills, _costs(decisions, findings, seat), seat) for seat in seats),
    )


def _costs(decisions: list[Decision], findings: dict[int, Finding], seat: int) -> list[Floats]:
    """The samples of what each decision of a seat cost, where it cost anything."""
    costs = [findings[decision.ply].cost for decision in decisions if decision.seat == seat]
    return [samples for samples in costs if samples is not None]
