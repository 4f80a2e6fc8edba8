"""Stopping and continuing, as shells do with Ctrl-Z, fg and signals."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def job_control(
    terminal: int, leave: Callable[[], None], resume: Callable[[], None]
) -> Iterator[Callable[[], None]]:
    """For the block, keep the terminal in order when the process is stopped and continued.

    Yields a function that stops the process and its group, as Ctrl-Z does. Nothing happens on
    Windows, if *terminal* is none, or if the process ignores SIGTSTP.

    Args:
        terminal: the file descriptor of the terminal, in the state in which the shell gets it.
        leave: erases what was drawn; called before SIGTSTP stops the process.
        resume: sets the terminal up and draws everything; called after SIGCONT, also after SIGSTOP.
    """
    if (
        sys.platform == "win32"
        or not os.isatty(terminal)
        or signal.getsignal(signal.SIGTSTP) == signal.SIG_IGN
    ):
        yield lambda: None
        return
    import termios  # only on Unix

    try:
        shells = termios.tcgetattr(terminal)
    except termios.error:  # the terminal is gone
        yield lambda: None
        return
    loop = asyncio.get_running_loop()

    def stop(process: int) -> None:
        leave()
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSADRAIN, shells)
        stop_listening()  # now SIGTSTP stops
        os.kill(process, signal.SIGTSTP)
        listen()
        resume()

    def listen() -> None:
        loop.add_signal_handler(signal.SIGTSTP, stop, os.getpid())
        loop.add_signal_handler(signal.SIGCONT, resume)

    def stop_listening() -> None:
        loop.remove_signal_handler(signal.SIGTSTP)
        loop.remove_signal_handler(signal.SIGCONT)

    listen()
    try:
        yield lambda: stop(0)
    finally:
        stop_listening()


@contextmanager
def unbuffered(terminal: int) -> Iterator[Callable[[], None]]:
    """For the block, characters arrive as they are typed and are not shown; Ctrl-C is a signal.

    Yields a function that sets this again, after a shell has changed it.
    """
    if sys.platform == "win32":
        yield lambda: None
        return
    import termios  # only on Unix
    import tty

    before = termios.tcgetattr(terminal)

    def set_up() -> None:
        with suppress(termios.error):  # the terminal may be gone
            tty.setcbreak(terminal, termios.TCSANOW)

    set_up()
    try:
        yield set_up
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, before)
