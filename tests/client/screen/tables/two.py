"""Koi-Koi for two: ordinary moments, and the fullest table possible."""

from __future__ import annotations

from hanafuda.cards import DECK, card, cards
from koikoi.v1 import table_pb2
from koikoi_client.screen.view import View

from .catalogue import CATALOG
from .parts import (
    ALWAYS,
    BOTS,
    LAST_TURN,
    LOG,
    LONG,
    NOW,
    OWN,
    after,
    changed,
    event,
    many_yaku,
    offer,
    option,
    plays,
    score,
    seat,
    turn,
)
from .told import telling


@telling
def ordinary() -> View:
    """Two people in the middle of a month; the player has chosen a card with two matches."""
    hand = cards("1-1 2-2 3-3 6-1 8-3 10-2 11-4 12-2")
    field = cards("3-1 3-4 4-1 5-2 7-3 9-3 10-1 11-2 12-1 6-3")
    match = table_pb2.Match(
        match_id="m",
        round=3,
        rounds=12,
        dealer=1,
        phase=table_pb2.PHASE_PLAY,
        turn=1,
        waiting_for=[1],
        field=field,
        draw_pile=16,
        sides=[
            table_pb2.Side(
                seat=1,
                hand_size=8,
                captured=cards("9-1 9-4 1-2 1-3 9-2"),
                score=12,
                round_scores=[6, 6],
            ),
            table_pb2.Side(
                seat=2,
                hand_size=7,
                captured=cards("8-1 7-1 7-2 8-2 4-2 4-3 5-3 2-3 2-4"),
                koikoi_calls=1,
                score=7,
                round_scores=[0, 7],
            ),
        ],
        turns=[LAST_TURN],
    )
    options = plays(hand, field)
    chosen = next(each.number for each in options if each.card == card("3-3"))
    return View(
        update=table_pb2.Update(
            seq=40,
            table=table_pb2.Table(
                table_id="t",
                name="Aki's table",
                stage=table_pb2.STAGE_PLAYING,
                game="koikoi",
                seats=[seat(1, "Aki"), seat(2, "Ben")],
                host=1,
            ),
            match=match,
        ),
        seat_view=table_pb2.SeatView(
            seat=1, hand=hand, state_version=9, options=options, seat_options=ALWAYS
        ),
        catalog=CATALOG,
        chosen=chosen,
        now=NOW,
        spectators=2,
        connection="connected",
        log=LOG,
    )


@telling
def own_turn() -> View:
    """The same view after one turn of the player and one of the opponent."""
    view = changed(ordinary())
    view.match.turns.insert(0, OWN)
    return view


@telling
def fullest() -> View:
    """Two players with the longest names; all other cards are on the field or captured."""
    hand = cards("10-3 10-4 11-3 11-4 12-2 12-3 12-4 9-4")
    field = cards("1-1 1-2 1-3 2-1 2-2 2-3 3-1 3-2 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1")
    view = changed(ordinary())
    rest = [each for each in DECK if each not in hand and each not in field]
    match = view.match
    match.field[:] = field
    match.draw_pile = 10
    match.round, match.rounds = 24, 24
    mine, other = match.sides
    mine.captured[:], other.captured[:] = rest[:1], rest[1:]
    other.yaku.extend(many_yaku())
    other.points = 38
    mine.koikoi_calls, other.koikoi_calls = 3, 2
    mine.score, other.score = 188, -120
    other.hand_size = 8
    match.deadline.CopyFrom(after(83))
    view.table.seats[0].player_name, view.table.seats[1].player_name = LONG[0], LONG[1]
    view.table.seats[1].absent_since.CopyFrom(after(-30))
    view.table.seats[1].replaceable_at.CopyFrom(after(90))
    view.table.rules["months"] = "24"
    assert view.seat_view is not None
    del view.seat_view.options[:]
    view.seat_view.hand[:] = hand
    view.seat_view.options.extend(plays(hand, field))
    last = view.seat_view.options[-1].number
    return changed(view, chosen=last, spectators=99)


def lost(view: View) -> View:
    """The view while the connection is lost."""
    return changed(
        view,
        chosen=0,
        connection="connection lost, trying again",
        lost="The connection to 127.0.0.1:50551 is lost. Trying again. You cannot play until it is "
        "back. Your seat stays yours, even if you quit and come back later.",
    )


@telling
def richest() -> View:
    """The near side has captured nearly all cards."""
    view = changed(fullest())
    mine, other = view.match.sides
    mine.captured[:] = [*mine.captured, *other.captured]
    del other.captured[:], other.yaku[:]
    other.points = 0
    mine.yaku.extend(many_yaku())
    mine.points = 38
    return view


@telling
def deciding() -> View:
    """The player decides between koi-koi and stop."""
    view = changed(ordinary())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase = table_pb2.PHASE_DECIDE
    del match.field[0:2]
    own.hand.remove(card("3-3"))
    match.sides[0].hand_size = 7
    match.sides[0].captured.extend(cards("3-3 3-1"))
    del own.options[:]
    own.options.extend(
        [
            option(
                1, table_pb2.OPTION_KIND_KOIKOI,
                label="Koi-koi: play on for more than 10. If your opponent stops first, they score"
                " double and you nothing",
            ),
            option(
                2, table_pb2.OPTION_KIND_STOP,
                label="Stop and score 10 (5 points, times 2 for koi-koi calls)",
            ),
        ]
    )  # fmt: skip
    mine = turn(1, "3-3", "3-1", "6-3")
    mine.running = True
    mine.events.append(event(table_pb2.EVENT_KIND_YAKU_FORMED, 1))
    mine.events[-1].yaku.append(score("hanami", 5, "3-1 9-1"))
    mine.events[-1].number = 5
    match.turns.append(mine)
    return changed(view, chosen=0)


@telling
def placing() -> View:
    """The player places the drawn card, which matches two cards on the field."""
    view = changed(ordinary())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase, match.open_card, match.open_card_drawn = table_pb2.PHASE_PLACE, card("3-2"), True
    own.hand.remove(card("3-3"))
    match.field.append(card("1-4"))
    del own.options[:]
    for number, on in enumerate(("3-1", "3-4"), 1):
        label = f"Take {card(on).name} with Cherry poem ribbon (3)"
        own.options.append(option(number, table_pb2.OPTION_KIND_TAKE, "3-2", on, label))
    return changed(view, chosen=2)


@telling
def waiting() -> View:
    """The turn of the opponent, who is away."""
    view = changed(ordinary())
    view.match.turn = 2
    view.match.waiting_for[:] = [2]
    view.table.seats[1].absent_since.CopyFrom(after(-47))
    view.table.seats[1].replaceable_at.CopyFrom(after(73))
    own = view.seat_view
    assert own is not None
    del own.options[:]
    del own.seat_options[:]
    own.seat_options.extend(
        [
            offer("SEAT_COMPUTER", "Let a computer play for Ben", 2, bots=BOTS, possible=73),
            offer("NUDGE", "Remind Ben", 2),
            *ALWAYS,
        ]
    )
    return changed(view, chosen=0, news=frozenset(cards("11-2 7-1")))


@telling
def late() -> View:
    """The opponent may be replaced; a computer plays for the player."""
    view = changed(waiting())
    view.table.seats[1].replaceable_at.CopyFrom(after(-5))
    view.table.seats[0].bot = "medium"
    own = view.seat_view
    assert own is not None
    del own.seat_options[:]
    own.seat_options.extend(
        [
            offer("TAKE_BACK", "Take your seat back from Medium", 1),
            offer("SEAT_COMPUTER", "Let a computer play for Ben", 2, bots=BOTS),
            offer("NUDGE", "Remind Ben", 2),
            offer("END_MATCH", "End the match without a result", confirm=True),
            offer("CHANGE_COMPUTER", "Let another computer play for you", 1, bots="easy hard"),
            *ALWAYS[1:],
        ]
    )
    return changed(view, notice="The game has moved on: choose again.")


@telling
def watching() -> View:
    """A spectator's view of the same."""
    return changed(ordinary(), seat_view=None, chosen=0)


@telling
def gathering(*others: str) -> View:
    """A private table that waits for players: Aki in seat 1, and these computers; empty: open."""
    seats = [seat(n, bot=bot) for n, bot in enumerate(others or ("",), 2)]
    update = table_pb2.Update(
        seq=1,
        table=table_pb2.Table(
            table_id="t", name="Aki's table", stage=table_pb2.STAGE_GATHERING, host=1,
            game="koikoi" if len(seats) == 1 else "coin",
            seats=[seat(1, "Aki"), *seats], needs_code=True,
        ),
    )  # fmt: skip
    own = table_pb2.SeatView(seat=1, join_code="PLUM-4711")
    free = [each.number for each in seats if not each.bot]
    if len(free) > 1:
        label = f"Put computers in all {len(free)} open seats"
        own.seat_options.append(offer("FILL_ALL", label, bots=BOTS))
    for number in free:
        where = "the Blue seat" if len(seats) == 1 else f"seat {number}"
        own.seat_options.append(
            offer("SEAT_COMPUTER", f"Put a computer in {where}", number, bots=BOTS)
        )
    own.seat_options.extend([ALWAYS[0], offer("LEAVE", "Leave the table", 1)])
    return View(update=update, seat_view=own, catalog=CATALOG, now=NOW, connection="connected")


@telling
def round_over(rounds: int = 3) -> View:
    """The result of a month."""
    view = changed(deciding())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase, match.turn = table_pb2.PHASE_ROUND_OVER, 0
    match.round = rounds
    match.turns[-1].running = False
    match.turns[-1].events.append(event(table_pb2.EVENT_KIND_STOP_CALLED, 1))
    match.waiting_for[:] = [1, 2]
    match.deadline.CopyFrom(after(14))
    match.sides[0].round_scores[:] = ([6, 0, 10] * 8)[:rounds]
    match.sides[1].round_scores[:] = ([0, 7, 0] * 8)[:rounds]
    for side in match.sides:
        side.score = sum(side.round_scores)
    match.result.CopyFrom(
        table_pb2.RoundResult(
            end=table_pb2.ROUND_END_STOPPED,
            winner=1,
            lines=[
                table_pb2.ScoreLine(seat=1, item="hanami", cards=cards("3-1 9-1"), points=5),
                table_pb2.ScoreLine(
                    seat=1, item="tan", cards=cards("1-2 9-2 4-2 5-2 7-2 11-3"), points=2
                ),
                table_pb2.ScoreLine(seat=1, item="double_at_7", times=2),
                table_pb2.ScoreLine(seat=1, item="koikoi", times=2),
            ],
            scores=[28, 0],
            next_dealer=1,
        )
    )
    del own.options[:]
    own.options.append(option(1, table_pb2.OPTION_KIND_GO_ON, label="Go on"))
    return changed(view, chosen=1)


@telling
def match_over(rounds: int = 12) -> View:
    """The end of a match; the opponent wants a rematch."""
    view = changed(round_over(rounds))
    view.match.phase = table_pb2.PHASE_MATCH_OVER
    view.match.rounds = rounds
    view.match.result.next_dealer = 0
    view.match.winners[:] = [1]
    view.table.stage = table_pb2.STAGE_FINISHED
    view.table.seats[1].wants_rematch = True
    assert view.seat_view is not None
    del view.seat_view.options[:]
    view.seat_view.seat_options.insert(0, offer("REMATCH", "Play again"))
    return changed(view, chosen=0)
