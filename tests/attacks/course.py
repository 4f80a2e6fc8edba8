"""What an attack gets: whom to attack, until when, and where to count what came of it."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.attacks.peer import Call, Peer, Target, connected

CONNECTS = 5.0  #: seconds that a connection may take
ANSWERS = 0.2  #: seconds that a server gets to answer what is no call
RESET_AT_CLOSE = struct.pack("ii", 1, 0)  #: so that no port is used up


@dataclass
class Course:
    """The course of one attack."""

    target: Target
    seconds: float
    counts: Counter[str] = field(default_factory=Counter)
    peers: list[Peer] = field(default_factory=list)  #: connections that are closed at the end
    _began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds until the attack must be over."""
        return self._began + self.seconds - time.monotonic()

    async def rest(self) -> None:
        """Hold everything open until the end."""
        await asyncio.sleep(max(self.left, 0))

    async def peer(self, **how: Any) -> Peer | None:
        """A new connection that has got the server's SETTINGS; None if it is not accepted."""
        try:
            async with asyncio.timeout(CONNECTS):
                made = await Peer.connect(self.target, **how)
                self.peers.append(made)
                if how.get("reads", True):
                    await made.settled.wait()
        except (OSError, TimeoutError):
            self.counts["connections refused"] += 1
            return None
        if made.closed:
            self.counts["connections refused"] += 1
            return None
        self.counts["connections"] += 1
        return made

    async def send_once(self, content: bytes, answers: int = 0) -> None:
        """Connect, send *content*, wait shortly for the end or so many answers, and close."""
        try:
            made = await connected(self.target)
        except OSError:
            self.counts["connections refused"] += 1
            await asyncio.sleep(0.01)
            return
        loop = asyncio.get_running_loop()
        with made, suppress(OSError, TimeoutError):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_CLOSE)
            self.counts["connections"] += 1
            if content:
                async with asyncio.timeout(ANSWERS):
                    await loop.sock_sendall(made, content)
                    while await loop.sock_recv(made, 65_536):
                        answers -= 1
                        if answers == 0:
                            self.counts["answers"] += 1
                            return

    async def all(self, coroutines: Iterable[Coroutine[Any, Any, Any]]) -> None:
        """Run all until they end or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(self.left, 0.1)):
                await asyncio.gather(*coroutines)

    async def workers(self, number: int, work: Callable[[Peer], Coroutine[Any, Any, None]]) -> None:
        """Let *number* connections do *work* again and again, each replaced when it is closed."""

        async def one() -> None:
            while self.left > 0:
                peer = await self.peer()
                if peer is None:
                    await asyncio.sleep(0.2)
                    continue
                with suppress(ConnectionError):
                    while self.left > 0 and not peer.closed:
                        await work(peer)
                if peer.closed:
                    self.counts["connections closed by the server"] += 1
                self.peers.remove(peer)
                await peer.close()

        await self.all(one() for _ in range(number))

    def outcome(self, call: Call, what: str) -> None:
        """Count how *call* has ended; as open if it has got a message or has not ended."""
        if call.ended.done() and not call.messages:
            self.counts[f"{what}: {call.ended.result()}"] += 1
        else:
            self.counts[f"{what}: open"] += 1

    def census(self) -> None:
        """Count the connections that the server has closed."""
        closed = sum(peer.closed for peer in self.peers)
        self.counts["connections closed by the server"] += closed

    async def close(self) -> None:
        """Close all connections that are still open."""
        for peer in self.peers:
            await peer.close()
        self.peers.clear()
