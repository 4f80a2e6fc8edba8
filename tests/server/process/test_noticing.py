"""Real clients that are killed, frozen or cut off are shown as absent, and resume."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)

from tests.support.namespaces import SERVER_ADDRESS, Network, NoNamespaces
from tests.support.programs import CLIENT, SERVER, Program

LOST = "The connection to"
MARGIN = 40.0
"""Seconds that a busy machine may add. Without keepalive pings a loss is noticed in a minute."""


class Evening:
    """A server, and Aki and Ben at one table of it. Aki sits at the server's machine."""

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        *,
        notice: float,
        absence: float,
        network: Network | None = None,
    ) -> None:
        self._stack, self._folder = stack, folder
        self.notice, self.absence = notice, absence
        self.network = network
        self.host = SERVER_ADDRESS if network else "127.0.0.1"
        self._near = network.at_server if network else ()
        self._far = network.at_client if network else ()
        self.times: dict[str, float] = {}
        self._said = 0
        self.server = self.serve("0")
        self.port = self.address.rpartition(":")[2]
        self.aki = self.client("Aki", self._near)
        self.aki.until("Type new to open one")
        for line in ("new", "1", ""):
            self.aki.type(line)
        self.aki.until("One more player is needed.")
        self.ben = self.client("Ben", self._far)
        self.ben.until("Tables")
        self.ben.type("1")
        for person in (self.aki, self.ben):
            person.until("Month 1 of")

    def serve(self, port: str) -> Program:
        server = Program(
            *(*SERVER, "--host", self.host, "--port", port, "--data", str(self._folder / "data")),
            *("--dead-peer-timeout", str(self.notice), "--absence", str(self.absence)),
            around=self._near,
        )
        self._stack.callback(server.end)
        server.until("koikoi-client ")
        self.address = server.lines[0].split()[-1]
        return server

    def client(self, name: str, around: Sequence[str]) -> Program:
        options = (self.address, "--name", name, "--plain")
        program = Program(*CLIENT, *options, around=around, folder=self._folder / name)
        self._stack.callback(program.end)
        return program

    def shown(self, what: str, program: Program, part: str) -> None:
        """Wait until *program* prints *part*, at most a margin longer than the server promises."""
        self.times[what] = program.until(part, self.notice + MARGIN)

    def both_are_connected(self) -> None:
        """Wait until each reads what the other says, and ignore all output until then."""
        self._said += 1
        for person, other in ((self.aki, self.ben), (self.ben, self.aki)):
            words = f"{self._said} from {'Aki' if person is self.aki else 'Ben'}"
            person.type_until(f"say {words}", words, by=other)
        for person in (self.aki, self.ben):
            person.skip()

    def ben_is_killed(self) -> None:
        self.both_are_connected()
        self.ben.signal(signal.SIGKILL)
        self.shown("client killed", self.aki, "Ben is away.")
        self.ben = self.client("Ben", self._far)
        self.ben.until("You have a seat at Aki's table")
        self.ben.type("y")
        self.ben.until("Month 1 of")
        self.aki.until("Ben is back.")

    def ben_is_frozen_and_replaced(self) -> None:
        self.both_are_connected()
        self.ben.signal(signal.SIGSTOP)
        self.shown("client frozen", self.aki, "Ben is away.")
        self.aki.until("end: End the match", self.absence + self.notice + MARGIN)
        self.aki.type_until("bot 2 easy", "plays for Ben")
        self.ben.signal(signal.SIGCONT)
        self.ben.until(LOST)
        self.ben.until("Connected to")
        self.ben.until("back: Take your seat back")
        self.aki.until("Ben is back.")
        self.ben.type_until("b", "You play again.")
        self.aki.until("Ben plays again.")

    def ben_is_cut_off(self) -> None:
        assert self.network is not None
        self.both_are_connected()
        self.network.cut()
        self.shown("client cut off: the server", self.aki, "Ben is away.")
        # The client has noticed meanwhile: both count from the same moment.
        self.shown("client cut off: the client, after that", self.ben, LOST)
        self.network.heal()
        self.ben.until("Connected to")
        self.aki.until("Ben is back.")

    def server_is_frozen(self) -> None:
        self.both_are_connected()
        self.server.signal(signal.SIGSTOP)
        self.shown("server frozen", self.aki, LOST)
        self.ben.until(LOST, self.notice + MARGIN)
        self.server.signal(signal.SIGCONT)
        for person in (self.aki, self.ben):
            person.until("Connected to")
        self.aki.type_until("say here again", "here again", by=self.ben)

    def server_is_killed(self) -> None:
        self.both_are_connected()
        self.server.signal(signal.SIGKILL)
        self.shown("server killed", self.aki, LOST)
        self.server.end()
        self.server = self.serve(self.port)
        for person in (self.aki, self.ben):
            person.until("Connected to")
        self.aki.type_until("say after all that", "after all that", by=self.ben)


FAULTS: tuple[Callable[[Evening], None], ...] = (
    Evening.ben_is_killed,
    Evening.ben_is_frozen_and_replaced,
    Evening.server_is_frozen,
    Evening.server_is_killed,
)


@contextmanager
def evening(folder: Path, notice: float, absence: float) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(stack, folder, notice=notice, absence=absence)


@contextmanager
def evening_apart(folder: Path, notice: float, absence: float) -> Iterator[Evening]:
    """Ben is on another machine.

    Raises:
        NoNamespaces: when there is no such thing here.
    """
    with ExitStack() as stack:
        network = stack.enter_context(Network())
        yield Evening(stack, folder, notice=notice, absence=absence, network=network)


def told(times: dict[str, float], notice: float) -> str:
    """The times that it took to notice, in a line."""
    each = "; ".join(f"{what} {seconds:.1f} s" for what, seconds in times.items())
    return f"noticed (promised within {notice:g} s): {each}"


@pytest.mark.slow
def test_killed_and_frozen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path, notice=2.5, absence=1) as tonight:
        for fault in FAULTS:
            fault(tonight)
    with capsys.disabled():
        print("\n" + told(tonight.times, tonight.notice), end=" ")


@pytest.mark.slow
def test_cut_off_in_silence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        with evening_apart(tmp_path, notice=2.5, absence=1) as tonight:
            tonight.ben_is_cut_off()
    except NoNamespaces as error:
        with capsys.disabled():
            print(f"\nNOT SHOWN: a silent cut in network namespaces ({error})", end=" ")
        pytest.skip(str(error))
    with capsys.disabled():
        print("\n" + told(tonight.times, tonight.notice), end=" ")
