"""Compiles Hard's search with numba, if it is installed (``pip install koikoi[fast]``).

Compiled code is 60 times faster and makes the same choices, because the source is the same. There
is no compiled engine without numba, or without a folder for numba's cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any
from zlib import crc32

from hanafuda import cards, yaku
from koikoi_server.bots.koikoi import kernel, policy, search
from koikoi_server.bots.koikoi.engine import Engine, SearchInput, run_search, win_table

OFF = "KOIKOI_PLAIN"
"""The environment variable that, if set, turns compiled code off."""

_preparing = threading.Lock()
_prepared: list[bool] = []

MODULES = (policy, kernel, search)


@lru_cache(maxsize=1)
def engine() -> Engine | None:
    """The compiled engine, or None. The first search compiles it, or loads it from the cache."""
    if os.environ.get(OFF):
        return None
    try:
        import numba
        import numpy
        from numba.extending import intrinsic
    except ImportError:
        return None

    # One machine instruction each, for which numba has no function.
    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def population(_context: Any, _cards: Any) -> Any:
        return numba.int64(numba.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def trailing_zeros(_context: Any, _cards: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(numba.types.boolean, True))

        return numba.int64(numba.int64), code

    # numba caches a function by its file and line. If another module that it calls changes, its
    # name must change too, or the old code would be loaded.
    sources = (cards, yaku, *MODULES)
    version = crc32(b"".join(Path(str(module.__file__)).read_bytes() for module in sources))
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")
    names: dict[str, Any] = {}
    try:
        for module in MODULES:
            for name, value in vars(module).items():
                names.setdefault(name, value)
                if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                    copy = FunctionType(value.__code__, names, name)
                    copy.__qualname__ = f"{name}_{version:08x}"
                    names[name] = compiled(copy)
        names["size"], names["lowest"] = population, trailing_zeros
    except RuntimeError:  # "cannot cache function": no folder can be written
        return None
    return Engine(
        "compiled",
        names["play_out"],
        names["many_rounds"],
        lambda values: numpy.array(list(values), numpy.int64),
        at_once=512,
    )


def prepare() -> bool:
    """Wait until numba's cache has what :func:`engine` needs. Return False if that failed.

    Another process compiles, once: in this one the compiler would hold the GIL for seconds.
    """
    with _preparing:
        if not _prepared:
            code = "from koikoi_server.bots.koikoi.compiled import compile_all; compile_all()"
            done = subprocess.run([sys.executable, "-P", "-c", code], check=False)
            _prepared.append(done.returncode == 0)
        return _prepared[0]


def compile_all() -> None:
    """Compile everything that a choice needs, by making a tiny one."""
    made = engine()
    if made is not None:
        rules = (0,) * kernel.RULES
        win = win_table(made, rules, 1)  # compiles the rounds of self-play too
        nothing = (0, 0)
        hidden = tuple(range(44))
        task = SearchInput(
            search.GOING_ON, (0,), 0, 0, nothing, nothing, nothing, 8, 0, 0, hidden, 0, 0, rules
        )
        run_search(made, task, win, 1, 1, 1)
