"""Run the main coroutine: log errors, print them as sentences, and handle signals."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TextIO

from koikoi_client.errors import CannotConnect, Interrupted, RecordError, Refused, UsageError
from koikoi_client.system.store import Store
from koikoi_client.system.streams import CannotWrite, error_stream
from koikoi_client.text import text

EXIT_OK = 0
EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_CANNOT_CONNECT = 3
EXIT_REFUSED = 4
EXIT_INTERRUPTED = 130

LOG = "client.log"


def run(main: Callable[[], Coroutine[Any, Any, int]], store: Store) -> int:
    """Run *main* and return its exit code, or print an error as a sentence and return its code.

    1 error, 2 usage, 3 cannot connect, 4 refused, 130 Ctrl-C, 128 + n signal n.

    Raises:
        CannotWrite: when standard output cannot be written.
    """
    with errors_to_log(store) as stderr:
        try:
            return asyncio.run(until_signal(main()))
        except CannotConnect as error:
            return _failed(str(error), stderr, EXIT_CANNOT_CONNECT)
        except RecordError as error:
            return _failed(str(error), stderr, EXIT_ERROR)
        except Refused as error:
            return _failed(str(error), stderr, EXIT_REFUSED)
        except UsageError as error:
            return _failed(str(error), stderr, EXIT_USAGE)
        except (KeyboardInterrupt, Interrupted):
            return EXIT_INTERRUPTED
        except CannotWrite:
            raise
        except Exception as error:
            traceback.print_exc()  # to the log
            if log := store.log_path(LOG):
                wrong = text("Something went wrong in this program: see {log}.", log=log)
            else:
                why = f"{type(error).__name__}: {error}"
                wrong = text("Something went wrong in this program: {why}", why=why)
            return _failed(wrong, stderr, EXIT_ERROR)


def _failed(sentence: str, file: TextIO, code: int) -> int:
    # Slow to load, and needed for errors only.
    from koikoi_client.text.wrapping import print_sentence

    print_sentence(sentence, file)
    return code


async def until_signal(main: Coroutine[Any, Any, int]) -> int:
    """Run *main* until it ends or a signal ends it; return the exit code, 128 + n for signal n.

    A signal that was ignored at the start stays ignored, so that nohup works.
    """
    loop = asyncio.get_running_loop()
    running = asyncio.create_task(main)
    caught: list[int] = []

    def end(number: int) -> None:
        caught.append(number)
        running.cancel()

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or signal.getsignal(number) is signal.SIG_IGN:
            continue
        with contextlib.suppress(NotImplementedError):  # its event loop has no signal handlers
            loop.add_signal_handler(number, end, number)
    try:
        return await running
    except asyncio.CancelledError:
        if caught:
            return 128 + caught[0]
        raise


@contextlib.contextmanager
def errors_to_log(store: Store) -> Iterator[TextIO]:
    """Redirect stderr, also of C code, to the log; yield the real stderr for our own messages."""
    log = os.open(store.log_path(LOG) or os.devnull, os.O_WRONLY | os.O_APPEND)
    sys.stderr.flush()
    real = os.dup(2)
    os.dup2(log, 2)
    os.close(log)
    try:
        yield error_stream(io.FileIO(real, "w", closefd=False), sys.stderr)
    finally:
        sys.stderr.flush()
        os.dup2(real, 2)
        os.close(real)
