"""What an update said once and a face still showed later; it takes nothing any more."""

from __future__ import annotations

from koikoi.v1 import table_pb2 as t


class Memory:
    """Of one table, from update to update.

    Attributes:
        left: who left the seats that are open now, by the seat.
        own_turn: what happened in the last turn of mine, in this round.
        between: the turns of others since then, the newest last.
        running: what happened so far in the turn that goes on.
        inherited_turn: what happened in the last turn of who sat in my seat before me.
    """

    def __init__(self) -> None:
        self.left: dict[int, str] = {}
        self.own_turn: list[t.Event] = []
        self.between: list[list[t.Event]] = []
        self.running: list[t.Event] = []
        self.inherited_turn: list[t.Event] = []
