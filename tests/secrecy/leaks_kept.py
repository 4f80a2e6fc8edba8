"""Leaks in what is kept: in files, in records, and in secrets that are used again."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from koikoi_server import tokens
from koikoi_server.journal.store import Store
from koikoi_server.lobby import lobby, match_entries
from koikoi_server.lobby.chance import draw
from koikoi_server.service import errors
from koikoi_server.table.commands import Chance
from koikoi_server.table.deck import MatchSecret, fresh_secret
from koikoi_server.table.events import Entry, TableOpened
from koikoi_server.wire.record import recording
from koikoi_server.wire.record.document import digest
from tests.secrecy.planting import Patch, Plant, after


def tokens_on_disk(patch: Patch) -> None:
    """Seat tokens are stored as they are."""
    patch.setattr(tokens, "token_hash", lambda token: token.encode()[:43])


def request_ids_on_disk(patch: Patch) -> None:
    """So are the ids of requests."""
    patch.setattr(tokens, "request_key", lambda call, caller, id: call.encode() + id.encode())


def readable_log(patch: Patch) -> None:
    """The newest moves may be read by everybody on the machine."""

    def change(_: None, self: Store, entries: Sequence[Entry]) -> None:
        self._paths[1].chmod(0o644)

    after(patch, Store, "write", change)


def file_of_a_fault(patch: Patch) -> None:
    """The values in the stack of a fault are written to a file."""

    def change(made: Any, name: str, error: BaseException) -> Any:
        at, lines = error.__traceback__, []
        while at is not None:
            lines.append(repr(at.tb_frame.f_locals))
            at = at.tb_next
        (Path(tempfile.gettempdir()) / "koikoi-fault.txt").write_text("\n".join(lines))
        return made

    after(patch, errors, "fault", change)


def file_with_a_code(patch: Patch) -> None:
    """Each private table has a file that is named for its join code."""

    def change(_: None, self: Store, entries: Sequence[Entry]) -> None:
        for event in (event for entry in entries for event in entry.events):
            if isinstance(event, TableOpened) and event.join_code:
                (self._paths[0].parent / f"{event.join_code}.lock").touch(0o600)

    after(patch, Store, "write", change)


def secret_of_a_table(patch: Patch) -> None:
    """All matches of a table have the same secret, which the first one's record publishes."""
    secret = cache(lambda number: fresh_secret().secret)

    def change(made: Chance, settings: Any, by_code: Any, number: int, *_: Any) -> Chance:
        return replace(made, secret=secret(number))

    _draw(patch, change)


def secret_of_the_server(patch: Patch) -> None:
    """All tables have the same secrets."""
    once: list[MatchSecret] = []

    def change(made: Chance, settings: Any, by_code: Any, number: int, state: Any) -> Chance:
        played = state.match.number if state is not None and state.match is not None else 0
        while len(once) <= played:
            once.append(fresh_secret())
        return replace(made, secret=once[played].secret)

    _draw(patch, change)


def _draw(patch: Patch, change: Any) -> None:
    patch.setattr(lobby, "draw", lambda *given: change(draw(*given), *given))


def chat_in_a_record(patch: Patch) -> None:
    """What is said is recorded with the match."""
    patch.setattr(recording, "LAST_OF_MATCH", 1_000)
    patch.setattr(match_entries, "_LEFT_OUT", ())


def token_in_a_record(patch: Patch) -> None:
    """A player is told apart by the hash of a token."""

    def change(made: Any, self: Any) -> Any:
        for player, seat in zip(made.players, self.table.seats, strict=True):
            player.name += seat.token.hex()
        made.digest = digest(made)
        return made

    after(patch, recording._Recording, "finished", change)


def private_record_listed(patch: Patch) -> None:
    """The list has the matches of private tables too."""
    real = recording.stored_record
    patch.setattr(recording, "stored_record", lambda *given: real(*given)._replace(public=True))


KEPT: dict[str, Plant] = {
    "seat tokens on the disk": tokens_on_disk,
    "request ids on the disk": request_ids_on_disk,
    "a log that others can read": readable_log,
    "a file about a fault": file_of_a_fault,
    "a file named for a join code": file_with_a_code,
    "a secret for all matches of a table": secret_of_a_table,
    "a secret for all tables": secret_of_the_server,
    "chat in a record": chat_in_a_record,
    "a token's hash in a record": token_in_a_record,
    "the record of a private table in the list": private_record_listed,
}
"""What is kept, and how it is planted."""
