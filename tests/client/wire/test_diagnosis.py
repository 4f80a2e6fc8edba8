"""Why no koikoi server answers."""

from __future__ import annotations

import asyncio

import pytest

from koikoi_client.wire import diagnosis
from koikoi_client.wire.address import DEFAULT_PORT, Address
from koikoi_client.wire.diagnosis import why_no_answer
from tests.support.timeouts import HANG

SETTINGS = b"\0\0\6\4\0\0\0\0\0" + b"\0\3\0\0\0\x64"


@pytest.mark.parametrize(
    ("said", "seconds", "told"),
    [
        pytest.param(b"", 1.0, "does not answer in time", id="suspended"),
        pytest.param(SETTINGS, HANG, "does not answer in time", id="slow"),
        pytest.param(b"SSH-2.0-OpenSSH_9.2\r\n", HANG, "not like a koikoi server", id="SSH"),
        pytest.param(b"-", 1.0, "not like a koikoi server", id="closes"),
    ],
)
async def test_a_server_that_accepts_a_connection(said: bytes, seconds: float, told: str) -> None:
    """One that is busy or suspended is not taken for another program."""

    async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        if said == b"-":
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = Address("127.0.0.1", server.sockets[0].getsockname()[1], insecure=True)
    assert told in await why_no_answer(address, seconds)
    server.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (Address("ä", DEFAULT_PORT), 'neither a command nor a host "ä"'),
        (Address("ä", 7), 'no host "ä"'),  # a command has no port
        (Address("a%lo", 7), 'no host "a%lo"'),
        (Address("fe80::1%lo", 7), 'no network interface "lo"'),
    ],
)
async def test_an_unknown_host(
    address: Address, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unknown(_: str) -> None:
        raise OSError

    monkeypatch.setattr(diagnosis, "look_up", unknown)
    assert told in await why_no_answer(address)
