"""What the environments have in common: their spaces, their observations and how they are drawn."""

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sanssouci.game.extras import MissingExtraError
from sanssouci.game.game import Game
from sanssouci.kernel.layout import ACTIONS
from sanssouci.vector import observation_fields, observe

if TYPE_CHECKING:
    from gymnasium.spaces import Dict

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
_PICTURE_WIDTH: Final = 800

Observation = dict[str, npt.NDArray[np.int8]]


def observation_space(players: int) -> "Dict":
    """An observation (docs/vector.md) and the mask of the legal actions."""
    from gymnasium.spaces import Box, Dict  # here, so that the environments say which extra they need

    size = observation_fields(players)[-1].slice.stop
    numbers = Box(-128, 127, (size,), np.int8)
    return Dict({"observation": numbers, "action_mask": Box(0, 1, (ACTIONS,), np.int8)})


def observation_of(game: Game, seat: int) -> Observation:
    """What a seat knows and may do; the mask of a seat that has nothing to decide is empty."""
    view = game.view(seat)
    return {"observation": observe(view), "action_mask": view.mask.astype(np.int8)}


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode; raise ValueError if there is none of that name."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def render(game: Game, mode: str | None) -> Any:
    """Draw the whole table: as a text, printed on the terminal, or as an array of pixels."""
    if mode == "ansi":
        return str(game)
    if mode == "human":
        print(game)
    if mode == "rgb_array":
        return _pixels(game.svg())
    return None


def _pixels(svg: str) -> npt.NDArray[np.uint8]:
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as missing:
        raise MissingExtraError("gymnasium", needed_for="render_mode='rgb_array'") from missing
    png = resvg_py.svg_to_bytes(svg_string=svg, width=_PICTURE_WIDTH)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))
