"""Make the screenshot in the README: the client at a table, in a terminal of 120 by 40.

    python -m scripts.screenshot docs/table.png --seed kka --captured 9

The script starts a server and a client, presses keys to play some turns against a computer, and
draws the terminal's screen. It needs a pseudo-terminal, so it only runs on Unix.
"""

from __future__ import annotations

import argparse
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
from ptyprocess import PtyProcess
from scripts.picture import to_image

TIMEOUT = 60.0  #: seconds
_TAKES = re.compile(r"\[(\d)\] takes")
_CHIPS = re.compile(r"(?:Brights|Animals|Ribbons|Plains|[★○▬◇]) (\d+)(?:\+\d+)?:")


class Terminal(pyte.Screen):
    """A terminal that runs the client and answers its cursor position requests."""

    def __init__(self, columns: int, rows: int, command: list[str], folder: Path) -> None:
        files = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CONFIG", "STATE")}
        self._pty = PtyProcess.spawn(
            command,
            dimensions=(rows, columns),
            env=os.environ | files | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )
        super().__init__(columns, rows)
        self._stream = pyte.ByteStream(self)

    def write_process_input(self, data: str) -> None:
        self._pty.write(data.encode())

    @property
    def text(self) -> str:
        return "\n".join(self.display)

    def press(self, keys: str) -> None:
        """Press keys, and wait until the client has drawn their effect."""
        self._pty.write(keys.encode())
        self.read(0.4)

    def read(self, seconds: float) -> None:
        """Read output for some seconds."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._pty.fd], [], [], left)[0]:
                self._stream.feed(os.read(self._pty.fd, 65536))

    def until(self, part: str) -> None:
        """Read output until *part* is on the screen.

        Raises:
            SystemExit: if it does not appear in time.
        """
        end = time.monotonic() + TIMEOUT
        while part not in self.text:
            if time.monotonic() > end:
                raise SystemExit(f"{part!r} did not appear on the screen:\n{self.text}")
            self.read(0.1)

    def close(self) -> None:
        self._pty.close(force=True)


@contextmanager
def server(seed: str, folder: Path) -> Iterator[str]:
    """Run a server with its files in *folder* during the block; yield its address and code.

    *seed* fixes the cards; empty: random.
    """
    options = ["--host", "127.0.0.1", "--port", "0", "--memory", "--exit-with-stdin"]
    options += ["--seed", seed] if seed else []
    process = subprocess.Popen(
        [sys.executable, "-m", "koikoi_server", *options, "--name", "Living room"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"XDG_CONFIG_HOME": str(folder / "server")},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.communicate(timeout=TIMEOUT)


def play(terminal: Terminal, captured: int) -> None:
    """Play until both sides have *captured* cards together and the chosen card can take one."""
    terminal.until("No table is open")
    terminal.press("n")
    terminal.until("A new table")
    while "▶ Seat Blue" not in terminal.text:
        terminal.press("\x1b[B")
    while "Computer: Easy" not in terminal.text:
        terminal.press("\x1b[C")
    terminal.press("\r")
    terminal.until("Month 1 of")
    for _ in range(200):
        text = terminal.text
        takes = _TAKES.search(text)
        if ": the result" in text:
            terminal.press("\r")
        elif "K  koi-koi" in text:
            terminal.press("k")
        elif "your turn" not in text:
            terminal.read(0.3)
        elif takes is None:
            terminal.press("\r")
        elif sum(map(int, _CHIPS.findall(text))) < captured:
            terminal.press(takes[1])
            if "your turn" in terminal.text and f"[{takes[1]}]" in terminal.text:
                terminal.press("\r")
        else:
            while "▲ take" not in terminal.text:
                terminal.press("\x1b[C")
            terminal.read(2.5)  # until nothing is highlighted as new
            return
    raise SystemExit("the match never reached a suitable moment")


def main() -> None:
    """Play some turns in the client and save a screenshot."""
    parser = argparse.ArgumentParser(prog="python -m scripts.screenshot", description=main.__doc__)
    parser.add_argument("png", type=Path, help="the file to write")
    parser.add_argument("--size", default="120x40", help="the terminal's size; default: 120x40")
    parser.add_argument(
        "--captured",
        type=int,
        default=14,
        help="play until this many cards are captured; default: 14",
    )
    parser.add_argument("--seed", default="", help="the server's seed; default: random cards")
    chosen = parser.parse_args()
    columns, rows = map(int, chosen.size.split("x"))
    with (
        tempfile.TemporaryDirectory() as folder,
        server(chosen.seed, Path(folder)) as address,
    ):
        command = [sys.executable, "-m", "koikoi_client", address, "--name", "Aki"]
        terminal = Terminal(columns, rows, command, Path(folder))
        try:
            play(terminal, chosen.captured)
            chosen.png.parent.mkdir(parents=True, exist_ok=True)
            to_image(terminal).save(chosen.png, optimize=True)
        finally:
            terminal.close()


if __name__ == "__main__":
    main()
