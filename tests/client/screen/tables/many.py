"""Tables of three to seven seats."""

from __future__ import annotations

from hanafuda.cards import DECK, card, cards
from hanafuda.sakura.rules import POINTS
from hanafuda.sakura.scoring import COST, TABLE
from koikoi.v1 import table_pb2
from koikoi_client.screen.view import View

from .catalogue import CATALOG
from .parts import (
    LAST_TURN,
    LOG,
    LONG,
    NOW,
    OWN,
    after,
    changed,
    event,
    many_yaku,
    option,
    plays,
    seat,
    turn,
)
from .told import telling

_DEALT = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}


@telling
def many(seats: int, *, game: str = "coin", full: bool = True) -> View:
    """A table of three to seven seats; if *full*, the most cards on the field and longest names."""
    size, dealt = _DEALT[seats]
    if not full:
        on_field = list(DECK[: 4 * dealt : 4])
    elif seats == 6:  # four months of three, and one card of each other month
        on_field = [DECK[4 * month + n] for month in range(4) for n in range(3)]
        on_field += [DECK[4 * month] for month in range(4, 12)]
    else:
        on_field = [DECK[4 * month + n] for month in range(2) for n in range(3)]
        on_field += [DECK[8], *([DECK[9]] if dealt == 8 else [])]
        on_field += [DECK[4 * month] for month in range(3, 12)]
    rest = [each for each in DECK if each not in on_field]
    hand, rest = rest[-size:], rest[:-size]
    names = [LONG[number] if full else f"Player {number}" for number in range(seats)]
    teams = game == "sakura" and seats in (4, 6)
    sides = []
    for number in range(1, seats + 1):
        mine = rest[number - 1 :: seats]
        sides.append(
            table_pb2.Side(
                seat=number,
                hand_size=size,
                captured=mine,
                score=-150 if full else 10 * number,
                koikoi_calls=2 if full and game == "coin" else 0,
                yaku=many_yaku() if full else [],
                points=38 if full else 0,
                round_scores=[-50, 20, 100],
            )
        )
    match = table_pb2.Match(
        match_id="m", round=4, rounds=12, dealer=seats, phase=table_pb2.PHASE_PLAY, turn=1,
        waiting_for=[1], field=on_field, draw_pile=9, sides=sides, turns=[LAST_TURN],
    )  # fmt: skip
    table = table_pb2.Table(
        table_id="t", name="All of us", stage=table_pb2.STAGE_PLAYING, game=game, host=1,
        seats=[
            seat(n, name, team=(n - 1) % 2 + 1 if teams else 0) for n, name in enumerate(names, 1)
        ],
    )  # fmt: skip
    if full:
        table.seats[2].absent_since.CopyFrom(after(-30))
        table.seats[2].replaceable_at.CopyFrom(after(90))
        table.seats[1].bot = "hard"
    options = plays(hand, on_field)
    return View(
        update=table_pb2.Update(seq=9, table=table, match=match),
        seat_view=table_pb2.SeatView(seat=1, hand=hand, state_version=4, options=options),
        catalog=CATALOG,
        chosen=options[0].number,
        now=NOW,
        connection="connected",
        log=LOG,
    )


@telling
def sakura(seats: int) -> View:
    """The fullest table of Sakura: all yaku, the lowest totals, the lightning on a card.

    My cards take what lies there, and I may call hiki as well.
    """
    view = many(seats, game="sakura")
    made = [table_pb2.YakuScore(yaku=row.yaku, points=COST, cards=[1, 2, 3]) for (row,) in TABLE]
    for side in view.match.sides:
        del side.yaku[:]
        side.yaku.extend(made)
        side.points = COST * len(made)
        side.score = 12 * COST * len(made)
        side.round_scores[:] = [side.points] * 11
    sides = view.match.sides
    plain = next(each for each in sides[1].captured if POINTS[each - 1] == 0)
    sides[1].gaji_took = plain
    lightning = card("11-4")
    for side in sides:
        if lightning in side.captured:
            side.captured.remove(lightning)
    assert view.seat_view is not None
    if lightning not in view.hand:
        sides[1].captured.append(lightning)
    label = "Hiki: take all of Paulownia (12)"
    view.seat_view.options.append(
        option(90, table_pb2.OPTION_KIND_HIKI, "", "12-1 12-2 12-3 12-4", label)
    )
    return view


@telling
def moves() -> View:
    """Five players: the player's turn, after one of each opponent."""
    view = changed(many(5, full=False))
    del view.match.turns[:]
    view.match.turns.extend(
        [
            OWN,
            turn(2, "7-2", "7-1", "11-2"),
            turn(3, "5-3", "5-1", "2-4"),
            turn(4, "9-3", "9-1", "10-3"),
            turn(5, "12-3", "12-1", "6-3"),
        ]
    )
    return view


@telling
def coins_paid() -> View:
    """A finished round of the coin game, in which each of the others pays the winner."""
    view = changed(many(5, full=False))
    view.match.phase, view.match.turn = table_pb2.PHASE_ROUND_OVER, 0
    lines = [
        table_pb2.ScoreLine(seat=1, item="tsukimi", cards=cards("8-1 9-1"), points=5),
        table_pb2.ScoreLine(seat=1, item="koikoi_calls", times=2, seats=[1]),
        *(table_pb2.ScoreLine(seat=seat, item="payment", points=-10) for seat in range(2, 6)),
    ]
    view.match.sides[0].koikoi_calls = 1
    view.match.result.CopyFrom(
        table_pb2.RoundResult(
            end=table_pb2.ROUND_END_STOPPED, winner=1, lines=lines, scores=[40, -10, -10, -10, -10],
            next_dealer=1,
        )
    )  # fmt: skip
    return view


@telling
def hiki_out_of_turn() -> View:
    """An opponent's turn, in which the player may call hiki for two months."""
    view = changed(many(3, game="sakura", full=False))
    assert view.seat_view is not None
    view.match.turn = 2
    view.match.waiting_for[:] = [2]
    del view.seat_view.options[:]
    for number, month in enumerate((10, 12), 1):
        view.seat_view.options.append(
            table_pb2.Option(
                number=number,
                kind=table_pb2.OPTION_KIND_HIKI,
                taken=[4 * month - each for each in (3, 2, 1, 0)],
                label=f"Hiki: take all of {DECK[4 * month - 1].plant} ({month})",
            )
        )
    return changed(view, chosen=0)


@telling
def lightning_placing() -> View:
    """The lightning may take any card on the field, or be left there."""
    view = changed(many(3, game="sakura", full=False))
    played = event(table_pb2.EVENT_KIND_CARD_PLAYED, 1, "11-4")
    view.match.turns.append(table_pb2.Turn(seat=1, running=True, events=[played]))
    assert view.seat_view is not None
    view.match.phase, view.match.open_card = table_pb2.PHASE_PLACE, card("11-4")
    field = [each for each in view.match.field if DECK[each - 1].month != 11]
    view.match.field[:] = field
    del view.seat_view.options[:]
    for number, on in enumerate(field, 1):
        label = f"Take {DECK[on - 1].name} with Willow lightning (11)"
        kind = table_pb2.OPTION_KIND_TAKE
        view.seat_view.options.append(
            table_pb2.Option(number=number, kind=kind, card=card("11-4"), taken=[on], label=label)
        )
    left = "Leave Willow lightning (11) on the field"
    last = len(field) + 1
    view.seat_view.options.append(option(last, table_pb2.OPTION_KIND_LEAVE, "11-4", label=left))
    return changed(view, chosen=1)


@telling
def sakura_over(seats: int, *, match: bool = False) -> View:
    """The result of a round of Sakura, or of the match."""
    view = changed(sakura(seats), chosen=0)
    assert view.seat_view is not None
    del view.seat_view.options[:]
    ended = view.match.result
    for side in view.match.sides:
        rows = [("cards", 5 * side.seat)]
        rows += [("team_cards", 100)] if view.seat(side.seat).team else []
        rows.append(("others_yaku", -400))
        ended.lines.extend(table_pb2.ScoreLine(seat=side.seat, item=i, points=p) for i, p in rows)
        ended.scores.append(sum(points for _, points in rows))
    ended.end, ended.winner, ended.next_dealer = table_pb2.ROUND_END_PLAYED_OUT, 2, 2
    view.match.phase, view.match.turn = table_pb2.PHASE_ROUND_OVER, 0
    view.match.waiting_for[:] = range(1, seats + 1)
    if match:
        view.match.phase = table_pb2.PHASE_MATCH_OVER
        view.match.round, ended.next_dealer = 12, 0
        view.match.winners[:] = [2, 4, 6] if seats == 6 else [2]
        for side in view.match.sides:
            side.round_scores.append(side.points)
    return view
