"""A finished match as a server tells it, made by hand: nothing in it depends on a rule."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from koikoi.v1 import service_pb2, table_pb2
from tests.client.fake import said

NAMES = ("Aki", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil")


def steps(seats: int = 2, rounds: int = 2) -> list[service_pb2.TellRecordResponse]:
    """A match in which each dealer plays a card, takes one with it, and the round ends."""
    made = [_step(seats, rounds, 0, table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED))]
    for number in range(1, rounds + 1):
        dealer = (number - 1) % seats + 1
        for kind in (
            table_pb2.EVENT_KIND_ROUND_DEALT,
            table_pb2.EVENT_KIND_CARD_PLAYED,
            table_pb2.EVENT_KIND_CARDS_CAPTURED,
            table_pb2.EVENT_KIND_ROUND_ENDED,
        ):
            event = table_pb2.Event(kind=kind, seat=dealer, card=number + 1)
            made.append(_step(seats, rounds, number, event))
    made.append(
        _step(seats, rounds, rounds, table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_ENDED))
    )
    for place, step in enumerate(made, 1):
        step.step, step.steps, step.update.seq = place, len(made), place
    return made


def _step(
    seats: int, rounds: int, number: int, event: table_pb2.Event
) -> service_pb2.TellRecordResponse:
    table = table_pb2.Table(game="koikoi", stage=table_pb2.STAGE_PLAYING, seats=[
        table_pb2.Seat(number=seat, player_name=NAMES[seat - 1]) for seat in range(1, seats + 1)
    ])  # fmt: skip
    match = table_pb2.Match(
        match_id="M", round=number, rounds=rounds, dealer=event.seat, phase=table_pb2.PHASE_PLAY,
        field=[9, 12], draw_pile=24, sides=[table_pb2.Side(seat=n) for n in range(1, seats + 1)],
        parties=[table_pb2.Party(seats=[n]) for n in range(1, seats + 1)],
    )  # fmt: skip
    update = table_pb2.Update(news=[table_pb2.Entry(events=[event])], table=table, match=match)
    hands = (
        [service_pb2.Hand(cards=[seat, seat + 20]) for seat in range(1, seats + 1)]
        if number
        else []
    )
    return service_pb2.TellRecordResponse(update=update, said=said(update), hands=hands)


async def coming(
    told: Sequence[service_pb2.TellRecordResponse],
) -> AsyncGenerator[service_pb2.TellRecordResponse, None]:
    """The steps, one after the other."""
    for step in told:
        yield step
