"""Makes the messages of a table's state: the public view, and the private view of each seat.

Law held here: no view contains a secret. The public functions read a game's state only through its
``view``. Only ``seat_view`` reads a hand: that of its own seat.
"""

from __future__ import annotations

from hanafuda.game import Phase
from hanafuda.seats import parties
from koikoi.v1 import service_pb2, table_pb2
from koikoi_server.table import derived
from koikoi_server.table.options import usual_matters
from koikoi_server.table.state import MatchState, Pause, SeatState, Stage, TableState
from koikoi_server.text import DEFAULT
from koikoi_server.wire.events import timestamp, turn
from koikoi_server.wire.game_options import game_options
from koikoi_server.wire.results import round_result
from koikoi_server.wire.seat_options import seat_options
from koikoi_server.wire.sides import sides

_STAGES = {
    Stage.GATHERING: table_pb2.STAGE_GATHERING,
    Stage.PLAYING: table_pb2.STAGE_PLAYING,
    Stage.FINISHED: table_pb2.STAGE_FINISHED,
    Stage.CLOSED: table_pb2.STAGE_CLOSED,
}
_PHASES = {
    Phase.DECK: table_pb2.PHASE_CUT,  # only until the deck is shuffled
    Phase.PLAY: table_pb2.PHASE_PLAY,
    Phase.PLACE: table_pb2.PHASE_PLACE,
    Phase.DECIDE: table_pb2.PHASE_DECIDE,
    Phase.OVER: table_pb2.PHASE_MATCH_OVER,
}
_PAUSES = {Pause.CUT: table_pb2.PHASE_CUT, Pause.ROUND_OVER: table_pb2.PHASE_ROUND_OVER}


def update(state: TableState, chain: bytes, *, snapshot: bool) -> table_pb2.Update:
    """The update after entry ``state.seq``. The caller adds the news.

    *chain* is the hash chain of the match after that entry.
    """
    running = state.match
    return table_pb2.Update(
        seq=state.seq,
        snapshot=snapshot,
        table=table(state),
        match=match(state, running, chain) if running is not None else None,
    )


def table(state: TableState) -> table_pb2.Table:
    """A table as the lobby and its watchers see it."""
    return table_pb2.Table(
        table_id=state.table_id,
        name=state.name,
        stage=_STAGES[state.stage],
        game=state.game,
        rules=dict(state.chosen),
        seats=[_seat(state, seat) for seat in state.seats],
        host=state.host,
        needs_code=state.needs_code,
        close_time=timestamp(derived.close_time(state)),
        open_to_join=derived.open_to_join(state),
        usual_rules=usual_matters(state.game).issuperset(dict(state.chosen)),
    )


def row(state: TableState, spectators: int) -> service_pb2.TableRow:
    """A row of the lobby's list."""
    lobby_row = service_pb2.TableRow(
        table=table(state),
        spectators=spectators,
        rank=_rank(state),
        open_time=timestamp(state.opened_at),
    )
    if state.match is not None:
        view = state.module.view(state.match.state)
        lobby_row.round, lobby_row.rounds = view.round, view.rounds
    return lobby_row


def _rank(state: TableState) -> int:
    """The place of a table's row among others, 1 to 4; lower ranks come first."""
    if state.empty_since is not None:
        return 4
    free = derived.open_to_join(state)
    if any(state.at(seat).is_open for seat in free):
        return 1
    return 2 if free else 3


def match(state: TableState, match: MatchState, chain: bytes) -> table_pb2.Match:
    """A match, without the hands and the draw pile."""
    view = state.module.view(match.state)
    if match.over:
        phase = table_pb2.PHASE_MATCH_OVER
    elif match.pause is not None:
        phase = _PAUSES[match.pause]
    else:
        phase = _PHASES[view.phase]
    deadline = derived.deadline(state)
    result = None
    if view.result is not None:
        result = round_result(state.module, state.rules, view)
        if match.over:
            result.next_dealer = 0  # even if the match was ended between two rounds
    return table_pb2.Match(
        match_id=match.match_id,
        round=view.round,
        rounds=view.rounds,
        dealer=view.dealer,
        phase=phase,
        turn=view.turn,
        waiting_for=derived.waiting_for(state),
        deadline=timestamp(deadline) if deadline is not None else None,
        field=view.field,
        draw_pile=view.draw_pile,
        open_card=view.open_card or 0,
        sides=sides(state.module, state.rules, view),
        turns=[turn(each) for each in match.turns if each.events],
        result=result,
        winners=view.winners,
        record_id=match.record_id if match.over else "",
        commitment=match.commitment,
        chain=chain,
        open_card_drawn=view.open_card_drawn,
        parties=[
            table_pb2.Party(seats=seats, score=view.sides[seats[0] - 1].score)
            for seats in parties([seat.team for seat in state.seats])
        ],
    )


def seat_view(state: TableState, seat: int, language: str = DEFAULT) -> table_pb2.SeatView:
    """What only *seat* may see, with labels in *language*."""
    running = state.match
    return table_pb2.SeatView(
        seat=seat,
        hand=state.module.hand(running.state, seat) if running is not None else (),
        state_version=state.version,
        options=game_options(state, seat, language),
        join_code=state.join_code,
        seat_options=seat_options(state, seat, language),
    )


def _seat(state: TableState, seat: SeatState) -> table_pb2.Seat:
    replaceable = derived.replaceable_at(state, seat.seat)
    return table_pb2.Seat(
        number=seat.seat,
        player_name=seat.name,
        bot=seat.bot,
        team=seat.team,
        version=seat.version,
        absent_since=timestamp(seat.absent_since) if seat.absent_since is not None else None,
        replaceable_at=timestamp(replaceable) if replaceable is not None else None,
        wants_rematch=seat.wants_rematch,
        last_player_name=seat.last_name if seat.is_open else "",
        last_player_removed=seat.last_kicked and seat.is_open,
        waits_too_long=replaceable is not None and seat.is_connected,
    )
