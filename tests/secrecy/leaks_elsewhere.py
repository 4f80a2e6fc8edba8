"""Leaks outside of messages: in logs and output, in metadata, and in answers to any known id."""

from __future__ import annotations

import base64
import logging
import sys
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from koikoi.v1 import record_pb2
from koikoi_server.lobby.records import Records
from koikoi_server.service import errors, rpcs
from koikoi_server.table import derived, runner
from koikoi_server.table.deck import commitment
from koikoi_server.table.state import MatchState, TableState
from koikoi_server.wire import views
from tests.secrecy.planting import Patch, after, peek


def _each_hand(patch: Patch, write: Callable[[list[int]], object]) -> None:
    """Write a hand, as the numbers of its cards, whenever a table has changed."""

    def change(made: TableState, *_: Any) -> TableState:
        match = derived.running(made)
        if match is not None:
            for hand in match.state.spread.hands:
                write([int(card) for card in hand])
        return made

    after(patch, runner, "evolve", change)


def hand_in_the_log(patch: Patch) -> None:
    log = logging.getLogger(runner.__name__)
    _each_hand(patch, lambda hand: log.debug("dealt %s", hand))


def bits_in_another_log(patch: Patch) -> None:
    """In gRPC's own log, below every level that has a name."""
    log = logging.getLogger("grpc._cython.cygrpc")
    _each_hand(patch, lambda hand: log.log(1, "mask %x", sum(1 << card for card in hand)))


def stack_with_a_hand(patch: Patch) -> None:
    """In a stack trace, backwards and in base64."""

    def write(hand: list[int]) -> None:
        try:
            raise ValueError(base64.b64encode(bytes(hand[::-1])))
        except ValueError:
            logging.getLogger("asyncio").info("a callback has failed", exc_info=True)

    _each_hand(patch, write)


def hand_in_the_output(patch: Patch) -> None:
    _each_hand(patch, lambda hand: print(*hand, sep="", file=sys.stderr))


HANDS_WRITTEN = hand_in_the_log, bits_in_another_log, stack_with_a_hand, hand_in_the_output


def _metadata(patch: Patch, tell: Callable[[Any, int], object], *, late: bool = False) -> None:
    """Let *tell* add to the metadata of each call, before it is handled or (*late*) after."""
    real = errors.guarded

    def changed(name: str, call: Any, most: int) -> Any:
        async def telling(body: bytes, context: Any) -> Any:
            tables = call.__self__._lobby.open_tables()

            async def told(now: bool) -> None:
                done = tell(context, peek(tables[0].state)) if tables and now else None
                if isawaitable(done):
                    await done

            await told(not late)
            try:
                return await call(body, context)
            finally:
                await told(late)

        return real(name, telling, most)

    patch.setattr(rpcs, "guarded", changed)


def initial_metadata(patch: Patch) -> None:
    _metadata(patch, lambda context, n: context.send_initial_metadata((("x-n", str(n)),)))


def trailing_metadata(patch: Patch) -> None:
    _metadata(patch, lambda context, n: context.set_trailing_metadata((("x-n", str(n)),)))


def trailing_metadata_of_what_ended(patch: Patch) -> None:
    """With what was known when the answer was ready."""
    _metadata(
        patch, lambda context, n: context.set_trailing_metadata((("x-n", str(n)),)), late=True
    )


def _record_by(patch: Patch, names: Callable[[TableState, MatchState], str]) -> None:
    """Whoever asks with an id that *names* a running match gets its cards."""
    real = Records.get

    async def changed(self: Records, record_id: str) -> bytes | None:
        for following in self._tables.values():
            match = derived.running(following.state) if following.state is not None else None
            if match is not None and names(following.state, match) == record_id:  # type: ignore[arg-type]
                decks = [repr(match.state.spread)]
                return record_pb2.Record(
                    rounds=[record_pb2.RecordRound(decks=decks)]
                ).SerializeToString()
        return await real(self, record_id)

    patch.setattr(Records, "get", changed)


def record_by_match_id(patch: Patch) -> None:
    _record_by(patch, lambda state, match: match.match_id)


def record_by_commitment(patch: Patch) -> None:
    _record_by(patch, lambda state, match: commitment(match.match_id, match.secret).hex())


def secret_of_the_shuffle(patch: Patch) -> None:
    """In the place of its commitment. It is the same in both worlds."""

    def change(made: Any, state: TableState, *_: Any) -> Any:
        if state.match is not None:
            made.commitment = state.match.secret
        return made

    after(patch, views, "match", change)


def token_in_the_log(patch: Patch) -> None:
    """The hash of whoever acts."""

    def change(made: TableState, *_: Any) -> TableState:
        logging.getLogger(runner.__name__).debug("by %s", [seat.token.hex() for seat in made.seats])
        return made

    after(patch, runner, "evolve", change)


def replaceable_at(patch: Patch) -> None:
    """When a seat is replaceable, only with a turn limit."""

    def change(made: int | None, table: TableState, seat: int) -> int | None:
        return made + peek(table) if made is not None and table.pace.turn_limit else made

    after(patch, derived, "replaceable_at", change)
