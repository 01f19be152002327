"""All games of a batch: what a call does to the game at an index, and the loops that go through all of them.

`view`, `trace` and `rows` are working space. `observations` and `finals` have no rows if they are not wanted.
"""

from sanssouci.batches.arrays import AUTORESET, PLAYERS, SAME_STEP, NumberRows
from sanssouci.batches.encoding import encode, write_mask
from sanssouci.batches.stepping import (
    begin_game,
    is_finished,
    mover,
    next_game,
    random_code,
    redeal_game,
    step_game,
    write_rewards,
)
from sanssouci.kernel.bits import lowest
from sanssouci.kernel.chance import cases_of
from sanssouci.kernel.choices import choices, code_of, is_legal
from sanssouci.kernel.layout import ACTIONS, OVER, PHASE, SEAT, Rows, Words, is_chance
from sanssouci.kernel.observing import observe


def begin_games(table: Words, settings: Words, states: Rows, lucks: Rows, chosen: Words, trace: Words) -> None:
    """Begin the chosen games, each with the number that stands in its luck."""
    for index in range(len(states)):
        if chosen[index]:
            begin_game(table, settings, states[index], lucks[index], trace)


def find_illegal(table: Words, settings: Words, states: Rows, codes: Words) -> int:
    """The index of the first game in which its code is illegal, -1 if all are legal."""
    for index in range(len(states)):
        if not is_taken(table, settings, states[index], codes[index]):
            return index
    return -1


def is_taken(table: Words, settings: Words, state: Words, code: int) -> bool:
    """Whether a step takes a code: it is legal, or the game is over and the code does not matter."""
    return is_finished(settings, state) or is_legal(table, state, code)


def step_games(
    table: Words,
    settings: Words,
    states: Rows,
    lucks: Rows,
    codes: Words,
    view: Words,
    trace: Words,
    rows: Rows,
    rewards: NumberRows,
    ended: Words,
    masks: Rows,
    seats: Words,
    observations: Rows,
    finals: Rows,
) -> None:
    """Carry out one legal code in each game, and write the outcome."""
    for index in range(len(states)):
        step_at(index, table, settings, states, lucks, codes, view, trace, rows, rewards, ended, finals)
        look_at(index, table, states, view, masks, seats, observations)


def step_at(
    index: int,
    table: Words,
    settings: Words,
    states: Rows,
    lucks: Rows,
    codes: Words,
    view: Words,
    trace: Words,
    rows: Rows,
    rewards: NumberRows,
    ended: Words,
    finals: Rows,
) -> None:
    """Take one step in a game; rewards and final observations are written if it ends."""
    state, luck, reward = states[index], lucks[index], rewards[index]
    players = settings[PLAYERS]
    for seat in range(players):
        reward[seat] = 0
    is_end = step_game(table, settings, state, luck, codes[index], trace)
    ended[index] = 1 if state[PHASE] == OVER else 0
    if is_end:
        write_rewards(table, settings, state, rows, reward)
        if settings[AUTORESET] == SAME_STEP:
            if len(finals) > 0:
                for seat in range(players):
                    observe(state, seat, view)
                    encode(table, view, seat, finals[players * index + seat])
            next_game(table, settings, state, luck, trace)


def look_at(index: int, table: Words, states: Rows, view: Words, masks: Rows, seats: Words, observations: Rows) -> None:
    """Write what is legal in a game, who has to decide, and what that seat knows."""
    state = states[index]
    seats[index] = mover(state)
    write_mask(table, state, masks[index])
    if len(observations) > 0:
        observe(state, state[SEAT], view)
        encode(table, view, state[SEAT], observations[index])


def look_at_games(table: Words, states: Rows, view: Words, masks: Rows, seats: Words, observations: Rows) -> None:
    """Write what is legal in each game, who has to decide, and what that seat knows."""
    for index in range(len(states)):
        look_at(index, table, states, view, masks, seats, observations)


def observe_games(table: Words, states: Rows, eyes: Words, view: Words, out: Rows) -> None:
    """Write what one seat of each game knows; -1 is a spectator."""
    for index in range(len(states)):
        observe(states[index], eyes[index], view)
        encode(table, view, eyes[index], out[index])


def redeal_games(table: Words, states: Rows, lucks: Rows, eyes: Words, seed_0: int, seed_1: int, view: Words) -> None:
    """Deal anew in each game what one seat does not know, with luck that follows from a seed and the index."""
    for index in range(len(states)):
        redeal_game(table, states[index], lucks[index], eyes[index], seed_0, seed_1, index, view)


def choose_codes(table: Words, states: Rows, lucks: Rows, out: Words) -> None:
    """Write a random legal code for each game."""
    for index in range(len(states)):
        out[index] = random_code(table, states[index], lucks[index])


def weigh_chances(table: Words, states: Rows, out: Rows) -> None:
    """Write for each code of chance, from the first on, how many of the equally likely draws give it."""
    for index in range(len(states)):
        weigh_at(table, states[index], out[index])


def weigh_at(table: Words, state: Words, out: Words) -> None:
    """Write for each code of chance how many draws give it."""
    for place in range(len(out)):
        out[place] = 0
    phase = state[PHASE]
    rest = choices(table, state) if is_chance(phase) else 0
    while rest != 0:
        code = code_of(phase, lowest(rest))
        out[code - ACTIONS] = cases_of(state, code)
        rest &= rest - 1
