"""Whole matches without clock, queue or network: the entries, and the table after each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from koikoi_server.table import commands, derived
from koikoi_server.table.commands import Chance, Command
from koikoi_server.table.decide import decide
from koikoi_server.table.deck import seeded_secret
from koikoi_server.table.events import Entry
from koikoi_server.table.fold import evolve
from koikoi_server.table.limits import Limits
from koikoi_server.table.state import Pause, Stage, TableState

NAMES = ("Aki", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus")
JOIN_CODE = "QX7-K2M"


class Step(NamedTuple):
    """An entry, and the table after it."""

    entry: Entry
    state: TableState


def token(seat: int) -> bytes:
    """Bytes that stand for the hash of a seat's token."""
    return b"token of seat %d, made for this test" % seat


def played(
    seed: int,
    rules: Mapping[str, str] | None = None,
    *,
    game: str = "koikoi",
    seats: int = 2,
    private: bool = True,
) -> Iterator[Step]:
    """A match from the opening of its table to its end, by persons who choose at random."""
    rng = Random(seed)
    now = 1_700_000_000_000
    state: TableState | None = None
    secret = seeded_secret(str(seed), 1, 1)
    chance = Chance(secret.match_id, secret.secret, "record-not-to-be-guessed", JOIN_CODE)

    def step(command: Command) -> Step:
        nonlocal state, now
        now += rng.randrange(1, 900)
        made = decide(state, command, now, chance)
        entry = Entry("T1", (state.seq if state else 0) + 1, now, made.cause, command, made.events)
        state = evolve(state, entry)
        return Step(entry, state)

    yield step(
        commands.Open(
            table_id="T1",
            number=1,
            name="Aki's table",
            game=game,
            rules=tuple(({"months": "3"} if rules is None else rules).items()),
            private=private,
            limits=Limits(),
            bots=("",) * seats,
            seat=1,
            player=NAMES[0],
            token=token(1),
        )
    )
    yield step(commands.Presence(1, token(1), True))
    for seat in range(2, seats + 1):
        yield step(commands.Join(NAMES[seat - 1], seat, token(seat), JOIN_CODE))
        yield step(commands.Presence(seat, token(seat), True))
    while state is not None and state.stage is Stage.PLAYING:
        asked = [seat for seat in range(1, seats + 1) if derived.choices(state, seat)]
        seat = rng.choice(asked)
        number = rng.randrange(len(derived.choices(state, seat))) + 1
        assert state.match is not None
        cuts = state.match.pause is Pause.CUT
        nonce = rng.randbytes(rng.randrange(33)) if cuts else b""
        yield step(commands.Choose(token(seat), state.version, number, nonce))
    assert state is not None
    assert state.stage is Stage.FINISHED
