"""A finished match as a server tells it, made by hand: nothing in it depends on a rule."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from tests.client.fake import said

NAMES = ("Aki", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil")


def steps(seats: int = 2, rounds: int = 2) -> list[wire.TellRecordResponse]:
    """A match in which each dealer plays a card, takes one with it, and the round ends."""
    made = [_step(seats, rounds, 0, t.Event(kind=t.EVENT_KIND_MATCH_STARTED))]
    for number in range(1, rounds + 1):
        dealer = (number - 1) % seats + 1
        for kind in (
            t.EVENT_KIND_ROUND_DEALT, t.EVENT_KIND_CARD_PLAYED, t.EVENT_KIND_CARDS_CAPTURED,
            t.EVENT_KIND_ROUND_ENDED,
        ):  # fmt: skip
            event = t.Event(kind=kind, seat=dealer, card=number + 1)
            made.append(_step(seats, rounds, number, event))
    made.append(_step(seats, rounds, rounds, t.Event(kind=t.EVENT_KIND_MATCH_ENDED)))
    for place, step in enumerate(made, 1):
        step.step, step.steps, step.update.seq = place, len(made), place
    return made


def _step(seats: int, rounds: int, number: int, event: t.Event) -> wire.TellRecordResponse:
    table = t.Table(game="koikoi", stage=t.STAGE_PLAYING, seats=[
        t.Seat(number=seat, player_name=NAMES[seat - 1]) for seat in range(1, seats + 1)
    ])  # fmt: skip
    match = t.Match(
        match_id="M", round=number, rounds=rounds, dealer=event.seat, phase=t.PHASE_PLAY,
        field=[9, 12], draw_pile=24, sides=[t.Side(seat=n) for n in range(1, seats + 1)],
        parties=[t.Party(seats=[n]) for n in range(1, seats + 1)],
    )  # fmt: skip
    update = t.Update(news=[t.Entry(events=[event])], table=table, match=match)
    hands = [wire.Hand(cards=[seat, seat + 20]) for seat in range(1, seats + 1)] if number else []
    return wire.TellRecordResponse(update=update, said=said(update), hands=hands)


async def coming(
    told: Sequence[wire.TellRecordResponse],
) -> AsyncGenerator[wire.TellRecordResponse, None]:
    """The steps, one after the other."""
    for step in told:
        yield step
