"""The entry points of the kernel, interpreted or compiled.

The rules are plain Python functions. `interpreted()` hands them out as they are: slow, and readable in a debugger.
`compiled()` builds a twin of every function with Numba, in which each call goes to the callee's twin, and hands out
the same entry points as machine code. Nothing is compiled before it is asked for, so importing stays quick.

Numba's own file cache looks at one source file only and would miss a change in another module. So the cache folder is
named by a hash over all sources of the kernel.
"""

import hashlib
import importlib
import os
import pickle
import pkgutil
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, Final

import sanssouci.kernel
from sanssouci.box.errors import SanssouciError
from sanssouci.kernel import (
    apply,
    bits,
    choices,
    ending,
    learning,
    luck,
    observing,
    playout,
    policy,
    redealing,
    scoring,
    searching,
    setup,
    terms,
    turns,
)

# The entry points and their signatures: t a box's table, w an array of words, m an array of rows, i a number.
SIGNATURES: Final[dict[str, tuple[Callable[..., Any], str]]] = {
    "new_game": (setup.new_game, "void(t, w, i, i, i)"),
    "list_codes": (choices.list_codes, "i(t, w, w)"),
    "apply": (apply.apply, "void(t, w, i)"),
    "play": (apply.play, "i(t, w, w, i)"),
    "settle": (apply.settle, "i(t, w, i, i, w)"),
    "observe": (observing.observe, "void(w, i, w)"),
    "results": (scoring.results, "void(t, w, m)"),
    "list_turns": (turns.list_turns, "i(t, w, m, m)"),
    "play_out": (playout.play_out, "i(t, w, i, i, w)"),
    "simulate": (playout.simulate, "void(t, w, i, i, i, i, i, m, w, m)"),
    "draw": (luck.draw, "i(i, i, i, i, i)"),
}

# What players think with: a family of its own, compiled when a player first thinks.
THINKING: Final[dict[str, tuple[Callable[..., Any], str]]] = {
    "best_turn": (policy.best_turn, "i(t, w, w, w, i, i)"),
    "rank_turns": (searching.rank_turns, "void(t, w, w, m, w, w, w)"),
    "redeal": (redealing.redeal, "void(t, w, i, i, i, w)"),
    "search": (searching.search, "i(t, w, w, w, m, w, m, m, w, i, i, i, i, i, m)"),
    "finish": (ending.finish, "i(t, w, w, m, w, m, m, m)"),
    "outlook": (searching.outlook, "i(t, w, i, w, w, w, i, i, i, w)"),
    "learn": (learning.learn, "i(t, w, w, w, w, m, m, i, i, i, i, i, i, i, i, i)"),
}

# The rules allocate nothing and raise nothing: without reference counts and checks for division by zero (and with
# everything drawn into its entry point) a random game takes 3.0 instead of 5.0 microseconds.
OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}

# Large functions with several callers: drawn into each of them, they would take minutes to compile.
CALLED: Final[set[object]] = {policy.best_turn, terms.list_terms}

_LOCK: Final = Lock()


@dataclass(frozen=True, slots=True)
class Engine:
    """The entry points of the kernel. Their documentation is that of the functions they are made from."""

    new_game: Callable[..., None]
    list_codes: Callable[..., int]
    apply: Callable[..., None]
    play: Callable[..., int]
    settle: Callable[..., int]
    observe: Callable[..., None]
    results: Callable[..., None]
    list_turns: Callable[..., int]
    play_out: Callable[..., int]
    simulate: Callable[..., None]
    draw: Callable[..., int]


@dataclass(frozen=True, slots=True)
class Thinker:
    """The entry points that players think with."""

    best_turn: Callable[..., int]
    rank_turns: Callable[..., None]
    redeal: Callable[..., None]
    search: Callable[..., int]
    finish: Callable[..., int]
    outlook: Callable[..., int]
    learn: Callable[..., int]


@lru_cache(maxsize=1)
def engine() -> Engine:
    """The engine to play with: compiled, unless SANSSOUCI_KERNEL=interpreted asks for the other."""
    return compiled() if _wants_compiled() else interpreted()


@lru_cache(maxsize=1)
def thinker() -> Thinker:
    """What players think with, compiled or not as the engine is."""
    return compiled_thinker() if _wants_compiled() else interpreted_thinker()


def _wants_compiled() -> bool:
    wanted = os.environ.get("SANSSOUCI_KERNEL", "compiled")
    if wanted not in ("compiled", "interpreted"):
        raise SanssouciError(f"SANSSOUCI_KERNEL is {wanted!r}; it must be 'compiled' or 'interpreted'")
    return wanted == "compiled"


@lru_cache(maxsize=1)
def interpreted() -> Engine:
    """The plain functions."""
    return Engine(**{name: function for name, (function, _) in SIGNATURES.items()})


@lru_cache(maxsize=1)
def interpreted_thinker() -> Thinker:
    """The plain functions to think with."""
    return Thinker(**{name: function for name, (function, _) in THINKING.items()})


def compiled() -> Engine:
    """The functions as machine code, from the cache or compiled now; other threads wait meanwhile."""
    with _LOCK:
        return _compiled_rules()


def compiled_thinker() -> Thinker:
    """The functions to think with as machine code, likewise."""
    with _LOCK:
        return _compiled_players()


@lru_cache(maxsize=1)
def _compiled_rules() -> Engine:
    return Engine(**_compiled("rules"))


@lru_cache(maxsize=1)
def _compiled_players() -> Thinker:
    return Thinker(**_compiled("players"))


def _compiled(family: str) -> dict[str, Callable[..., Any]]:
    folder = cache_folder()
    if folder is not None and _is_writable(folder):
        try:
            with _notice(family, folder, "once"):
                return _build(family, folder)
        except (OSError, EOFError, ValueError, pickle.PickleError) as error:  # a damaged file, a full disk
            shutil.rmtree(folder, ignore_errors=True)
            print(f"sanssouci: the cache in {folder} could not be used ({error})", file=sys.stderr)
    with _notice(family, None, f"in every process, since {folder or 'the home folder'} cannot be written"):
        return _build(family, None)


def is_cached(family: str) -> bool:
    """Whether 'rules' or 'players' can be had without compiling."""
    folder = cache_folder()
    return not _wants_compiled() or (folder is not None and (folder / _complete_name(family)).exists())


def _build(family: str, folder: Path | None) -> dict[str, Callable[..., Any]]:
    """All entry points of a family: through the cache in a folder, or compiled for this process only."""
    import numba

    with _numba_cache(numba.config, folder):
        twins = _twins(numba)
        points = {
            name: _entry(numba, twins[function], text, cached=folder is not None)
            for name, (function, text) in (SIGNATURES if family == "rules" else THINKING).items()
        }
    if folder is not None:
        (folder / _complete_name(family)).touch()
    return points


def cache_folder() -> Path | None:
    """Where machine code of exactly these sources is kept; SANSSOUCI_CACHE_DIR chooses another parent."""
    from platformdirs import user_cache_dir

    try:
        parent = os.environ.get("SANSSOUCI_CACHE_DIR") or user_cache_dir("sanssouci", appauthor=False)
    except RuntimeError:  # a user without a home
        return None
    return Path(parent) / f"kernel-{source_hash()}"


@lru_cache(maxsize=1)
def source_hash() -> str:
    """A hash over the names and texts of all modules of the kernel."""
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    return sorted(Path(sanssouci.kernel.__path__[0]).glob("*.py"))


def _modules() -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(sanssouci.kernel.__path__):
        if info.name not in ("engine", "reasons", "validity"):  # these never run compiled
            yield importlib.import_module(f"sanssouci.kernel.{info.name}")


def _twins(numba: Any) -> dict[Callable[..., Any], Any]:
    """A compiled twin for each plain function; within twins, every name of a function means its twin."""
    modules = list(_modules())
    scopes = {module.__name__: dict(vars(module)) for module in modules}
    twins: dict[Callable[..., Any], Any] = dict(_primitives(numba))
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and value not in twins:
                copy = FunctionType(value.__code__, scopes[module.__name__], value.__name__, value.__defaults__)
                copy.__module__ = value.__module__
                twins[value] = numba.njit(**OPTIONS, forceinline=value not in CALLED)(copy)
    for scope in scopes.values():
        for name, value in scope.items():
            if isinstance(value, FunctionType) and value in twins:
                scope[name] = twins[value]
    return twins


def _primitives(numba: Any) -> dict[Callable[..., Any], Any]:
    """Functions that are one machine instruction, or none."""
    from numba.extending import intrinsic

    @intrinsic
    def popcount(context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return numba.int64(numba.int64), generate

    @intrinsic
    def lowest(context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], numba.core.cgutils.true_bit)

        return numba.int64(numba.int64), generate

    primitives: dict[Callable[..., Any], Any] = {
        bits.popcount: popcount,
        bits.lowest: lowest,
        luck.u64: numba.uint64,
        luck.i64: numba.int64,
    }
    if _has_quick_deposit():
        primitives[bits.nth] = _nth_by_deposit(numba)
    return primitives


def _has_quick_deposit() -> bool:
    """Whether the processor has PDEP, and not in the microcode of AMD's first Zens."""
    from llvmlite import binding

    name, features = binding.get_host_cpu_name(), binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and name not in ("znver1", "znver2")


def _nth_by_deposit(numba: Any) -> Any:
    """`nth` in two instructions: PDEP puts a lone bit n onto the n-th set bit, then count the zeros below."""
    from llvmlite import ir
    from numba.extending import intrinsic

    @intrinsic
    def nth(context: Any, bits: Any, n: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            pdep = numba.core.cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
            )
            lone_bit = builder.shl(ir.Constant(word, 1), arguments[1])
            return builder.cttz(builder.call(pdep, [lone_bit, arguments[0]]), numba.core.cgutils.true_bit)

        return numba.int64(numba.int64, numba.int64), generate

    return nth


def _entry(numba: Any, twin: Any, text: str, *, cached: bool) -> Callable[..., Any]:
    """Compile one entry point for its one signature, or load it from the cache."""
    table = numba.types.Array(numba.int64, 1, "C", readonly=True)
    kinds = {
        "t": table,
        "w": numba.int64[::1],
        "m": numba.int64[:, ::1],
        "i": numba.int64,
        "void": numba.void,
    }
    result, _, arguments = text.rstrip(")").partition("(")
    signature = kinds[result](*(kinds[kind] for kind in arguments.split(", ")))
    entry: Callable[..., Any] = numba.njit(signature, cache=cached, **OPTIONS)(twin.py_func)
    return entry


@contextmanager
def _numba_cache(config: Any, folder: Path | None) -> Iterator[None]:
    """Point Numba's cache at our folder while our functions are declared."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


@contextmanager
def _notice(family: str, folder: Path | None, how: str) -> Iterator[None]:
    """Say in one line that compilation takes a while, unless the cache is complete."""
    if folder is not None and (folder / _complete_name(family)).exists():
        yield
        return
    seconds = {"rules": 20, "players": 40}[family]
    print(f"sanssouci: compiling the {family}, {how}, about {seconds} seconds …", end="", file=sys.stderr, flush=True)
    start = time.perf_counter()
    try:
        yield
    finally:
        print(f" {time.perf_counter() - start:.0f} s", file=sys.stderr)


def _complete_name(family: str) -> str:
    """The mark of a complete family. Numba compiles anew for another processor, version, place or time of a source."""
    import numba
    from llvmlite import binding

    facts = [sys.implementation.cache_tag, numba.__version__, binding.get_host_cpu_name()]
    facts += [f"{path} {path.stat().st_mtime_ns}" for path in _sources()]
    return f"complete-{family}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"
