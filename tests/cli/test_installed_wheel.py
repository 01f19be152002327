"""The wheel, built and installed into an empty environment, plays."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_a_built_wheel_installs_and_plays_in_a_clean_environment(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("sanssouci-*.whl")
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    install = [str(python), "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run(install, check=True, env=clean, capture_output=True)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [environment / "bin" / "sanssouci", *arguments], check=True, env=clean, capture_output=True, cwd=tmp_path
        )
        return done.stdout.decode()

    boxed = ("--box", "imperial", "--players", "4", "--rewards", "--boar")
    run("simulate", *boxed, "--games", "3", "--player", "greedy", "--records", "games.jsonl")
    assert run("replay", "games.jsonl") == "3 records, all right\n"
    where = subprocess.check_output(
        [python, "-c", "import sanssouci; print(sanssouci.__file__)"], env=clean, cwd=tmp_path
    )
    assert Path(where.decode().strip()).is_relative_to(environment)
    assert (Path(where.decode().strip()).parent / "py.typed").exists()
