"""Writes the drawn examples of the rules page, web/src/rules/examples.json: `make examples`.

The client knows no rules. So every example is a position that can arise (`Game.from_text` refuses any other), and
everything marked in it, tiles, squares, paths and points, is what the rules say about it. A drawing shows which squares
are built: `S` by a structure, `G` by a gardener. Squares that the board prints are built as well, so that one drawing
serves both boxes.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from sanssouci import Box, Draft, Game, load_box, published_boxes
from sanssouci.box.squares import LETTERS, square_name
from sanssouci.server.drafting import Drafting
from sanssouci.server.messages import ChoiceView, DraftView
from sanssouci.server.showing import show_box, show_view

FILE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "rules" / "examples.json"
DISPLAY: Final = "cabihgfdec"  # the structures on the ten spaces, two for each of the rows 2 to 6
BARE: Final = "/".join(["........."] * 6)
PLAIN: Final = {"ravensburger": "1A", "imperial": "2A"}  # garden boards and their sides, by box
OTHER: Final = {"ravensburger": "2B", "imperial": "2A"}
SQUARES: Final = [f"{letter}{row}" for row in range(1, 7) for letter in LETTERS]

Example = dict[str, Any]


# ── positions ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class Place:
    """What the player whose garden is drawn has in front of them; it is their turn, or the game is over."""

    boards: dict[str, str]
    garden: str = BARE
    nobles: str = "000000000"  # the row of each column's noble, 0 on the terrace
    hand: tuple[str, ...] = ("a", "*")
    display: str = DISPLAY
    missions: str = "ab"
    points: str = "0,0,0"  # of nobles, rewards and the boar
    reward: str | None = None
    boar: str | None = None
    over: bool = False


def game_of(box: Box, place: Place) -> Game:
    """A position of two players; the other one has played as many turns and placed only gardeners."""
    mine = _built(box, place.boards[box.id], place)
    laid = sum(sign in "sg" for sign in mine.values())
    display = place.display[:-1] + "." if place.over else place.display
    expansions = ("R" if place.reward else "") + ("B" if place.boar else "")
    hand = () if place.over else place.hand
    reward = place.reward or "-"
    text = " ".join(
        [
            f"{box.id}@{box.digest[:8]} 2 {expansions or '-'} 0 {'e1' if place.over else 't0'} {2 * laid} {display}",
            ",".join(map(str, _bag(box, mine, display, 2 * laid))),
            "*",
            f"{place.boards[box.id]}:{reward}:{_rows(mine)}:{place.nobles}:{place.boar or '-'}:{place.points}"
            f":{_cards(hand)}:{_cards(_played(box, hand, laid))}:{place.missions}",
            _other(box, place, laid),
        ]
    )
    return Game.from_text(text, box=box, seed=1)


def _other(box: Box, place: Place, laid: int) -> str:
    board = next(f"{each.id}A" for each in box.gardens if each.id != place.boards[box.id][0])
    built = _built(box, board, Place(boards=place.boards, reward=place.reward))
    free = [square for square in SQUARES if square not in built and square != "e4"]
    built |= dict.fromkeys(free[:laid], "g")
    reward = "-" if place.reward is None else next(f"{each.id}A" for each in box.rewards if each.id != place.reward[0])
    hand = () if place.over else ("b", "c")
    missions = "".join(letter for letter in LETTERS if letter not in place.missions)[:2]
    cards = f"{_cards(hand)}:{_cards(_played(box, hand, laid))}"
    return f"{board}:{reward}:{_rows(built)}:000000000:{'e4' if place.boar else '-'}:0,0,0:{cards}:{missions}"


def _built(box: Box, board: str, place: Place) -> dict[str, str]:
    """By square: '#' printed and visible, 's' structure, 'g' gardener."""
    sides = next(each.sides for each in box.gardens if each.id == board[0])
    hidden = box.rewards[0].sides[0] if place.reward else {}
    built = {square_name(square): "#" for square in sides["AB".index(board[1])] if square not in hidden}
    for square, sign in zip(SQUARES, place.garden.replace("/", ""), strict=True):
        assert sign != "G" or square not in built, f"{square} is printed, so there can be no gardener"
        if sign != "." and square not in built:
            built[square] = sign.lower()
    return built


def _rows(built: dict[str, str]) -> str:
    signs = "".join(built.get(square, ".") for square in SQUARES)
    rows = [signs[start : start + len(LETTERS)] for start in range(0, len(signs), len(LETTERS))]
    return re.sub(r"\.+", lambda free: str(len(free[0])), "/".join(rows))


def _bag(box: Box, built: dict[str, str], display: str, turns: int) -> list[int]:
    """What is left of each structure; gardeners are assumed to be tiles of which most are left."""
    seen = [square[0] for square, sign in built.items() if sign == "s"]
    left = [box.tiles[2] - [*seen, *display].count(letter) for letter in LETTERS]
    for _ in range(turns - len(seen)):
        left[left.index(max(left))] -= 1
    return left


def _played(box: Box, hand: tuple[str, ...], count: int) -> tuple[str, ...]:
    deck = (*(f"{low}{high}" for low, high in box.pairs), *LETTERS, "*")
    return tuple(card for card in deck if card not in hand)[:count]


def _cards(cards: tuple[str, ...]) -> str:
    return ",".join(cards) or "-"


# ── what is shown of them ──────────────────────────────────────────────────────────────────────────


def turn(game: Game, *steps: str) -> DraftView:
    """The current turn after these steps, as the server would show it."""
    draft = Draft(game.view(0))
    for step in steps:
        draft.choose(step)
    return Drafting(draft.start, 0).show(draft.chosen, hurry=False)


def example(**shown: object) -> Example:
    """An example; whatever is not given is not shown."""
    nothing: Example = {
        "card": None,  # the card played
        "display": None,  # the face-up tiles
        "tiles": [],  # those that may be taken
        "taken": None,  # the one that is taken
        "garden": None,
        "palace": False,  # the palace above it
        "choices": [],  # squares that may be chosen
        "look": None,  # a choice whose path or tile is drawn
        "chosen": [],  # squares taken so far
        "counted": [],  # squares that score together
        "barred": [],  # squares that look as if they could be chosen
        "missions": [],
        "points": None,
        "values": {},  # for the sentence below it
    }
    assert shown.keys() <= nothing.keys()
    return msgspec.to_builtins(nothing | shown)  # type: ignore[no-any-return]


def market(game: Game, card: str, taken: str | None = None) -> dict[str, object]:
    """The display, with the tiles that a card allows."""
    tiles = [choice.text for choice in turn(game, card).choices]
    values = {"count": len(tiles)}
    return {"card": card, "display": show_view(game.view(0)).display, "tiles": tiles, "taken": taken, "values": values}


def choice(view: DraftView, text: str) -> ChoiceView:
    """One choice of the current step."""
    return next(each for each in view.choices if each.text == text)


def of_nobles(view: DraftView, letters: str) -> list[ChoiceView]:
    """Where some of the nobles may walk."""
    assert view.step == "walk noble"
    return [each for each in view.choices if each.text[0] in letters]


def ending(box: Box, place: Place, counted: list[str], **values: object) -> Example:
    """The end of a game, with the points by source."""
    seat = show_view(game_of(box, place).view(0)).seats[0]
    missions = list(place.missions)
    return example(garden=seat.garden, missions=missions, points=seat.points, counted=counted, values=values)


# ── the examples ───────────────────────────────────────────────────────────────────────────────────


def garden(box: Box) -> Example:
    """A garden at the start."""
    game = game_of(box, Place(boards=PLAIN))
    values = {"count": len(game.garden(0).printed)}
    return example(garden=show_view(game.view(0)).seats[0].garden, palace=True, values=values)


def whole_turn(box: Box) -> Example:
    """Card, tile and walk in one."""
    place = Place(boards=PLAIN, garden=_drawing("c2 f2"), hand=("36", "a"), display="cacihgfdeb")
    game = game_of(box, place)
    view = turn(game, "36", "c3")
    walk = choice(view, "c3")
    shown = market(game, "36", "c3") | {"values": {"square": "c3", "gained": walk.gained}}
    return example(**shown, garden=view.garden, chosen=["c3"], choices=[walk], look=walk)


def two_colours(box: Box) -> Example:
    """X1."""
    return example(**market(game_of(box, Place(boards=PLAIN, hand=("36", "a"))), "36"))


def structure(box: Box) -> Example:
    """X2, first part."""
    return example(**market(game_of(box, Place(boards=PLAIN, hand=("c", "e"), display="cabicgfdhc")), "c"))


def absent(box: Box) -> Example:
    """X2, second part."""
    return example(**market(game_of(box, Place(boards=PLAIN, hand=("c", "e"), display="cabicgfdhc")), "e"))


def home(box: Box) -> Example:
    """X3: a tile whose square is free."""
    game = game_of(box, Place(boards=OTHER, garden=_drawing("c3 f2"), hand=("56", "h")))
    tile, other = choice(turn(game, "56"), "c6"), choice(turn(game, "h"), "h4")
    assert not tile.gardener
    assert not other.gardener
    shown = market(game, "56", "c6") | {"values": {"home": tile.square, "other": other.square}}
    return example(**shown, garden=turn(game).garden, choices=[tile], look=tile)


def gardener(box: Box) -> Example:
    """X3: a tile whose square is taken."""
    place = Place(boards=OTHER, garden=_drawing("c3 c4 b6 c6 i6 f2"), hand=("d", "*"))
    view = turn(game_of(box, place), "*", "c6")
    values = {"home": "c6", "count": len(view.choices)}
    return example(garden=view.garden, chosen=["c6"], choices=view.choices, values=values)


def walk(box: Box) -> Example:
    """X5: a detour across a gardener."""
    game = game_of(box, Place(boards=PLAIN, garden=_drawing("e2 d3"), hand=("a", "*"), display="cadihgfbec"))
    view = turn(game, "*", "d3", "e3")
    way = choice(view, "d3")
    assert not of_nobles(view, "e") or all(each.text != "e3" for each in of_nobles(view, "e"))
    values = {"square": "d3", "gardener": "e3", "gained": way.gained, "steps": len(way.path)}
    return example(garden=view.garden, chosen=["e3"], choices=[way], look=way, values=values)


def stops(box: Box) -> Example:
    """X4: what the squares on which three nobles may stop score."""
    place = Place(
        boards=PLAIN,
        garden=_drawing("c2 c3 e2 e3 e4 e5 e6 g2 g3"),
        nobles="000020100",
        points="3,0,0",
        display="cabihgfdhc",
    )
    view = turn(game_of(box, place), "*", "i3")
    values = {name: choice(view, square).gained for name, square in (("gained", "c3"), ("long", "e5"), ("later", "e6"))}
    assert choice(view, "g3").gained == values["gained"]
    return example(garden=view.garden, choices=of_nobles(view, "ceg"), values=values)


def blocked(box: Box) -> Example:
    """X4: a square that is built but that no path leads to."""
    boards = {"ravensburger": "3B", "imperial": "3A"}
    drawing = _drawing("g2 g3 g4 g5 g6 h6 i6")
    place = Place(boards=boards, garden=drawing, nobles="000000001", points="1,0,0", display="cabihafdec")
    view = turn(game_of(box, place), "*", "b3")
    (way,) = of_nobles(view, "i")
    values = {"square": way.text, "gained": way.gained, "barred": "i4"}
    return example(garden=view.garden, choices=[way], look=way, barred=["i4"], values=values)


def rows_and_columns(box: Box) -> Example:
    """X6."""
    place = Place(
        boards=OTHER,
        garden="........./....S.S../SSSGSSSSS/..SSG.S../..S.SGS../....S.S..",
        nobles="305061631",
        missions="ac",
        points="44,0,0",
        display="bhibhbdhid",
        over=True,
    )
    built = game_of(box, place).garden(0).built
    lines = {"row": "3", "column": "e", "other": "g"}
    counted = [square for square in SQUARES if set(square) & {*lines.values()}]
    assert built.issuperset(counted)
    found = ending(box, place, counted, **lines)
    points = found["points"]
    found["values"] |= {each: points[each] for each in ("rows", "columns", "missions")}
    found["values"]["sum"] = sum(points[each] for each in ("rows", "columns", "missions"))
    return found


def missions(box: Box) -> Example:
    """X7."""
    place = Place(
        boards=OTHER,
        garden="........./.S...S.../.S..SS.S./SSSSGSSSS/.S...S..S/.SS..SS..",
        nobles="466406644",
        missions="bf",
        points="70,0,0",
        display="dhidhddhid",
        over=True,
    )
    found = ending(box, place, ["b6", "f6"], row=6)
    found["values"] |= {each: found["points"][each] for each in ("missions", "total")}
    return found


def rewards(box: Box) -> Example:
    """What a gardener gains and costs on a reward board."""
    place = Place(
        boards=PLAIN, garden=_drawing("f2 f3 f5 c2"), nobles="002003000", points="5,2,0", reward="1A", hand=("a", "*")
    )
    view = turn(game_of(box, place), "*", "f5")
    best, worst = (pick(view.choices, key=lambda each: each.gained) for pick in (max, min))
    values = {"home": "f5", "best": best.text, "won": best.gained, "worst": worst.text, "lost": -worst.gained}
    return example(garden=view.garden, chosen=["f5"], choices=view.choices, values=values)


def marks(box: Box) -> Example:
    """A reward board as it lies on a garden."""
    game = game_of(box, Place(boards=PLAIN, reward="1A"))
    return example(garden=turn(game).garden, values={"count": len(game.garden(0).marks)})


def boar(box: Box) -> Example:
    """The boar is driven on."""
    place = Place(boards=PLAIN, garden=_drawing("e2 c4"), boar="e4", display="cabiegfdhc", hand=("a", "*"))
    view = turn(game_of(box, place), "*", "e4")
    values = {"gained": view.gained, "count": len(view.choices)}
    return example(garden=view.garden, chosen=["e4"], choices=view.choices, values=values)


def boar_at_the_end(box: Box) -> Example:
    """X8."""
    place = Place(
        boards={"imperial": "4A"},
        garden="........./SS.SS..../SSS..S.S./..S..SG.S/...S.GS../S..S..SS.",
        nobles="434220031",
        missions="ab",
        points="30,0,0",
        boar="e4",
        display="bchibchibi",
        over=True,
    )
    area = ["d3", "e3", "d4", "e4", "e5"]
    found = ending(box, place, area, square="e4")
    assert -found["points"]["expansions"]["boar"] == len(area)
    found["values"]["lost"] = -found["points"]["expansions"]["boar"]
    return found | {"missions": []}


def _drawing(squares: str) -> str:
    """A garden in which these squares are built."""
    signs = "".join("S" if square in squares.split() else "." for square in SQUARES)
    return "/".join(signs[start : start + len(LETTERS)] for start in range(0, len(signs), len(LETTERS)))


EXAMPLES: Final[dict[str, Callable[[Box], Example]]] = {
    "whole-turn": whole_turn,
    "garden": garden,
    "two-colours": two_colours,
    "structure": structure,
    "absent": absent,
    "home": home,
    "gardener": gardener,
    "walk": walk,
    "stops": stops,
    "blocked": blocked,
    "rows-and-columns": rows_and_columns,
    "missions": missions,
    "marks": marks,
    "rewards": rewards,
    "boar": boar,
    "boar-at-the-end": boar_at_the_end,
}
ONLY_WITH_BOAR: Final = ("boar", "boar-at-the-end")  # the same on every page


def examples() -> str:
    """The file: the published boxes, and every example for each of them."""
    boxes = {name: load_box(name) for name in published_boxes()}
    shown = {name: msgspec.to_builtins(show_box(box)) for name, box in boxes.items()}
    imperial = boxes["imperial"]
    drawn = {
        name: {key: make(imperial if key in ONLY_WITH_BOAR else box) for key, make in EXAMPLES.items()}
        for name, box in boxes.items()
    }
    return _written({"boxes": shown, "examples": drawn}, 3) + "\n"


def _written(content: Any, depth: int) -> str:
    """JSON with one line per example."""
    if depth == 0:
        return json.dumps(content, ensure_ascii=False)
    lines = [f"{json.dumps(key)}: {_written(value, depth - 1)}" for key, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


if __name__ == "__main__":
    FILE.write_text(examples(), encoding="utf-8")
