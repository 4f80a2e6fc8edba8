"""A server process under attack: what it uses, and what its players notice."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import grpc

from koikoi.v1 import service_pb2, service_pb2_grpc
from tests.attacks.peer import Target
from tests.support.identity import channel_as_printed
from tests.support.server import new_id
from tests.support.timeouts import HANG

ATTACKER = "127.0.0.66"  #: the server and its players are at 127.0.0.1
HOST = "127.0.0.1"
MEGABYTE = 1_000_000
NEWCOMER_WAITS = 30.0  #: seconds that somebody new tries to get a seat
ANSWERED = 10.0  #: seconds that each of its calls may take
BEGINS_WITH = 20  #: acts


def cores() -> tuple[set[int], set[int]]:
    """The CPUs of the server and its players, and those of the attackers: others, if it can be."""
    usable = sorted(os.sched_getaffinity(0))
    return (set(usable[:1]), set(usable[1:2] or usable[:1]))


@dataclass(frozen=True)
class Usage:
    """What a process uses now."""

    rss: float  #: megabytes
    peak: float  #: megabytes, since it started or :meth:`Attacked.forget_peak`
    files: int


class Attacked:
    """A ``koikoi-server`` process on 127.0.0.1 with all its limits at their defaults."""

    def __init__(
        self, folder: Path, program: str = "", *hosts: str, encrypted: bool = False
    ) -> None:
        """*program*: the ``koikoi-server`` to run; empty: the one of this tree."""
        self._errors = folder / "stderr"
        hosts = hosts or (HOST,)
        self._command = (
            *((program,) if program else (sys.executable, "-m", "koikoi_server")),
            *(word for host in hosts for word in ("--host", host)),
            *("--port", "0", "--data", str(folder / "data"), "--exit-with-stdin"),
            *(() if encrypted else ("--insecure",)),
        )
        self._process: Process | None = None
        self.address = ""  #: for players, with the code of a server that encrypts
        self.port = 0

    async def __aenter__(self) -> Attacked:
        """Start the server.

        Raises:
            AssertionError: if it does not start; the message is its stderr.
        """
        with self._errors.open("wb") as errors:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=errors
            )
        os.sched_setaffinity(self.pid, cores()[0])
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), HANG)
        assert line, self.errors()
        self.address = line.decode().split()[-1].strip('"')
        self.port = int(self.address.rpartition(":")[2])
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
            try:
                await asyncio.wait_for(self._process.wait(), 10)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def target(self) -> Target:
        """For an attacker at another address than the players."""
        return Target(HOST, self.port, ATTACKER)

    def errors(self) -> str:
        """What the server has written to stderr."""
        return self._errors.read_text(errors="replace")

    def usage(self) -> Usage:
        """What it uses now; zeros after its end."""
        with suppress(OSError, KeyError):
            status = Path(f"/proc/{self.pid}/status").read_text()
            found = dict(line.split(":", 1) for line in status.splitlines())
            return Usage(
                int(found["VmRSS"].split()[0]) * 1024 / MEGABYTE,
                int(found["VmHWM"].split()[0]) * 1024 / MEGABYTE,
                len(os.listdir(f"/proc/{self.pid}/fd")),
            )
        return Usage(0, 0, 0)

    def forget_peak(self) -> None:
        """Let the peak begin with the memory that is used now."""
        with suppress(OSError):
            Path(f"/proc/{self.pid}/clear_refs").write_text("5")


class Times:
    """How long the acts, or the computers' moves, of some seconds took."""

    def __init__(self, seconds: Iterable[float]) -> None:
        self.seconds = list(seconds)

    @property
    def p50(self) -> float:
        """Milliseconds."""
        return self._percentile(50)

    @property
    def p99(self) -> float:
        """Milliseconds."""
        return self._percentile(99)

    @property
    def longest(self) -> float:
        """Milliseconds."""
        return max(self.seconds, default=0) * 1000

    def _percentile(self, percent: int) -> float:
        if len(self.seconds) < 2:
            return self.longest
        return quantiles(self.seconds, n=100)[percent - 1] * 1000


class Victims:
    """The process :mod:`tests.attacks.victims`: matches whose players report every act."""

    def __init__(self, address: str, kinds: Sequence[str]) -> None:
        self._command = (sys.executable, "-m", "tests.attacks.victims", address, *kinds)
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._times: dict[str, list[tuple[float, float]]] = {"act": [], "computer": []}
        self._problems: list[tuple[float, str]] = []

    async def __aenter__(self) -> Victims:
        """Start; return when the matches are being played."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=DEVNULL, stdout=PIPE
        )
        os.sched_setaffinity(self._process.pid, cores()[0])
        self._reading = asyncio.create_task(self._read())
        async with asyncio.timeout(HANG):
            while len(self._times["act"]) < BEGINS_WITH and not self._problems:
                await asyncio.sleep(0.05)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._reading is not None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        self._reading.cancel()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode():
            when, kind, what = line.strip().split(" ", 2)
            if kind == "problem":
                self._problems.append((float(when), what))
            else:
                self._times[kind].append((float(when), float(what)))
        self._problems.append((time.monotonic(), "the victims' process ended"))

    def between(self, start: float, end: float, kind: str = "act") -> Times:
        """Those that began in that time, in seconds of the monotonic clock."""
        return Times(took for when, took in self._times[kind] if start <= when < end)

    def problems(self) -> list[str]:
        """All that went wrong so far."""
        return [what for _, what in self._problems]


async def newcomer(address: str, seconds: float = NEWCOMER_WAITS) -> tuple[float, str]:
    """Seconds until somebody new has opened a table and watches it, trying again and again.

    If nothing helps for *seconds*, that is infinite. The other value is why the last try that
    failed did so, or empty.
    """
    began = time.monotonic()
    why = ""
    while time.monotonic() < began + seconds:
        try:
            await _open_and_watch(address)
        except grpc.aio.AioRpcError as error:
            why = f"{error.code().name}: {error.details()}"
            await asyncio.sleep(0.2)
        else:
            return time.monotonic() - began, why
    return float("inf"), why


async def _open_and_watch(address: str) -> None:
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with channel_as_printed(address, own) as channel:
        stub = service_pb2_grpc.KoikoiServiceStub(channel)
        await stub.GetServerInfo(service_pb2.GetServerInfoRequest(), timeout=ANSWERED)
        asked = service_pb2.CreateTableRequest(
            request_id=new_id(), player_name="New", game="koikoi"
        )
        grant = (await stub.CreateTable(asked, timeout=ANSWERED)).grant
        watch = stub.WatchSeat(
            service_pb2.WatchSeatRequest(seat_token=grant.seat_token), timeout=ANSWERED
        )
        await watch.read()
        await stub.Act(
            service_pb2.ActRequest(
                seat_token=grant.seat_token, request_id=new_id(), leave=service_pb2.Leave()
            ),
            timeout=ANSWERED,
        )
        watch.cancel()
