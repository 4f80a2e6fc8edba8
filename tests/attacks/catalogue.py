"""The list of attacks.

``python -m tests.attacks.catalogue NAME HOST PORT SOURCE SECONDS TIMES`` runs one of them, several
times, on the attackers' CPU. Each time it prints "begin", and at the end, as JSON, how often what
happened.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.attacks import connections, requests, streams, tables
from tests.attacks.course import Course
from tests.attacks.measure import cores
from tests.attacks.peer import Target

REST = 0.6  #: seconds between two times
PREFIX = "fd66::"  #: of the many source addresses, a /64
MANY_ADDRESSES = (
    f"ip -6 route add local {PREFIX}/64 dev lo",
    "echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind",
)


@dataclass(frozen=True)
class Attack:
    """An attack, and how it is run."""

    work: Callable[[Course], Awaitable[None]]
    seconds: float = 6.0
    repeat: float = 0.0  #: seconds of each of the repeats; 0: they would take too long
    newcomer: float = 2.0  #: seconds until somebody new comes
    victims: tuple[str, ...] = ("match", "match", "computer")
    prepare: Callable[[], object] = lambda: None  #: before it begins
    encrypted: bool = False
    networks: tuple[str, ...] = ()  #: commands that make a network namespace for it


ATTACKS = {
    each.work.__name__: each
    for each in (
        Attack(streams.service_streams, repeat=2),
        Attack(tables.opened_tables),
        Attack(streams.resets, repeat=0.7),
        Attack(tables.silent_readers, 12, newcomer=6),
        Attack(connections.idle_connections, 12, newcomer=6, encrypted=True),
        Attack(connections.half_open_connections, repeat=0.7),
        Attack(connections.half_open_handshakes, encrypted=True),
        Attack(streams.slow_headers),
        Attack(streams.endless_headers, repeat=0.7),
        Attack(streams.half_sent, repeat=2),
        Attack(connections.settings_flood, repeat=0.7),
        Attack(connections.ping_flood, repeat=0.7),
        Attack(requests.records_told, prepare=requests.largest_records),
        Attack(requests.reads, repeat=0.7),
        Attack(tables.chat_flood, victims=("match", "open")),
        Attack(tables.thinking_computers, 10),
        Attack(tables.many_sources, networks=MANY_ADDRESSES),
        Attack(requests.guesses, repeat=0.7),
        Attack(streams.garbage, repeat=0.7),
        Attack(connections.churn, repeat=0.7),
        Attack(connections.handshakes, repeat=0.7, encrypted=True),
    )
}


async def main() -> None:
    name, host, port, source, seconds, times = sys.argv[1:]
    attack = ATTACKS[name]
    attack.prepare()
    target = Target(host, int(port), source, attack.encrypted)
    for _ in range(int(times)):
        course = Course(target, float(seconds))
        print("begin", flush=True)
        await attack.work(course)
        await course.close()
        print(json.dumps(course.counts), flush=True)
        await asyncio.sleep(REST)


if __name__ == "__main__":
    os.sched_setaffinity(0, cores()[1])
    asyncio.run(main())
