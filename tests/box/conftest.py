"""Box files to load, change and break."""

from collections.abc import Callable
from pathlib import Path

import pytest

SMALL = Path(__file__).parents[2] / "src" / "sanssouci" / "box" / "data" / "small.toml"


@pytest.fixture(scope="session")
def small_text() -> str:
    return SMALL.read_text(encoding="utf-8")


@pytest.fixture
def write_box(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str | bytes, name: str = "box.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write
