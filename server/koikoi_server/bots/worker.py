"""A process that thinks for the server.

Asked on standard input, answers on standard output, ends when the input does. It imports nothing
of gRPC, leaves Ctrl-C to the server, and gives way to everything else on the machine.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from random import Random
from subprocess import Popen
from typing import IO

from hanafuda.game import SeatView
from koikoi_server.bots.level import Choose

NICENESS = 10


def ask(worker: Popen[bytes], choose: Choose, view: SeatView, seed: int) -> int:
    """Has a *worker* choose, and waits: the index of an option of *view*.

    Raises:
        OSError: when the worker is gone.
    """
    assert worker.stdin is not None, "a worker is asked through a pipe"
    assert worker.stdout is not None, "a worker answers through a pipe"
    send(worker.stdin, pickle.dumps((choose, view, seed)))
    answer = receive(worker.stdout)
    if answer is None:
        raise BrokenPipeError("the worker has ended")
    return int.from_bytes(answer, "big")


def send(stream: IO[bytes], message: bytes) -> None:
    """Writes a message with its length before it."""
    stream.write(len(message).to_bytes(4, "big") + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message, or None at the end."""
    size = stream.read(4)
    if len(size) < 4:
        return None
    return stream.read(int.from_bytes(size, "big"))


def main() -> None:
    """Answers until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):  # it may be lower already
            os.nice(NICENESS)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may come between the answers
    while (message := receive(asked)) is not None:
        # From the server alone, over a pipe that nobody else can open.
        choose, view, seed = pickle.loads(message)
        option = choose(view, Random(seed))
        send(answers, view.options.index(option).to_bytes(2, "big"))
