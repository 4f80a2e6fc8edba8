"""How to reach a limit that SECURITY.md lists, and what its row says about it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from koikoi_server.command_line import Option
from koikoi_server.settings import Settings
from koikoi_server.table.limits import Limits
from tests.support.server import Client, reason

WAIT = {"RATE_LIMITED", "LIMIT_REACHED"}  #: reasons whose refusals say how long to wait


@dataclass(frozen=True)
class Limit:
    """A row of the table, which begins with *resource* and *unit*.

    Attributes:
        reach: reaches the limit on a server with the settings *small*; returns the reason of the
            refusal, or "" if nothing is refused.
        setting: the field of Settings or, if it has none of that name, of Limits, in which the
            default is; empty: the default is *default*.
        default: the number or rate (burst, per second) of a limit that is not a setting.
        of: the unit of the number: "bytes"; empty: it is counted.
    """

    resource: str
    unit: str
    reach: Callable[[Client], Awaitable[str]]
    small: Mapping[str, Any] = field(default_factory=dict)
    setting: str = ""
    default: int | tuple[int, int] = 0
    of: str = ""

    @property
    def row(self) -> tuple[str, str]:
        return self.resource, self.unit

    @property
    def shown_default(self) -> str:
        """The default as the table shows it."""
        value: Any = self._field.default if self.setting else self.default
        if isinstance(value, tuple):
            burst, per_second = value
            return f"{per_second:,} a second, {burst:,} at once"
        if self.of == "seconds":
            value //= 1000
        return f"{value:,} {self.of}".strip()

    @property
    def flag(self) -> str:
        """The option as the table shows it."""
        row: Option | None = self._field.metadata.get("option") if self.setting else None
        return f"`{row.flag}`" if row else "-"

    @property
    def _field(self) -> dataclasses.Field[Any]:
        found = {
            each.name: each for kind in (Limits, Settings) for each in dataclasses.fields(kind)
        }
        return found[self.setting]


async def times(number: int, call: Callable[[], Awaitable[Any]]) -> list[Any]:
    """The results of *number* calls, one after the other."""
    return [await call() for _ in range(number)]


async def refusal(call: Awaitable[Any], *, says_wait: bool = True) -> str:
    """The reason for which *call* is refused; with a wait if a retry can succeed."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    status = rpc_status.from_call(caught.value)
    assert status is not None
    found = reason(caught.value)
    if found in WAIT and says_wait:
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        waits = [each for each in status.details if each.Is(error_details_pb2.RetryInfo.DESCRIPTOR)]
        retry = error_details_pb2.RetryInfo()
        assert waits[0].Unpack(retry)
        assert retry.retry_delay.ToMilliseconds() > 0
        assert re.search(" (second|minute)", caught.value.details() or ""), (
            "the sentence says how long to wait"
        )
    return found
