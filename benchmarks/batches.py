"""Measures how many decisions a second a batch takes and, in the same run, how many two peers take.

    make bench                                   # after the speed of the rules, into build/bench/
    python -m benchmarks.batches --seconds 1     # shorter

The peers play backgammon, another game, with as many games side by side where they can: pgx, compiled by JAX for the
processor, and OpenSpiel, whose games are stepped one by one from Python. Everybody chooses at random among the legal
actions, and writes a mask of them after every step. pgx observes as well, since its steps always do.
"""

import argparse
import importlib
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
from benchmarks.speed import add_places, processor, rate, report
from rich.console import Console

from sanssouci.vector import Batch

GAMES = 4096


def batch(**options: Any) -> Callable[[int], None]:
    """Steps of a batch of ours."""
    games = Batch(GAMES, seed=1, **options)

    def work(steps: int) -> None:
        for _ in range(steps):
            games.step(games.sample())

    return work


def pgx_backgammon() -> Callable[[int], None]:
    """Steps of a batch of pgx's: choosing and stepping are compiled into one function."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    jax: Any = importlib.import_module("jax")  # only some of its functions have types
    env = pgx.make("backgammon")
    step = auto_reset(env.step, env.init)

    def choose_and_step(key: Any, state: Any) -> Any:
        key, choice, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return key, jax.vmap(step)(state, actions, jax.random.split(luck, GAMES))

    turn = jax.jit(choose_and_step)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    key, state = jax.block_until_ready(turn(key, state))

    def work(steps: int) -> None:
        nonlocal key, state
        for _ in range(steps):
            key, state = turn(key, state)
        jax.block_until_ready(state)

    return work


def open_spiel_backgammon() -> Callable[[int], None]:
    """Decisions in OpenSpiel's games, one after another, with chance drawn between them."""
    import pyspiel

    game, luck = pyspiel.load_game("backgammon"), np.random.default_rng(1)
    state = game.new_initial_state()

    def work(decisions: int) -> None:
        nonlocal state
        while decisions:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                codes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(codes[luck.choice(len(codes), p=shares)])
            else:
                state.legal_actions_mask()
                codes = state.legal_actions()
                state.apply_action(codes[int(luck.random() * len(codes))])
                decisions -= 1

    return work


def measure(seconds: float, note: Callable[[str], None]) -> dict[str, float]:
    figures: dict[str, float] = {}
    note("a batch with masks")
    figures["masks"] = GAMES * rate(batch(observations=False), seconds)
    note("… with observations")
    figures["observations"] = GAMES * rate(batch(), seconds)
    note("… of four players with both expansions")
    both = {"box": "imperial", "players": 4, "expansions": "rewards,boar"}
    figures["masks_4_both"] = GAMES * rate(batch(**both, observations=False), seconds)
    figures["observations_4_both"] = GAMES * rate(batch(**both), seconds)
    note("pgx")
    figures["pgx"] = GAMES * rate(pgx_backgammon(), seconds)
    note("OpenSpiel")
    figures["open_spiel"] = rate(open_spiel_backgammon(), seconds)
    return figures


def rows(figures: dict[str, float]) -> list[tuple[str, str, str]]:
    def line(what: str, key: str, bar: str) -> tuple[str, str, str]:
        return what, f"{figures[key]:,.0f} decisions/s", bar

    return [
        line(f"{GAMES} two-player games, masks, one core", "masks", "5,000,000 (goal 8,000,000)"),
        line("… and observations", "observations", "1,000,000"),
        line("four players, both expansions, masks", "masks_4_both", "-"),
        line("… and observations", "observations_4_both", "-"),
        line(f"pgx, {GAMES} games of backgammon (another game)", "pgx", "-"),
        line("OpenSpiel from Python, backgammon (another game)", "open_spiel", "-"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each round")
    add_places(parser)
    options = parser.parse_args()
    console = Console()
    figures = measure(options.seconds, lambda what: console.print(f"… {what}", style="dim"))
    packages = {name: version(name) for name in ("numba", "numpy", "jax", "pgx", "open_spiel")}
    content = {"command": "make bench", "processor": processor(), "python": platform.python_version(), **packages}
    report(console, options, rows(figures), "batches", {**content, "figures": figures})


if __name__ == "__main__":
    main()
