"""What happens to one game of a batch: it begins, takes a step, ends with a reward, is dealt anew."""

from sanssouci.batches.arrays import (
    AUTORESET,
    BATCH_SEED_0,
    BATCH_SEED_1,
    DISABLED,
    EXPANSIONS,
    FINAL_POINTS,
    FIRST,
    GAMES,
    NEXT_STEP,
    NOISE,
    NUMBER,
    OWN_LUCK,
    PLAYERS,
    REWARD_KIND,
    SEED_0,
    SEED_1,
    WIN_SHARE,
    Numbers,
)
from sanssouci.kernel.apply import apply, settle
from sanssouci.kernel.bits import nth, popcount
from sanssouci.kernel.chance import lucky_code
from sanssouci.kernel.choices import choices, code_of
from sanssouci.kernel.layout import (
    OVER,
    PHASE,
    POINTS_TOTAL,
    RESULT_WINS,
    SEAT,
    STAND_CODE,
    WALK_NOBLE,
    Rows,
    Words,
    is_chance,
)
from sanssouci.kernel.luck import STREAM_FIRST, draw, noise_next, noise_pick, noise_start
from sanssouci.kernel.observing import observe
from sanssouci.kernel.playout import game_seed
from sanssouci.kernel.redealing import redeal
from sanssouci.kernel.scoring import results
from sanssouci.kernel.setup import new_game


def begin_game(table: Words, settings: Words, state: Words, luck: Words, trace: Words) -> None:
    """Begin the game with the number that stands in `luck`, up to the first decision."""
    seed_game(luck, settings[BATCH_SEED_0], settings[BATCH_SEED_1], luck[NUMBER])
    first = settings[FIRST]
    if first < 0:
        first = draw(luck[SEED_0], luck[SEED_1], STREAM_FIRST, 0, settings[PLAYERS])
    new_game(table, state, settings[PLAYERS], settings[EXPANSIONS], first)
    if settings[OWN_LUCK] == 0:
        settle(table, state, luck[SEED_0], luck[SEED_1], trace)


def next_game(table: Words, settings: Words, state: Words, luck: Words, trace: Words) -> None:
    """Begin another game in the same place."""
    luck[NUMBER] += settings[GAMES]
    begin_game(table, settings, state, luck, trace)


def seed_game(luck: Words, seed_0: int, seed_1: int, number: int) -> None:
    """Derive the luck of a game, and of random decisions in it, from a seed and a number, as `simulate` does."""
    game_0, game_1 = game_seed(seed_0, seed_1, number)
    luck[SEED_0] = game_0
    luck[SEED_1] = game_1
    luck[NOISE] = noise_start(game_0, game_1)


def step_game(table: Words, settings: Words, state: Words, luck: Words, code: int, trace: Words) -> bool:
    """Carry out one code, let luck decide until a player must, and return whether this has ended the game.

    A game that was over before stays as it is, or gives way to the next one.
    """
    if state[PHASE] == OVER:
        if settings[AUTORESET] == NEXT_STEP:
            next_game(table, settings, state, luck, trace)
        return False
    apply(table, state, code)
    if settings[OWN_LUCK] == 0:
        settle(table, state, luck[SEED_0], luck[SEED_1], trace)
    return state[PHASE] == OVER


def is_finished(settings: Words, state: Words) -> bool:
    """Whether a game is over and the next step does not concern it."""
    return state[PHASE] == OVER and settings[AUTORESET] in (NEXT_STEP, DISABLED)


def write_rewards(table: Words, settings: Words, state: Words, rows: Rows, out: Numbers) -> None:
    """Write the reward of each seat at the end of a game; `rows` is working space."""
    players = settings[PLAYERS]
    results(table, state, rows)
    winners = 0
    for seat in range(players):
        winners += rows[seat][RESULT_WINS]
    for seat in range(players):
        if settings[REWARD_KIND] == WIN_SHARE:
            out[seat] = rows[seat][RESULT_WINS] / winners
        elif settings[REWARD_KIND] == FINAL_POINTS:
            out[seat] = rows[seat][POINTS_TOTAL]
        else:
            out[seat] = rows[seat][POINTS_TOTAL] - _best_other(rows, players, seat)


def _best_other(rows: Rows, players: int, seat: int) -> int:
    best = 0  # no total is less
    for other in range(players):
        if other != seat:
            best = max(best, rows[other][POINTS_TOTAL])
    return best


def mover(state: Words) -> int:
    """The seat that has to decide, -1 if chance comes next or the game is over."""
    return -1 if state[PHASE] == OVER or is_chance(state[PHASE]) else state[SEAT]


def random_code(table: Words, state: Words, luck: Words) -> int:
    """A legal code, each equally likely, or the outcome that luck chooses; 0 if the game is over.

    Games in which all codes come from here are those of `simulate`.
    """
    phase = state[PHASE]
    if phase == OVER:
        return 0
    if is_chance(phase):
        return lucky_code(table, state, luck[SEED_0], luck[SEED_1])
    options = choices(table, state)
    count = popcount(options)
    luck[NOISE] = noise_next(luck[NOISE])
    pick = noise_pick(luck[NOISE], count + (1 if phase == WALK_NOBLE else 0))
    return STAND_CODE if pick == count else code_of(phase, nth(options, pick))


def redeal_game(
    table: Words, state: Words, luck: Words, eyes: int, seed_0: int, seed_1: int, number: int, view: Words
) -> None:
    """Deal anew what the seat `eyes` does not know, and give the game new luck; `view` is working space."""
    observe(state, eyes, view)
    seed_game(luck, seed_0, seed_1, number)
    redeal(table, view, eyes, luck[SEED_0], luck[SEED_1], state)
