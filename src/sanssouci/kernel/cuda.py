"""From plain functions to code for NVIDIA GPUs: other primitives than the processor's, the same functions otherwise.

With NUMBA_ENABLE_CUDASIM=1 Numba simulates a GPU, a thread after another; then the functions run as they are.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, Final

from sanssouci.kernel import bits, luck
from sanssouci.kernel.compiling import EntryPoint, Family, make_twins

THREADS: Final = 256  # of a block

# What kernels are given, by the letters of `Family`; there are no read-only arrays here.
_ARRAYS: Final = {
    "t": ("int64", 1),
    "w": ("int64", 1),
    "m": ("int64", 2),
    "b": ("int8", 1),
    "c": ("int8", 2),
    "f": ("float32", 2),
    "h": ("int16", 2),
}


def is_simulated() -> bool:
    """Whether Numba simulates a GPU."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") == "1"


def array_module() -> Any:
    """The module of arrays on the GPU, CuPy; with a simulated GPU, NumPy."""
    return import_module("numpy" if is_simulated() else "cupy")


def _numba() -> tuple[Any, Any]:
    """Numba, and its part for GPUs."""
    import numba
    from numba import cuda

    return numba, cuda


def device_kernels(family: Family, threads: ModuleType) -> dict[str, Any]:
    """The functions of a module as kernels, by name; what they call are functions of a family."""
    numba, cuda = _numba()

    def compile_for(copy: EntryPoint, plain: EntryPoint) -> Any:
        if plain.__module__ == threads.__name__:
            return cuda.jit(copy)
        inlining = {} if is_simulated() else {"forceinline": plain not in family.called}
        return cuda.jit(copy, device=True, **inlining)

    primitives = {} if is_simulated() else _primitives()
    names = {"cuda": cuda, "int64": numba.int64}
    twins = make_twins([*family.modules(), threads], primitives, compile_for, names)
    return {plain.__name__: twin for plain, twin in twins.items() if plain.__module__ == threads.__name__}


def _primitives() -> dict[EntryPoint, Any]:
    """Functions that are a few instructions of a GPU, or none."""
    numba, cuda = _numba()
    config: Any = import_module("numba.cuda.core.config")
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # who plays a few games means it

    def popcount(bits: Any) -> Any:
        return numba.int64(cuda.popc(bits))

    def lowest(bits: Any) -> Any:
        return numba.int64(cuda.ffs(bits)) - numba.int64(1)

    def nth(bits: Any, n: Any) -> Any:
        """Halve the word six times: threads of a warp that count bit by bit would wait for the slowest."""
        word, rest, at = numba.uint32(bits), numba.int32(n), numba.int32(0)
        count = numba.int32(cuda.popc(word))
        if rest >= count:
            rest, at, word = numba.int32(rest - count), numba.int32(32), numba.uint32(bits >> 32)
        for step in range(5):
            width = numba.int32(16 >> step)
            count = numba.int32(cuda.popc(numba.uint32(word & numba.uint32((1 << width) - 1))))
            if rest >= count:
                rest, at, word = numba.int32(rest - count), numba.int32(at + width), numba.uint32(word >> width)
        return numba.int64(at)

    inlined = cuda.jit(device=True, forceinline=True)
    return {
        bits.popcount: inlined(popcount),
        bits.lowest: inlined(lowest),
        bits.nth: inlined(nth),
        bits.narrow: numba.int32,
        luck.u64: numba.uint64,
        luck.i64: numba.int64,
    }


def launch(kernel: Any, threads: int, *arguments: Any) -> None:
    """Run a kernel with that many threads."""
    size = min(threads, THREADS)
    kernel[(threads + size - 1) // size, size](*arguments)


def compile_to_ptx(kernel: Any, kinds: str, capability: tuple[int, int]) -> str:
    """The code of a kernel for GPUs of a compute capability; this needs no GPU.

    `kinds` are the letters of its arguments, as in the signatures of a `Family`.
    """
    numba, cuda = _numba()

    def kind_of(letter: str) -> Any:
        if letter == "i":
            return numba.int64
        name, dimensions = _ARRAYS[letter]
        return numba.types.Array(getattr(numba, name), dimensions, "C")

    with _told(capability):
        text, _ = cuda.compile_ptx(kernel.py_func, numba.void(*map(kind_of, kinds)), cc=capability)
    return str(text)


@contextmanager
def _told(capability: tuple[int, int]) -> Iterator[None]:
    """Tell Numba which GPU it compiles for: functions that call others would ask the one that is there."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before
