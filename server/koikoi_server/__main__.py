"""The command ``koikoi-server``."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from koikoi_server.text import text

if TYPE_CHECKING:
    from koikoi_server.settings import Settings

DEFAULT_PORT = 50551
LOG_LEVELS = ("debug", "info", "warning", "error")
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("::", "0.0.0.0")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until asked to stop. Exit codes: 0 stopped, 1 could not start, 2 wrong options."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] == "deal":
        from koikoi_server import deal

        return deal.main(given[1:])
    options = _parser().parse_args(given)
    if options.private:
        options.host, options.port, options.exit_with_stdin = [LOOPBACK], 0, True
    logging.basicConfig(
        level=options.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # gRPC's own log would print what we say in a sentence; it reads this when it is loaded.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from koikoi_server.settings import Settings

    settings = Settings(name=options.name, seed=options.seed)
    try:
        return asyncio.run(_serve(settings, options))
    except KeyboardInterrupt:  # where no signal handler can be set
        return 0


async def _serve(settings: Settings, options: argparse.Namespace) -> int:
    from koikoi_server import addresses
    from koikoi_server.serve import PortTaken, start

    stopping = asyncio.Event()
    try:
        running = await start(settings, options.host or EVERYWHERE, options.port)
    except PortTaken:
        where = f" of {', '.join(options.host)}" if options.host else ""
        message = text(
            "koikoi-server: cannot listen on port {port}{where}: another program uses it, or the "
            "address is not this machine's. Stop that program, or choose another port with --port.",
            port=options.port,
            where=where,
        )
        print(message, file=sys.stderr)
        return 1
    try:
        _stop_on_signals(stopping.set)
        if options.exit_with_stdin:
            _stop_at_end_of_input(stopping.set)
        for host in options.host or addresses.lan_addresses():
            print(f"koikoi-client {addresses.spoken(host, running.port)}", flush=True)
        await stopping.wait()
    finally:
        await running.stop()
    return 0


def _stop_on_signals(stop: Callable[[], None]) -> None:
    """SIGTERM and SIGINT stop; elsewhere than on Unix the interrupt comes as an exception."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _stop_at_end_of_input(stop: Callable[[], None]) -> None:
    """Stop when standard input closes: whoever started this server has gone."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        with suppress(OSError, ValueError, AttributeError):  # closed, or there never was one
            while os.read(sys.stdin.fileno(), 4096):
                pass
        with suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=wait, name="end-of-input", daemon=True).start()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="koikoi-server",
        description=text(
            "Serves Koi-Koi to this network. `koikoi-server deal --help`: print deals."
        ),
    )
    parser.add_argument(
        "--host",
        action="append",
        metavar="ADDRESS",
        help=text("listen only on this address (may be repeated); default: on all"),
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help=text("default {port}; 0: a free one", port=DEFAULT_PORT),
    )
    parser.add_argument("--name", default="Koi-Koi", help=text("the server's name, for people"))
    parser.add_argument(
        "--seed",
        default="",
        help=text("decks follow from this word and can be known by all: for tests only"),
    )
    parser.add_argument("--log-level", choices=LOG_LEVELS, default="warning")
    parser.add_argument(
        "--private",
        action="store_true",
        help=text("only for this machine, on a free port, until standard input closes"),
    )
    parser.add_argument(
        "--exit-with-stdin", action="store_true", help=text("stop when standard input closes")
    )
    parser.add_argument("--version", action="version", version=f"koikoi-server {_version()}")
    return parser


def _port(given: str) -> int:
    if given.isascii() and given.isdigit() and int(given) < 65536:
        return int(given)
    raise argparse.ArgumentTypeError(text("a port is a number from 0 to 65535"))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("koikoi")
    except PackageNotFoundError:
        return "0"


if __name__ == "__main__":
    sys.exit(main())
