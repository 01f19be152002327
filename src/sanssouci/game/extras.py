"""Extras: parts of the package whose requirements are installed only on request."""

from importlib.util import find_spec
from typing import Final

from sanssouci.box.errors import SanssouciError
from sanssouci.kernel.cuda import is_simulated

DISTRIBUTION: Final = "sanssouci-game"  # on the package index; `sanssouci` is another project there

# Each extra of pyproject.toml with the modules that it brings.
EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "server": (
        "aiosqlite",
        "alembic",
        "glicko2",
        "litestar",
        "msgspec",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "png": ("resvg_py",),
    "postgres": ("asyncpg",),
    "redis": ("redis",),
    "passkeys": ("webauthn",),
    "push": ("pywebpush",),
    "gymnasium": ("gymnasium", "PIL"),
    "pettingzoo": ("pettingzoo",),
    "openspiel": ("pyspiel",),
    "data": ("pyarrow",),
    "ray": ("ray",),
    "cuda": ("cupy", "numba_cuda"),
}


class MissingExtraError(SanssouciError, ImportError):
    """An extra is needed that is not installed; the text says which, and how to install it."""

    def __init__(self, extra: str, *, needed_for: str) -> None:
        super().__init__(f"{needed_for} needs more packages: pip install '{DISTRIBUTION}[{extra}]'")
        self.extra = extra


def is_installed(extra: str) -> bool:
    """Whether all modules of an extra are there."""
    return all(find_spec(module) is not None for module in EXTRAS[extra])


def require(extra: str, *, needed_for: str) -> None:
    """Refuse to go on without the modules of an extra."""
    if not is_installed(extra):
        raise MissingExtraError(extra, needed_for=needed_for)


def require_cuda() -> None:
    """Refuse to go on without what a GPU needs; a simulated one needs nothing."""
    if not is_simulated():
        require("cuda", needed_for="device='cuda'")
