"""Whole random games in one call, built from the same rule functions that `apply` uses.

Each decision is uniform among its legal choices, step by step: a card, a tile that it allows, and so on.
"""

from sanssouci.kernel.apply import apply
from sanssouci.kernel.bits import nth, popcount, square_of
from sanssouci.kernel.chance import lucky_card, lucky_code, lucky_tile
from sanssouci.kernel.choices import allowed_slots, choices, code_of
from sanssouci.kernel.expansions import is_own_step, step_code, step_squares, take_step
from sanssouci.kernel.garden import gardener_squares, walk_squares
from sanssouci.kernel.layout import (
    BUILT,
    CARD_CODE,
    DISPLAY,
    DRAW_CARD,
    DRAWN_CARD_CODE,
    GARDENER_CODE,
    HAND,
    HOME,
    MAX_SEATS,
    OVER,
    PHASE,
    PLACE_GARDENER,
    PLAY_CARD,
    POINTS_TOTAL,
    REFILL,
    RESULT_WINS,
    SEAT,
    SLOT_BITS,
    SLOT_CODE,
    STAND_CODE,
    TURNED_TILE_CODE,
    WALK_CODE,
    WALK_NOBLE,
    Rows,
    Words,
    is_chance,
    seat_base,
)
from sanssouci.kernel.luck import (
    STREAM_FIRST,
    STREAM_GAMES,
    draw,
    i64,
    noise_next,
    noise_pick,
    noise_start,
    threefry,
)
from sanssouci.kernel.scoring import results
from sanssouci.kernel.setup import new_game
from sanssouci.kernel.steps import (
    draw_card,
    end_decisions,
    place_gardener,
    play_card,
    refill,
    take_tile,
    walk_noble,
)


def play_out(table: Words, state: Words, seed_0: int, seed_1: int, trace: Words) -> int:
    """Play a game to its end at random, from wherever it stands, and return the number of codes.

    The codes are written to `trace` as far as it has room; with an empty trace, nothing is written.
    """
    noise = noise_start(seed_0, seed_1)
    room = len(trace)
    count = 0
    while state[PHASE] != OVER:
        if state[PHASE] == PLAY_CARD:
            noise, count = _turn(table, state, seed_0, seed_1, noise, trace, room, count)
        else:
            noise, code = step_at_random(table, state, seed_0, seed_1, noise)
            count = _note(trace, room, count, code)
    return count


def step_at_random(table: Words, state: Words, seed_0: int, seed_1: int, noise: int) -> tuple[int, int]:
    """Take one step of any phase, for the set-up and for turns under way."""
    if is_chance(state[PHASE]):
        code = lucky_code(table, state, seed_0, seed_1)
    else:
        options = choices(table, state)
        standing = 1 if state[PHASE] == WALK_NOBLE else 0
        noise = noise_next(noise)
        pick = noise_pick(noise, popcount(options) + standing)
        code = STAND_CODE if pick == popcount(options) else code_of(state[PHASE], nth(options, pick))
    apply(table, state, code)
    return noise, code


def _turn(
    table: Words, state: Words, seed_0: int, seed_1: int, noise: int, trace: Words, room: int, count: int
) -> tuple[int, int]:
    """Play one whole turn and the chance that follows it."""
    base = seat_base(state[SEAT])
    noise = noise_next(noise)
    card = _pick(state[base + HAND], noise)
    play_card(state, card)
    count = _note(trace, room, count, CARD_CODE + card)

    noise = noise_next(noise)
    slot = _pick(allowed_slots(table, state[DISPLAY], card), noise) // SLOT_BITS
    take_tile(table, state, slot)
    count = _note(trace, room, count, SLOT_CODE + slot)

    if state[PHASE] == PLACE_GARDENER:
        noise = noise_next(noise)
        bit = _pick(gardener_squares(table, state[base + BUILT], state[HOME]), noise)
        place_gardener(table, state, bit)
        count = _note(trace, room, count, GARDENER_CODE + square_of(bit))
    if is_own_step(state[PHASE]):
        noise = noise_next(noise)
        code = step_code(_pick(step_squares(table, state, base), noise))
        take_step(state, code)
        count = _note(trace, room, count, code)

    walks = walk_squares(table, state, base)
    number = popcount(walks)
    noise = noise_next(noise)
    pick = noise_pick(noise, number + 1)
    if pick < number:
        bit = nth(walks, pick)
        walk_noble(table, state, bit)
        count = _note(trace, room, count, WALK_CODE + square_of(bit))
    else:
        end_decisions(table, state)
        count = _note(trace, room, count, STAND_CODE)

    if state[PHASE] == REFILL:
        structure = lucky_tile(table, state, seed_0, seed_1)
        refill(table, state, structure)
        count = _note(trace, room, count, TURNED_TILE_CODE + structure)
    if state[PHASE] == DRAW_CARD:
        card = lucky_card(table, state, seed_0, seed_1)
        draw_card(state, card)
        count = _note(trace, room, count, DRAWN_CARD_CODE + card)
    return noise, count


def _pick(options: int, noise: int) -> int:
    """One bit of a non-empty set."""
    return nth(options, noise_pick(noise, popcount(options)))


def _note(trace: Words, room: int, count: int, code: int) -> int:
    if count < room:
        trace[count] = code
    return count + 1


def game_seed(seed_0: int, seed_1: int, game: int) -> tuple[int, int]:
    """The seed of one game of a simulation, derived from the seed of the whole simulation."""
    word_0, word_1 = threefry(seed_0, seed_1, STREAM_GAMES, game)
    return i64(word_0), i64(word_1)


def simulate(
    table: Words,
    state: Words,
    players: int,
    expansions: int,
    seed_0: int,
    seed_1: int,
    start: int,
    rows: Rows,
    no_trace: Words,
    out: Rows,
) -> None:
    """Play random games, numbered from `start`, one for each row of `out`: totals by seat, then wins by seat.

    `state` and `rows` are working space, `no_trace` is empty. The first player of each game is drawn.
    """
    for index in range(len(out)):
        simulate_game(table, state, players, expansions, seed_0, seed_1, start + index, rows, no_trace, out[index])


def simulate_game(
    table: Words,
    state: Words,
    players: int,
    expansions: int,
    seed_0: int,
    seed_1: int,
    number: int,
    rows: Rows,
    no_trace: Words,
    out: Words,
) -> None:
    """Play one of the games of `simulate` and write its row."""
    game_0, game_1 = game_seed(seed_0, seed_1, number)
    first = draw(game_0, game_1, STREAM_FIRST, 0, players)
    new_game(table, state, players, expansions, first)
    play_out(table, state, game_0, game_1, no_trace)
    results(table, state, rows)
    for seat in range(players):
        out[seat] = rows[seat][POINTS_TOTAL]
        out[MAX_SEATS + seat] = rows[seat][RESULT_WINS]
