"""Fetching a server's certificate."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator

import pytest

from koikoi_client.wire.certificate import digest_of, fetch_certificate, is_digest
from tests.encryption.machines import Noting
from tests.support.identity import identity
from tests.support.server import HOST


def der(number: int = 1) -> bytes:
    return ssl.PEM_cert_to_DER_cert(identity(number).certificate.decode())


@pytest.fixture
async def frozen() -> AsyncIterator[int]:
    """The port of a machine that accepts connections and says nothing."""
    server = await asyncio.start_server(lambda _reader, _writer: None, HOST, 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_it_is_the_one_that_the_server_has() -> None:
    async with Noting(identity()) as server:
        found = await fetch_certificate([HOST], server.port)
    assert digest_of(found) == identity().digest
    assert is_digest(identity().digest)


async def test_the_expected_one_is_preferred_among_several_addresses() -> None:
    """A name may have the addresses of several machines."""
    async with Noting(identity(2)) as other, Noting(identity()) as server:
        wrong = asyncio.Event()

        def expected(certificate: bytes) -> bool:
            wrong.set()
            return certificate == der()

        async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while some := await reader.read(4096):
                writer.write(some)

        async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await wrong.wait()
            there, back = await asyncio.open_connection(HOST, server.port)
            await asyncio.gather(pump(reader, back), pump(there, writer))
            back.close()
            writer.close()

        second = await asyncio.start_server(late, "127.0.0.2", other.port)
        found = await fetch_certificate([HOST, "127.0.0.2"], other.port, expected)
        assert found == der()
        wrong.clear()
        found = await fetch_certificate([HOST, "127.0.0.3"], other.port, lambda _: False)
        assert found == der(2), "that none answers at another address does not matter"
        second.close()


async def test_that_a_server_has_no_tls_is_told_before_that_another_does_not_answer(
    frozen: int,
) -> None:
    with pytest.raises(TimeoutError):
        await fetch_certificate([HOST], frozen, seconds=0.05)
    async with Noting(None) as server:
        with pytest.raises(ssl.SSLError):
            await fetch_certificate(["127.0.0.3", HOST], server.port)


async def test_nothing_answers() -> None:
    async with Noting(None) as server:
        pass
    with pytest.raises(ConnectionRefusedError):
        await fetch_certificate([HOST], server.port)
