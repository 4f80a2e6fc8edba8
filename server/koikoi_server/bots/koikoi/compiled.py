"""The kernel compiled: with numba installed (``pip install koikoi[fast]``), 60 times faster.

The same source is compiled, and decides the same move for move. Where numba is missing, or has no
folder to keep what it compiled, there is no engine here and the plain one serves.
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
from koikoi_server.bots.koikoi.engine import Engine, Question, answer, win_table

OFF = "KOIKOI_PLAIN"
"""An environment variable that, when set, has everything run in plain Python."""

_preparing = threading.Lock()
_prepared: list[bool] = []

MODULES = (policy, kernel, search)


@lru_cache(maxsize=1)
def engine() -> Engine | None:
    """The compiled engine, or None. Compiling happens at the first search, or is read back."""
    if os.environ.get(OFF):
        return None
    try:
        import numba
        import numpy
        from numba.extending import intrinsic
    except ImportError:
        return None

    # One machine instruction each, which numba does not know by itself.
    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def population(_context: Any, _cards: Any) -> Any:
        return numba.int64(numba.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def trailing_zeros(_context: Any, _cards: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(numba.types.boolean, True))

        return numba.int64(numba.int64), code

    # numba's cache knows a function by its own file and line: the name covers what it calls too.
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
        names["search"],
        names["many_rounds"],
        lambda values: numpy.array(list(values), numpy.int64),
    )


def prepare() -> bool:
    """Waits until what :func:`engine` needs is compiled and kept; False when that failed.

    Another process does it, once: the compiler would hold Python's lock for seconds.
    """
    with _preparing:
        if not _prepared:
            code = "from koikoi_server.bots.koikoi.compiled import compile_all; compile_all()"
            done = subprocess.run([sys.executable, "-P", "-c", code], check=False)
            _prepared.append(done.returncode == 0)
        return _prepared[0]


def compile_all() -> None:
    """Has everything compiled that a decision needs, by a tiny one."""
    made = engine()
    if made is not None:
        rules = (0,) * kernel.RULES
        win = win_table(made, rules, 1)  # asks for rounds of self-play
        nothing = (0, 0)
        hidden = tuple(range(44))
        asked = Question(
            search.GOING_ON, (0,), 0, 0, nothing, nothing, nothing, 8, 0, 0, hidden, 0, 0, rules
        )
        answer(made, asked, win, 1, 1, 1)
