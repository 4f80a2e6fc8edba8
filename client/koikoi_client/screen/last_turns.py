"""Draw the last turns: the server's full sentences where they fit, else its brief ones."""

from __future__ import annotations

from dataclasses import dataclass

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import table_pb2
from koikoi_client.cards import Line
from koikoi_client.text import printable
from koikoi_client.text.wrapping import wrap

from .cells import cut_lines
from .room import Room
from .view import View


@dataclass(frozen=True)
class TurnLines:
    """A turn in two forms: a full sentence, and a brief one in a single row."""

    full: list[Line]
    brief: list[Line]

    def fitting(self, rows: int) -> list[Line]:
        """The longer form that fits in *rows* rows; empty when neither does."""
        return next((form for form in (self.full, self.brief) if len(form) <= rows), [])


def recent_turns(view: View, columns: int) -> list[TurnLines]:
    """The last turns of this round that the server sent, oldest first; a running one is last."""
    return [
        _turn_lines(view, turn, said, columns)
        for turn, said in zip(view.match.turns, view.said.turns, strict=False)
    ]


def _turn_lines(
    view: View, turn: table_pb2.Turn, said: table_pb2.TurnSaid, columns: int
) -> TurnLines:
    full = [[("", f" {line}")] for line in wrap(printable(said.full), columns - 1, indent=2)]
    seat = view.names.seat_name(turn.seat)
    words = ""
    for name in (printable(said.subject) or seat, seat):
        words = f"{name}: {printable(said.brief)}"
        if get_cwidth(words) < columns:
            break
    return TurnLines(
        full, cut_lines([[("", f" {line}")] for line in wrap(words, columns - 1)], Room(columns, 1))
    )


def previous_turn(view: View, columns: int) -> list[Line]:
    """The last turn that has ended, as a full sentence; empty if there is none."""
    ended = recent_turns(view, columns)
    if view.match.turns and view.match.turns[-1].running:
        del ended[-1:]
    return ended[-1].full if ended else []


def my_turn(view: View, columns: int) -> TurnLines | None:
    """This player's running turn, if something has happened in it."""
    turns = view.match.turns
    if view.to_play and turns and turns[-1].running and turns[-1].seat == view.me:
        return recent_turns(view, columns)[-1]
    return None


def last_turns(view: View, room: Room) -> list[Line]:
    """The last turns that fit in the room, the newest last.

    This player's running turn gets its rows first, then the newest of the other turns. Remaining
    rows are used for full sentences.
    """
    mine, ended = my_turn(view, room.columns), recent_turns(view, room.columns)
    lines: list[Line] = []
    if mine is not None:
        ended.pop()
        lines = mine.fitting(room.rows)
    return [*_ended(ended, room.rows - len(lines)), *lines]


def _ended(ended: list[TurnLines], rows: int) -> list[Line]:
    """The turns that have ended: the newest get the free rows, the oldest are left out."""
    ended = ended[max(0, len(ended) - rows) :] if rows > 0 else []
    free = rows - sum(len(each.brief) for each in ended)
    lines: list[Line] = []
    for each in reversed(ended):
        chosen = each.fitting(len(each.brief) + free)
        free -= len(chosen) - len(each.brief)
        lines = [*chosen, *lines]
    return lines
