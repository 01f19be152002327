"""From plain functions to machine code, in one place for everything that is compiled.

A `Family` is a set of entry points that are compiled together: the rules (engine.py), and what players think with
(`sanssouci.thinking`). For each family, Numba builds a twin of every function, in which each call goes to the callee's
twin. Nothing is compiled before it is asked for, so importing stays quick.

Numba's own file cache looks at one source file only and would miss a change in another module. So the cache folder of
a family is named after a hash of all its sources.
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
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, Final

from sanssouci.box.errors import SanssouciError
from sanssouci.kernel import bits, luck

EntryPoint = Callable[..., Any]

# The rules allocate nothing and raise nothing. Without reference counts and checks for division by zero, and with
# everything inlined into its entry point, a random game takes 3.0 instead of 5.0 microseconds.
OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}

_LOCK: Final = Lock()


def wants_compiled() -> bool:
    """Whether machine code is wanted: always, unless SANSSOUCI_KERNEL=interpreted asks for the plain functions."""
    wanted = os.environ.get("SANSSOUCI_KERNEL", "compiled")
    if wanted not in ("compiled", "interpreted"):
        raise SanssouciError(f"SANSSOUCI_KERNEL is {wanted!r}; it must be 'compiled' or 'interpreted'")
    return wanted == "compiled"


@dataclass(frozen=True, eq=False)
class Family:
    """Entry points that are compiled and cached together.

    `packages` hold everything that the entry points call, the package of the family itself last; modules in `plain`
    never run compiled. Functions in `called` are too large to be inlined into each of their callers, which would take
    minutes. In signatures t is a box's table, w an array of words, m an array of rows, i a number; b, c are
    arrays and rows of bytes, h and s rows of numbers of 16 and 32 bits, f rows of floats.
    """

    name: str
    seconds: int  # roughly how long compiling takes
    packages: tuple[ModuleType, ...]
    constants: tuple[ModuleType, ...]  # other modules whose values are compiled in
    entry_points: dict[str, tuple[EntryPoint, str]]
    plain: frozenset[str]
    called: frozenset[EntryPoint] = frozenset()

    def interpreted(self) -> dict[str, EntryPoint]:
        """The plain functions: slow, and readable in a debugger."""
        return {name: function for name, (function, _) in self.entry_points.items()}

    def compiled(self) -> dict[str, EntryPoint]:
        """The functions as machine code, from the cache or compiled now; other threads wait meanwhile."""
        with _LOCK:
            return self._compiled

    @cached_property
    def _compiled(self) -> dict[str, EntryPoint]:
        folder = self.cache_folder()
        if folder is not None and _is_writable(folder):
            try:
                with self._notice(folder, "once"):
                    return self._build(folder)
            except (OSError, EOFError, ValueError, pickle.PickleError) as error:  # a damaged file, a full disk
                shutil.rmtree(folder, ignore_errors=True)
                print(f"sanssouci: the cache in {folder} could not be used ({error})", file=sys.stderr)
        with self._notice(None, f"in every process, since {folder or 'the home folder'} cannot be written"):
            return self._build(None)

    def is_cached(self) -> bool:
        """Whether the entry points can be loaded without compiling."""
        folder = self.cache_folder()
        return not wants_compiled() or (folder is not None and (folder / self._complete_name()).exists())

    def cache_folder(self) -> Path | None:
        """Where machine code of exactly these sources is kept; SANSSOUCI_CACHE_DIR chooses another parent."""
        from platformdirs import user_cache_dir

        try:
            parent = os.environ.get("SANSSOUCI_CACHE_DIR") or user_cache_dir("sanssouci", appauthor=False)
        except RuntimeError:  # a user without a home
            return None
        return Path(parent) / f"{self.name}-{self.source_hash}"

    @cached_property
    def source_hash(self) -> str:
        """A hash of the names and texts of all modules of the family, and of those whose values it contains."""
        digest = hashlib.sha256()
        for path in self._sources():
            digest.update(f"{path.parent.name}/{path.name}".encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:16]

    def _sources(self) -> list[Path]:
        modules = [path for package in self.packages for path in sorted(Path(package.__path__[0]).glob("*.py"))]
        return modules + [Path(str(module.__file__)) for module in self.constants]

    def modules(self) -> list[ModuleType]:
        """The modules whose functions run compiled."""
        return [
            importlib.import_module(f"{package.__name__}.{info.name}")
            for package in self.packages
            for info in pkgutil.iter_modules(package.__path__)
            if info.name not in self.plain
        ]

    def _build(self, folder: Path | None) -> dict[str, EntryPoint]:
        """All entry points: from the cache in a folder, or compiled for this process only."""
        import numba

        with _numba_cache(numba.config, folder):
            twins = make_twins(self.modules(), _primitives(numba), _for_processor(numba, self.called))
            points = {
                name: _entry(numba, twins[function], signature, cached=folder is not None)
                for name, (function, signature) in self.entry_points.items()
            }
        if folder is not None:
            (folder / self._complete_name()).touch()
        return points

    @contextmanager
    def _notice(self, folder: Path | None, how: str) -> Iterator[None]:
        """Say in one line that compilation takes a while, unless the cache is complete."""
        if folder is not None and (folder / self._complete_name()).exists():
            yield
            return
        line = f"sanssouci: compiling the {self.name}, {how}, about {self.seconds} seconds …"
        print(line, end="", file=sys.stderr, flush=True)
        start = time.perf_counter()
        try:
            yield
        finally:
            print(f" {time.perf_counter() - start:.0f} s", file=sys.stderr)

    def _complete_name(self) -> str:
        """The mark of a complete cache. Numba recompiles for another processor, version or source file."""
        import numba
        from llvmlite import binding

        facts = [sys.implementation.cache_tag, numba.__version__, binding.get_host_cpu_name()]
        facts += [f"{path} {path.stat().st_mtime_ns}" for path in self._sources()]
        return f"complete-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"


def make_twins(
    modules: list[ModuleType],
    primitives: dict[EntryPoint, Any],
    compile_for: Callable[[EntryPoint, EntryPoint], Any],
    names: dict[str, Any] | None = None,
) -> dict[EntryPoint, Any]:
    """A compiled twin for each plain function; within a twin, the name of any function refers to its twin.

    `primitives` replace the functions for which the target has something better; `compile_for` is given a copy of a
    function, and the function itself. `names` are other names that twins know.
    """
    scopes = {module.__name__: {**vars(module), **(names or {})} for module in modules}
    twins: dict[EntryPoint, Any] = dict(primitives)
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and value not in twins:
                copy = FunctionType(value.__code__, scopes[module.__name__], value.__name__, value.__defaults__)
                copy.__module__ = value.__module__
                twins[value] = compile_for(copy, value)
    for scope in scopes.values():
        for name, value in scope.items():
            if isinstance(value, FunctionType) and value in twins:
                scope[name] = twins[value]
    return twins


def _for_processor(numba: Any, called: frozenset[EntryPoint]) -> Callable[[EntryPoint, EntryPoint], Any]:
    def compile_for(copy: EntryPoint, plain: EntryPoint) -> Any:
        return numba.njit(**OPTIONS, forceinline=plain not in called)(copy)

    return compile_for


def _primitives(numba: Any) -> dict[EntryPoint, Any]:
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

    primitives: dict[EntryPoint, Any] = {
        bits.popcount: popcount,
        bits.lowest: lowest,
        bits.narrow: numba.int32,
        luck.u64: numba.uint64,
        luck.i64: numba.int64,
    }
    if _has_quick_deposit():
        primitives[bits.nth] = _nth_by_deposit(numba)
    return primitives


def _has_quick_deposit() -> bool:
    """Whether the processor has PDEP in hardware, not in slow microcode as AMD's first Zens do."""
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


def _entry(numba: Any, twin: Any, text: str, *, cached: bool) -> EntryPoint:
    """Compile one entry point for its one signature, or load it from the cache."""
    table = numba.types.Array(numba.int64, 1, "C", readonly=True)
    kinds = {
        "t": table,
        "w": numba.int64[::1],
        "m": numba.int64[:, ::1],
        "b": numba.int8[::1],
        "c": numba.int8[:, ::1],
        "f": numba.float32[:, ::1],
        "h": numba.int16[:, ::1],
        "i": numba.int64,
        "void": numba.void,
    }
    result, _, arguments = text.rstrip(")").partition("(")
    signature = kinds[result](*(kinds[kind] for kind in arguments.split(", ")))
    entry: EntryPoint = numba.njit(signature, cache=cached, **OPTIONS)(twin.py_func)
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
