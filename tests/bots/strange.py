"""Bots that do strange things to their worker. Workers import this module, so it stays small."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from math import inf
from random import Random

from hanafuda.game import Option, SeatView
from koikoi_server.bots import Bot, ask_bot
from koikoi_server.bots.bot import ChooseBy
from koikoi_server.bots.koikoi import hard
from koikoi_server.bots.koikoi.engine import PLAIN
from tests.bots.koikoi.positions import position

VIEW = position(hand="1-3 2-3", field="1-1 2-1 3-1 3-3", round=12)


def choose_quickly(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    return hard.choose_with(PLAIN, 300, view, rng, deadline)


def kills_its_worker(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return view.options[0]


def interrupts_its_worker(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    os.kill(os.getpid(), signal.SIGINT)
    return view.options[0]


def looks_around(view: SeatView, rng: Random, deadline: float = inf) -> Option:
    """Print the worker's process id and what of gRPC it has imported."""
    print(os.getpid(), *[name for name in sys.modules if name.split(".")[0] in ("grpc", "google")])
    sys.stdout.flush()
    return view.options[0]


def bot(choose: ChooseBy) -> Bot:
    return Bot(
        "strange",
        "Strange",
        "Does strange things.",
        lambda view, rng: choose(view, rng, inf),
        choose,
    )


def ask_and_be_killed() -> None:
    """Ask :func:`looks_around` once; then this process kills itself, as ``kill -9`` would."""
    asyncio.run(ask_bot(bot(looks_around), VIEW, 1))
    os.kill(os.getpid(), signal.SIGKILL)
