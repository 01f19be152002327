"""Every fault in a box file: a valid file, one change, and the key and fault that are reported."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sanssouci.box import BoxError, load

WriteBox = Callable[..., Path]

CARDS = 'pairs = ["23", "24", "34"]'
GARDEN_1A = "#####\n.#...\n...#.\n#....\n"
GARDEN_2B = "#####\n...#.\n.#...\n....#\n"
REWARD_1A = ".  .  .  .  .\n.  .  .  .  .\n.  .  +1 .  .\n.  g3 0  -2 .\n"
REWARD_2B = ".  .  .  .  .\n.  .  .  .  .\n.  .  0  .  .\n.  +1 -2 g3 .\n"

# a text in small.toml, its replacement, the key, and the beginning of the fault
CASES = [
    # keys
    ("format = 1", "format = 2", "format", "is 2; must be a whole number from 1 to 1"),
    ("format = 1\n", "", "format", "is missing"),
    ("format = 1", "format = 1\nformation = 1", "formation", "is unknown; known here: format, id, name"),
    ('id = "small"', "id = ''", "id", "is ''; must be 1 to 40 letters"),
    ('id = "small"', "id = 'a b'", "id", "is 'a b'; must be 1 to 40 letters"),
    ('id = "small"', "id = 7", "id", "is 7; must be a string"),
    ('name = "A small Sanssouci"', "name = ' '", "name", "is ' '; must be one line"),
    ("[display]", "[dsiplay]", "dsiplay", "is unknown"),
    ("hand = 2\n", "", "cards.hand", "is missing"),
    (
        "hand = 2",
        "hand = 2\nhands = 2",
        "cards.hands",
        "is unknown; known here: pairs, structures, wild, hand",
    ),
    ("[missions]", "[[missions]]", "missions", "is a list of 1; must be a table"),
    # columns and rows
    ('en = "fountain"\n', "", "columns[4].en", "is missing"),
    ('fr = "fontaine"', "fr = 3", "columns[4].fr", "is 3; must be a string"),
    ('en = "fountain"', "en = ''", "columns[4].en", "is ''; must be one line"),
    (
        'id = "fountain"',
        'id = "vine"',
        "columns[5].id",
        "repeats 'vine'; every id must be different",
    ),
    ('id = "grey"', 'id = "white"', "rows[3].id", "repeats 'white'"),
    (
        'es = "blanco"',
        'es = "blanco"\nit = "bianco"',
        "rows[2].it",
        "is unknown; known here: id, en, de, es, fr",
    ),
    # rulings
    ("assumed = true\n", "", "gardens.reason", "stands alone; must come with assumed = true"),
    ("assumed = true", "assumed = false", "gardens.assumed", "must be true, or be left out"),
    (
        "hand = 2",
        "hand = 2\nassumed = true",
        "cards.reason",
        "is missing; an assumption must have a reason",
    ),
    ("hand = 2", "hand = 2\nassumed = true\nreason = ''", "cards.reason", "is ''; must be one line"),
    # boar
    ('boar = "c3"', 'boar = "c9"', "board.boar", "is 'c9'; must be a square, like 'e4'"),
    ('boar = "c3"', "boar = 3", "board.boar", "is 3; must be a string"),
    ('boar = "c3"', 'boar = "f3"', "board.boar", "is f3; must be on the board, which has 5 columns"),
    ('boar = "c3"', 'boar = "c5"', "board.boar", "is c5; must be on the board, which has 5 columns"),
    ('boar = "c3"', 'boar = "c1"', "board.boar", "is c1; must not be in row 1, which is fully printed (C4)"),
    (
        'boar = "c3"',
        'boar = "b2"',
        "gardens.board[1].A",
        "prints b2; the boar's square must be free (B1)",
    ),
    ('boar = "c3"', "", "expansions", "must name 'boar' if and only if the board has a square for it"),
    ('["rewards", "boar"]', '["rewards"]', "expansions", "must name 'boar' if and only if the board"),
    (
        '["rewards", "boar"]',
        '["boar", "boar"]',
        "expansions[2]",
        "is 'boar'; must be 'rewards' or 'boar', each",
    ),
    ('["rewards", "boar"]', '["boars"]', "expansions[1]", "is 'boars'; must be 'rewards' or 'boar'"),
    ('["rewards", "boar"]', '"boar"', "expansions", "is 'boar'; must be a list of expansions"),
    # display
    ("[2, 2, 3, 3, 4, 4]", "[]", "display.spaces", "has 0 spaces; must have 1 to 10"),
    ("[2, 2, 3, 3, 4, 4]", str([2] * 11), "display.spaces", "has 11 spaces; must have 1 to 10"),
    ("[2, 2, 3, 3, 4, 4]", "[1, 2, 3, 4]", "display.spaces[1]", "is 1; must be a whole number from 2 to 4"),
    ("[2, 2, 3, 3, 4, 4]", "[2, 3, 4, 5]", "display.spaces[4]", "is 5; must be a whole number from 2 to 4"),
    ("[2, 2, 3, 3, 4, 4]", "[2, 4, 3]", "display.spaces[3]", "is 3 after 4; rows must be in ascending order"),
    (
        "[2, 2, 3, 3, 4, 4]",
        "[2, 2, 2, 3]",
        "display.spaces[3]",
        "is 2 for the third time; a row must have at most 2",
    ),
    ("[2, 2, 3, 3, 4, 4]", "[2, true]", "display.spaces[2]", "is True; must be a whole number"),
    ("[2, 2, 3, 3, 4, 4]", "[2, nan]", "display.spaces[2]", "is nan; must be a whole number"),
    # cards
    (
        CARDS,
        'pairs = ["32"]',
        "cards.pairs[1]",
        "is '32'; must be the digits of two rows, the lower one first",
    ),
    (CARDS, 'pairs = ["33"]', "cards.pairs[1]", "is '33'; must be the digits of two rows"),
    (CARDS, 'pairs = ["23", "2 4"]', "cards.pairs[2]", "is '2 4'; must be the digits of two rows"),
    (CARDS, 'pairs = ["23", "24", "23"]', "cards.pairs[3]", "repeats '23'; every pair must be"),
    (
        CARDS,
        'pairs = ["12"]',
        "cards.pairs[1]",
        "names row 1; must name rows that have a space on the display",
    ),
    (
        CARDS,
        'pairs = ["26"]',
        "cards.pairs[1]",
        "names row 6; must name rows that have a space on the display",
    ),
    (CARDS, 'pairs = "23"', "cards.pairs", "is '23'; must be a list of pairs"),
    (CARDS, f"pairs = {['23'] * 9}", "cards.pairs", "has 9 pairs; must have 0 to 8"),
    (CARDS, "pairs = [23]", "cards.pairs[1]", "is 23; must be a string"),
    (
        '"abcde"',
        '"abcdef"',
        "cards.structures",
        "is 'abcdef'; must be different column letters from 'abcde'",
    ),
    ('"abcde"', '"abccd"', "cards.structures", "is 'abccd'; must be different column letters"),
    ('"abcde"', '"edcba"', "cards.structures", "is 'edcba'; must be different column letters"),
    ("wild = 1", "wild = 2", "cards.wild", "is 2; must be a whole number from 0 to 1"),
    ("hand = 2", "hand = 0", "cards.hand", "is 0; must be a whole number from 1 to 9"),
    ("hand = 2", "hand = 10", "cards.hand", "is 10; must be a whole number from 1 to 9"),
    (
        f'{CARDS}\nstructures = "abcde"\nwild = 1',
        'pairs = []\nstructures = ""\nwild = 0',
        "cards",
        "has no cards; must have at least one",
    ),
    # missions and tiles
    ("each = 2", "each = 3", "missions.each", "is 3, so 6 for 2 players; must be at most 5 in all"),
    ("each = 2", "each = -1", "missions.each", "is -1; must be a whole number from 0 to 5"),
    ("each = 2", f"each = {10**30}", "missions.each", "is a huge number; must be a whole number from 0 to 5"),
    ("each = 2", "each = 2.0", "missions.each", "is 2.0; must be a whole number from 0 to 5"),
    ("2 = 5", "2 = 4", "tiles.2", "is 4, so 20 tiles; a game must have at least 23 (F2)"),
    ("2 = 5", "2 = 64", "tiles.2", "is 64; must be a whole number from 1 to 63"),
    ("2 = 5", "5 = 20", "tiles.5", "is unknown; known here: 2, 3, 4"),
    ("2 = 5", "", "tiles", "is empty; must give the copies of each structure for 2, 3 or 4 players"),
    # gardens
    ("printed = 8\n", "", "gardens.printed", "is missing"),
    (
        "printed = 8",
        "printed = 9",
        "gardens.board[1].A",
        "has 8 printed squares; must have 9, as gardens.printed",
    ),
    (
        GARDEN_2B,
        GARDEN_2B.replace("...#.", "....."),
        "gardens.board[2].B",
        "has 7 printed squares; must have 8",
    ),
    (GARDEN_2B, "#####\n...#.\n.#...\n", "gardens.board[2].B", "has 3 rows; must have 4"),
    (GARDEN_2B, GARDEN_2B + ".....\n", "gardens.board[2].B", "has 5 rows; must have 4"),
    (GARDEN_2B, GARDEN_2B.replace(".#...", ".#.."), "gardens.board[2].B row 3", "has 4 squares; must have 5"),
    (
        GARDEN_2B,
        GARDEN_2B.replace(".#...", ".#...."),
        "gardens.board[2].B row 3",
        "has 6 squares; must have 5",
    ),
    (
        GARDEN_2B,
        GARDEN_2B.replace(".#...", ".x..."),
        "gardens.board[2].B row 3",
        "has 'x' in column b; must be '#'",
    ),
    (
        GARDEN_1A,
        GARDEN_1A.replace("#####", "##.##"),
        "gardens.board[1].A row 1",
        "leaves c1 free; must print all",
    ),
    (
        GARDEN_1A,
        "#####\n####.\n##...\n#....\n",
        "gardens.board[1].A",
        "leaves 8 squares free; must leave at least 9",
    ),
    (f'A = """\n{GARDEN_1A}"""\n', "", "gardens.board[1].A", "is missing"),
    (f'A = """\n{GARDEN_1A}"""\n', "A = 7\n", "gardens.board[1].A", "is 7; must be a string"),
    (
        '[[gardens.board]]\nid = "2"',
        '[[gardens.board]]\nid = "1"',
        "gardens.board[2].id",
        "repeats '1'",
    ),
    (
        '[[gardens.board]]\nid = "2"',
        "[[gardens.board]]\nid = ''",
        "gardens.board[2].id",
        "is ''; must be 1 to 40",
    ),
    # rewards
    (
        "covered = 4",
        "covered = 5",
        "rewards.board[1].A",
        "has 4 covered squares; must have 5, as rewards.covered",
    ),
    (
        "marked = 3",
        "marked = 4",
        "rewards.board[1].A",
        "has 3 marked squares; must have 4, as rewards.marked",
    ),
    (REWARD_2B, REWARD_2B.replace("g3", "0"), "rewards.board[2].B", "has 2 marked squares; must have 3"),
    (REWARD_2B, REWARD_2B.replace("g3", "."), "rewards.board[2].B", "does not cover d4; must cover the same"),
    (
        REWARD_2B,
        REWARD_2B.replace("g3 .", "g3 0"),
        "rewards.board[2].B",
        "covers e4; must cover the same squares",
    ),
    (
        REWARD_2B,
        REWARD_2B.replace("g3", "g"),
        "rewards.board[2].B row 4",
        "has 'g' in column d; must be . or 0",
    ),
    (REWARD_2B, REWARD_2B.replace("g3", "+10"), "rewards.board[2].B row 4", "has '+10' in column d; must be"),
    (REWARD_2B, REWARD_2B.replace("g3", "-0"), "rewards.board[2].B row 4", "has '-0' in column d; must be"),
    (
        REWARD_2B,
        REWARD_2B.replace("-2 g3", "-2g3"),
        "rewards.board[2].B row 4",
        "has 4 squares; must have 5, with",
    ),
    (REWARD_1A, "0" + REWARD_1A[1:], "rewards.board[1].A row 1", "covers a1; must leave row 1 uncovered"),
    (REWARD_1A, REWARD_1A[14:], "rewards.board[1].A", "has 3 rows; must have 4"),
]


def fault_in(text: str, write_box: WriteBox) -> BoxError:
    path = write_box(text)
    with pytest.raises(BoxError) as caught:
        load(path)
    assert caught.value.source == str(path)
    assert str(caught.value) == f"{path}: {caught.value.key}: {caught.value.fault}"
    return caught.value


@pytest.mark.parametrize(("old", "new", "key", "fault"), CASES, ids=[case[2] for case in CASES])
def test_a_fault_is_reported_with_its_key(
    old: str, new: str, key: str, fault: str, small_text: str, write_box: WriteBox
) -> None:
    assert old in small_text
    error = fault_in(small_text.replace(old, new, 1), write_box)
    assert error.key == key
    assert error.fault.startswith(fault)


EXTENDING = "format = 1\nextends = 'imperial'\nid = 'mine'\nname = 'Mine'\n"
NAMES = "de = 'x'\nen = 'x'\nes = 'x'\nfr = 'x'\n"
GARDEN = "A = '''\n#########\n" + ".........\n" * 5 + "'''\n"


def garden_boards(count: int) -> list[str]:
    return [f"[[gardens.board]]\nid = '{number}'\n{GARDEN}" for number in range(count)]


@pytest.mark.parametrize(
    ("key", "count", "limits"),
    [("columns", 1, "2 to 9"), ("columns", 10, "2 to 9"), ("rows", 1, "2 to 6"), ("rows", 7, "2 to 6")],
)
def test_C1_columns_and_rows_have_their_limits(key: str, count: int, limits: str, write_box: WriteBox) -> None:
    items = [f"[[{key}]]\nid = 'x{number}'\n{NAMES}" for number in range(count)]
    error = fault_in(EXTENDING + "".join(items), write_box)
    assert (error.key, error.fault) == (key, f"has {count} {key}; must have {limits}")


@pytest.mark.parametrize(
    ("count", "fault"),
    [(3, "has 3 garden boards; must have 4"), (5, "has 5 garden boards; must have 1 to 4")],
)
def test_S1_there_are_garden_boards_for_all_players(count: int, fault: str, write_box: WriteBox) -> None:
    error = fault_in(EXTENDING + "[gardens]\nprinted = 9\n" + "".join(garden_boards(count)), write_box)
    assert (error.key, error.fault, error.why) == ("gardens.board", fault, "number of garden boards")


def test_W1_there_are_reward_boards_for_all_players(small_text: str, write_box: WriteBox) -> None:
    error = fault_in(small_text[: small_text.index("[rewards]")], write_box)
    assert (error.key, error.fault) == ("rewards", "has 0 reward boards; must have 2 to 4")


def test_W1_a_box_without_the_expansion_needs_no_reward_boards(small_text: str, write_box: WriteBox) -> None:
    text = small_text[: small_text.index("[rewards]")].replace('["rewards", "boar"]', '["boar"]')
    assert load(write_box(text)).rewards == ()


def test_B1_a_layout_that_prints_the_square_of_the_boar_is_refused(write_box: WriteBox) -> None:
    boards = garden_boards(4)
    boards[2] = boards[2].replace(".........", "....#....")
    error = fault_in(EXTENDING + "[gardens]\nprinted = 9\n" + "".join(boards), write_box)
    assert error.key == "gardens.board[3].A"
    assert error.fault == "prints e4; the boar's square must be free (B1)"


def test_T7_every_row_of_a_pair_has_a_space(write_box: WriteBox) -> None:
    error = fault_in(EXTENDING + "[display]\nspaces = [2, 3, 4, 6]\n", write_box)
    assert error.key == "cards.pairs[4]"
    assert error.fault == "names row 5; must name rows that have a space on the display"
