"""The same games as in practice.py, turn by turn, for a GPU: it judges all candidates of many games together.

A game proposes its candidates, somebody chooses one of them, and the game goes on with it.
"""

from typing import Final

from sanssouci.kernel.layout import PHASE, PLAY_CARD, SEAT, SLOTS, STATE_WORDS, Rows, Words
from sanssouci.kernel.luck import STREAM_FIRST, draw, noise_next, noise_pick, noise_start
from sanssouci.kernel.playout import game_seed, step_at_random
from sanssouci.kernel.setup import new_game
from sanssouci.thinking.desk import SLOT_TURNS, TURN_SIZE, TURN_VALUE
from sanssouci.thinking.inputs import SEEN_WORDS, look
from sanssouci.thinking.judging import CLOSE
from sanssouci.thinking.policy import NOTHING, best_turn, carry_out, go_on

# A proposal, one for each slot: a turn as on the desk, and the error of its value, which is NOTHING for a turn that is
# not judged.
PROPOSAL_ERROR: Final = TURN_SIZE
PROPOSAL_WORDS: Final = TURN_SIZE + 1
PROPOSALS_WORDS: Final = PROPOSAL_WORDS * SLOTS


def begin_practice(
    table: Words, state: Words, players: int, expansions: int, seed_0: int, seed_1: int, game: int
) -> None:
    """Begin a game of practice, up to its first turn."""
    game_0, game_1 = game_seed(seed_0, seed_1, game)
    noise = noise_start(game_0, game_1)
    new_game(table, state, players, expansions, draw(game_0, game_1, STREAM_FIRST, 0, players))
    while state[PHASE] != PLAY_CARD:
        noise, _ = step_at_random(table, state, game_0, game_1, noise)


def propose(
    table: Words,
    state: Words,
    weights: Words,
    desk: Words,
    world: Words,
    seed_0: int,
    seed_1: int,
    game: int,
    turn: int,
    spread: int,
    proposals: Words,
    seen: Rows,
) -> None:
    """Write the best turn with each tile, and what the judge would see after it; `turn` counts the game's from 0."""
    game_0, game_1 = game_seed(seed_0, seed_1, game)
    noise = noise_start(game_0, game_1 ^ (turn + 1))
    floor = best_turn(table, state, weights, desk, 0, 0) - CLOSE
    for slot in range(SLOTS):
        at = PROPOSAL_WORDS * slot
        for word in range(TURN_SIZE):
            proposals[at + word] = desk[SLOT_TURNS + TURN_SIZE * slot + word]
        proposals[at + PROPOSAL_ERROR] = 0
        if proposals[at + TURN_VALUE] < floor:
            proposals[at + TURN_VALUE] = NOTHING
            for word in range(SEEN_WORDS):
                seen[slot][word] = 0
            continue
        if spread > 0:
            noise = noise_next(noise)
            proposals[at + PROPOSAL_ERROR] = noise_pick(noise, 2 * spread + 1) - spread
        for word in range(STATE_WORDS):
            world[word] = state[word]
        carry_out(table, world, proposals, at)
        look(table, world, state[SEAT], seen[slot])


def proceed(table: Words, state: Words, seed_0: int, seed_1: int, game: int, proposals: Words, slot: int) -> None:
    """Play the proposal of a slot, and let luck refill and draw."""
    game_0, game_1 = game_seed(seed_0, seed_1, game)
    carry_out(table, state, proposals, PROPOSAL_WORDS * slot)
    go_on(table, state, game_0, game_1)
