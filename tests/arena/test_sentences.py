"""The contents of a match's tables, and the lines below them."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from sanssouci.arena.statistics import Estimate, Sequential
from sanssouci.arena.summary import Pairing, Standing, Summary
from sanssouci.cli.arena_tables import footer, show

HALF = Estimate(0.5, 0.4, 0.6)
SUMMARY = Summary(
    seats=2,
    blocks=1,
    games=2,
    standings=tuple(
        Standing(name, 2, HALF, None, None, 0, Estimate(value, value - 3, value + 3))
        for name, value in (("greedy", -0.4), ("random", 0.01), ("page", 12.0))
    ),
    pairings=(Pairing("greedy", ("random",), 2, HALF),),
    faults=(),
)


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        ("low", "greedy wins at most 50.0% of the games"),
        ("high", "greedy wins at least 60.0% of the games"),
        ("open", "these games do not decide whether greedy wins at most 50.0% or at least 60.0% of the games"),
    ],
)
def test_every_verdict_is_a_sentence(verdict: str, sentence: str) -> None:
    summary = replace(SUMMARY, test=Sequential(0.5, 0.6), verdict=verdict)
    assert footer(summary)[1:] == [f"sequential test (error rate 0.05): {sentence}"]


def test_one_block_is_no_blocks() -> None:
    assert footer(SUMMARY) == ["2 games in 1 block of common luck; shared wins by their share"]
    assert footer(replace(SUMMARY, blocks=2, games=4))[0].startswith("4 games in 2 blocks of")


def test_a_rating_of_0_has_no_sign() -> None:
    file = StringIO()
    show(SUMMARY, Console(file=file, width=100))
    rows = [line.split() for line in file.getvalue().splitlines()[1:4]]
    assert [" ".join(row[6:10]) for row in rows] == ["0 -3 to +3", "0 -3 to +3", "+12 +9 to +15"]
    small = replace(SUMMARY.standings[0], rating=Estimate(-0.04, -0.02, 0.04))
    (player,) = replace(SUMMARY, standings=(small,)).document()["players"]
    assert [str(player["rating"][key]) for key in ("value", "low", "high")] == ["0.0", "0.0", "0.0"]
