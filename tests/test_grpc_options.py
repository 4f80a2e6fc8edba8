"""The options that we give to gRPC, which ignores those that it does not know."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from koikoi_client.wire.channel import CHANNEL_OPTIONS
from koikoi_server.service.serve import _options
from koikoi_server.settings import Settings


@pytest.mark.parametrize("options", [_options(Settings()), CHANNEL_OPTIONS])
def test_grpc_knows_every_option(options: list[tuple[str, int]]) -> None:
    """A misspelled one let the server cut off idle clients that sent pings, after three of them."""
    known = Path(str(import_module("grpc._cython.cygrpc").__file__)).read_bytes()
    assert [name for name, _ in options if name.encode() + b"\0" not in known] == []
