"""The same loops on an NVIDIA GPU: a thread a game (threads.py), the same functions in each."""

from functools import lru_cache
from typing import Any, Final, Literal

from sanssouci.batches import threads
from sanssouci.batches.arrays import BATCH_SEED_0, BATCH_SEED_1, EXPANSIONS, PLAYERS, SETTINGS_WORDS
from sanssouci.batches.batcher import BATCHES, Batcher
from sanssouci.kernel.cuda import array_module, device_kernels, launch
from sanssouci.kernel.layout import MAX_SEATS

Device = Literal["cpu", "cuda"]

# The kernels and the kinds of their arguments, as in the signatures of a `Family`.
KINDS: Final = {
    "begin_games": "twmmbw",
    "find_illegal": "twmww",
    "step_games": "twmmwwfbcwcc",
    "look_at_games": "tmcwc",
    "observe_games": "tmwc",
    "redeal_games": "tmmwii",
    "choose_codes": "tmmw",
    "weigh_chances": "tmm",
    "simulate": "twiwm",
}


@lru_cache(maxsize=1)
def kernels() -> dict[str, Any]:
    """All kernels; each is compiled when it is first run."""
    return device_kernels(BATCHES, threads)


def _run(name: str, games: int, *arguments: Any) -> None:
    """Run a kernel with a thread for each game."""
    launch(kernels()[name], games, *arguments)


def simulate_on_gpu(table: Any, players: int, expansions: int, seed_0: int, seed_1: int, games: int) -> Any:
    """The rows of the first games of `simulate`, in an array on the GPU."""
    arrays = array_module()
    settings = arrays.zeros(SETTINGS_WORDS, arrays.int64)
    for word, value in ((PLAYERS, players), (EXPANSIONS, expansions), (BATCH_SEED_0, seed_0), (BATCH_SEED_1, seed_1)):
        settings[word] = value
    out = arrays.zeros((games, 2 * MAX_SEATS), arrays.int64)
    no_trace = arrays.zeros(0, arrays.int64)
    if games:
        _run("simulate", games, arrays.array(table), settings, 0, no_trace, out)
    return out


@lru_cache(maxsize=1)
def cuda_batcher() -> Batcher:
    """The entry points of `Batcher` for arrays on the GPU. They take the same arguments; working space is not used."""
    arrays = array_module()

    def begin_games(table: Any, settings: Any, states: Any, lucks: Any, chosen: Any, trace: Any) -> None:
        _run("begin_games", len(states), table, settings, states, lucks, chosen, trace)

    def find_illegal(table: Any, settings: Any, states: Any, codes: Any) -> int:
        found = arrays.full(1, len(states), arrays.int64)
        _run("find_illegal", len(states), table, settings, states, codes, found)
        index = int(found[0])
        return index if index < len(states) else -1

    def step_games(table: Any, settings: Any, states: Any, lucks: Any, codes: Any, *rest: Any) -> None:
        _view, trace, _rows, *out = rest
        _run("step_games", len(states), table, settings, states, lucks, codes, trace, *out)

    def look_at_games(table: Any, states: Any, view: Any, masks: Any, seats: Any, observations: Any) -> None:
        _run("look_at_games", len(states), table, states, masks, seats, observations)

    def observe_games(table: Any, states: Any, eyes: Any, view: Any, out: Any) -> None:
        _run("observe_games", len(states), table, states, eyes, out)

    def redeal_games(table: Any, states: Any, lucks: Any, eyes: Any, seed_0: int, seed_1: int, view: Any) -> None:
        _run("redeal_games", len(states), table, states, lucks, eyes, seed_0, seed_1)

    def choose_codes(table: Any, states: Any, lucks: Any, out: Any) -> None:
        _run("choose_codes", len(states), table, states, lucks, out)

    def weigh_chances(table: Any, states: Any, out: Any) -> None:
        _run("weigh_chances", len(states), table, states, out)

    return Batcher(
        begin_games=begin_games,
        find_illegal=find_illegal,
        step_games=step_games,
        look_at_games=look_at_games,
        observe_games=observe_games,
        redeal_games=redeal_games,
        choose_codes=choose_codes,
        weigh_chances=weigh_chances,
    )
