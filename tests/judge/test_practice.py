"""Games by the judge: the turn it chooses, its notes, the same games by every way, and a short school."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from sanssouci.arena.judge_ground import Ground, Practice
from sanssouci.arena.judge_network import Shape
from sanssouci.arena.judge_school import PRACTISED, JudgeCourse, JudgeSchool
from sanssouci.box import Expansions, load
from sanssouci.judge import court, practice
from sanssouci.judge.court import Court
from sanssouci.judge.cuda import KINDS, kernels
from sanssouci.kernel.cuda import compile_to_ptx
from sanssouci.players.networks import Network, digest, empty_network, no_network, read_network
from sanssouci.thinking import desk as desk_at
from sanssouci.thinking import inputs, judging, policy, terms, thinker
from sanssouci.thinking.places import UNIT
from sanssouci.thinking.workspace import JudgeSpace, Workspace
from strategies import BY_ID, running
from thinking.test_network import WIDTH, judged, some_network

SEED = (17, 47)


def test_the_chosen_turn_has_the_greatest_corrected_value() -> None:
    game, ground, net = running(BY_ID["ravensburger-2"], 9, ("greedy",), 15), Ground(Practice()), some_network()
    state, seat, space, judge = game.state.copy(), game.seat, Workspace(), JudgeSpace(WIDTH)
    assert seat is not None
    arguments = (game.table, state, ground.weights, net, space.desk, judge.words, judge.sums, judge.clipped)
    judging.forget_sights(net, judge.words, judge.sums)
    alone = judging.judged_turn(*arguments, 1, 0, 0)
    chosen, value = space.desk[: desk_at.TURN_VALUE].tolist(), int(space.desk[desk_at.TURN_VALUE])
    values = {}
    for slot in range(10):
        turn = desk_at.SLOT_TURNS + desk_at.TURN_SIZE * slot
        if space.desk[turn + desk_at.TURN_VALUE] != policy.NOTHING:
            world, seen = state.copy(), np.zeros(inputs.SEEN_WORDS, np.int64)
            policy.carry_out(game.table, world, space.desk, turn)
            inputs.look(game.table, world, seat, seen)
            expected = int(terms.value_of(game.table, world, ground.weights, seat, space.terms))
            values[slot] = expected, expected + judged(net, seen)
    best = max(values, key=lambda slot: values[slot][1])
    assert (chosen[desk_at.TURN_SLOT], alone, value) == (best, *values[best])
    judging.judged_turn(*arguments, 0, 0, 0)  # without correction, the evaluation's own
    assert space.desk[desk_at.TURN_SLOT] == max(values, key=lambda slot: values[slot][0])


def test_targets_go_back_from_the_final_points_to_what_was_judged_later() -> None:
    rows = np.zeros((4, 9), np.int64)
    rows[:2, 6] = 90, 70
    notes = np.zeros((4, practice.NOTE_WORDS), np.int64)
    notes[:, practice.NOTE_POINTS] = 0, 1, 0, 1  # the seats
    notes[:, practice.NOTE_JUDGED] = [UNIT * points for points in (80, 60, 86, 78)]
    practice._look_back(notes, 0, 4, rows, 2, 12)
    assert notes[:, practice.NOTE_POINTS].tolist() == [90, 70, 90, 70]
    assert (notes[:, practice.NOTE_TARGET] / UNIT).tolist() == [0.75 * 90 + 0.25 * 86, 0.75 * 70 + 0.25 * 78, 90, 70]


def play(
    by: Court, monkeypatch: pytest.MonkeyPatch, games: int, judged: int = -1, net: Network | None = None
) -> tuple[list[list[int]], list[list[int]]]:
    monkeypatch.setattr("sanssouci.arena.judge_ground.court", lambda: by)
    notes, outcomes = Ground(Practice()).play(some_network(), SEED, 3, games, judged=judged, spread=0.5, faintness=11)
    return notes.tolist(), outcomes.tolist()


def test_a_compiled_and_an_interpreted_game_and_its_notes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    notes, outcomes = play(court.compiled(), monkeypatch, 1, judged=1)
    assert (notes, outcomes) == play(court.interpreted(), monkeypatch, 1, judged=1)
    assert len(notes) == 17
    assert sum(outcomes[0][practice.OUTCOME_WINS :]) >= 1


@pytest.mark.long
def test_compiled_and_interpreted_games_and_notes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(court.compiled(), monkeypatch, 2) == play(court.interpreted(), monkeypatch, 2)
    alone, corrected = (
        play(court.compiled(), monkeypatch, 3, net=net) for net in (no_network(), empty_network(8, 4, 4))
    )
    assert alone == corrected  # correcting nothing is correcting by nothing
    notes, outcomes = play(court.compiled(), monkeypatch, 20, judged=2)
    assert len(notes) == 20 * 17
    assert [row[practice.NOTE_POINTS] for row in notes[::17]] == [row[1] for row in outcomes]


@pytest.mark.long
def test_the_values_of_whole_moves_are_the_same_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ground, net = running(BY_ID["ravensburger-2"], 9, ("greedy",), 15), Ground(Practice()), some_network()
    turns = game.legal_moves.table()
    found = []
    for by in (thinker.interpreted(), thinker.compiled()):
        space, judge, values = Workspace(), JudgeSpace(WIDTH), np.zeros(len(turns), np.int64)
        working = (space.terms, *judge.arrays)
        by.rank_turns(game.table, game.state.copy(), ground.weights, net, turns, *working, values)
        found.append(values.tolist())
    assert found[0] == found[1]


SIMULATED = """
from thinking.test_network import some_network
from sanssouci.arena.judge_ground import GpuGround, Ground, Practice

mixed = Practice.read("imperial:rewards", 2), Practice.read("imperial:rewards,boar", 2)
for settings in ((Practice(),), (Practice("imperial", 3),), mixed):
    options = {"judged": -1, "spread": 0.5, "faintness": 11}
    games = len(settings)
    here, there = (
        ground(*settings).play(some_network(), (17, 47), 3, games, **options) for ground in (Ground, GpuGround)
    )
    assert here[0].tolist() == there[0].tolist()
    assert here[1].tolist() == there[1].tolist()
"""


@pytest.mark.long
def test_a_simulated_gpu_plays_the_same_games() -> None:
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "SANSSOUCI_KERNEL": "interpreted"}
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | simulated,
        cwd=Path(__file__).parents[1],
    )
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.long
@pytest.mark.parametrize("name", list(KINDS))
def test_every_kernel_compiles_without_a_gpu(name: str) -> None:
    ptx = compile_to_ptx(kernels()[name], KINDS[name], (9, 0))
    assert ".target sm_90" in ptx
    assert f".visible .entry _ZN9sanssouci5judge7threads{len(name)}{name}" in ptx


def test_a_school_of_a_few_games_keeps_what_it_has_learnt(tmp_path: Path) -> None:
    course = JudgeCourse(generations=2, games=12, kept=2, steps=4, batch=32, contest=4)
    school = JudgeSchool(Ground(Practice(), Practice("imperial")), Shape(16, 8, 8), course, tmp_path)
    hashed = school.teach()
    log = json.loads((tmp_path / "judge-2.json").read_text(encoding="utf-8"))
    assert [row["games"] for row in log["curve"]] == [24, 36]
    assert {"wins", "wins, imperial"} <= set(log["curve"][1])
    assert log["hash"] == hashed == digest(school.net) == digest(read_network(tmp_path / "judge-2.npz"))
    further = JudgeSchool(Ground(Practice()), school.net, replace(course, generations=1), tmp_path, teacher=school.net)
    assert further.teach() != hashed
    assert json.loads((tmp_path / "judge-2.json").read_text(encoding="utf-8"))["begin"] == hashed


@pytest.mark.long
def test_a_short_school_leaves_a_network_and_its_log(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "sanssouci.arena.judge_school", "--out", str(tmp_path))
    course = {"generations": 2, "games": 60, "kept": 2, "steps": 20, "batch": 256, "contest": 20}
    chosen = [f"--{name}={value}" for name, value in course.items()]
    done = subprocess.run([*command, *chosen, "--layers", "16", "8", "8"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("generation 1, games 120, practice points ")
    log = json.loads((tmp_path / "judge-2.json").read_text(encoding="utf-8"))
    assert [row["games"] for row in log["curve"]] == [120, 180]
    assert {"error", "error of the evaluation", "seconds"} <= set(log["curve"][0])
    assert log["curve"][0]["error"] == log["curve"][0]["error of the evaluation"]  # it has learnt nothing yet
    assert 0 <= log["curve"][1]["wins"] <= 1
    assert log["hash"] == digest(read_network(tmp_path / "judge-2.npz")) == done.stdout.split()[-1]


def test_together_the_networks_have_practised_all_that_is_published() -> None:
    known = {setting for settings in PRACTISED for setting in settings}
    for box in (load(name) for name in ("ravensburger", "imperial")):
        for count in range(len(box.expansions) + 1):
            for names in combinations(box.expansions, count):
                assert str(Practice(box.id, 2, Expansions(names))) in known


@pytest.mark.long
def test_all_settings_are_taught_by_one_command(tmp_path: Path) -> None:
    out = tmp_path / "judged"
    command = (sys.executable, "-m", "sanssouci.arena.judge_school", "--all", "2", "--out", str(out))
    course = {"generations": 1, "games": 24, "kept": 1, "steps": 2, "batch": 64, "contest": 12}
    chosen = [f"--{name}={value}" for name, value in course.items()]
    done = subprocess.run([*command, *chosen, "--layers", "16", "8", "8"], capture_output=True, text=True, check=True)
    assert done.stdout.count("generation 1, games 24, ") == 6
    names = [f"judge-{players}{rewards}" for players in (2, 3, 4) for rewards in ("", "-rewards")]
    assert sorted(path.name for path in out.iterdir()) == sorted(
        f"{name}.{end}" for name in names for end in ("json", "npz")
    )
    refused = subprocess.run(
        [*command, "--begin", str(tmp_path)], capture_output=True, text=True, check=False, timeout=120
    )
    assert refused.returncode == 2
    assert "judge-3-rewards.npz: the judge has not learnt this setting" in refused.stderr
