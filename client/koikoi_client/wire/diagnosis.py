"""Find out why a connection to a server failed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from koikoi_client.text import text
from koikoi_client.wire.address import DEFAULT_PORT, Address
from koikoi_client.wire.certificate import fetch_certificate
from koikoi_client.wire.lookup import look_up

_SETTINGS = b"\0\0\0\4"
"""The beginning of a frame of HTTP/2 with settings: its length, which varies, and its type."""
_HTTP2_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _SETTINGS + bytes(5)
"""What a client sends first (RFC 9113, section 3.4). A server answers with its settings."""


async def why_no_answer(address: Address, seconds: float = 4) -> str:
    """A sentence on why no koikoi server answers at *address*, and what to do about it.

    Looks up the host, opens a TCP connection to each of its addresses, and waits for an answer,
    within *seconds* each.
    """
    try:
        async with asyncio.timeout(seconds):
            found = await look_up(address.host)
    except OSError:
        return _not_found(address)
    tried = (_failure(address, each, seconds) for each in found)
    failures = await asyncio.gather(*tried)
    if any(isinstance(each, _OtherwiseEncrypted) for each in failures):
        if address.insecure:
            return is_encrypted(address)
        return text(
            "The server at {address} does not encrypt. If everybody on this network may read your "
            "cards, type:\n{command}",
            address=address,
            command=replace(address, code="", insecure=True).command,
        )
    if None in failures:
        return text(
            "Something answers at {address}, but not like a koikoi server: check the port. If the "
            "port is right, the server may have too many connections: try again later.",
            address=address,
        )
    if any(isinstance(each, _Silent) for each in failures):
        return text(
            "{address} accepts connections but does not answer in time: try again. If that does "
            "not help, check the port, that koikoi-server is not suspended there, and that no "
            "other machine answers in its place.",
            address=address,
        )
    if any(isinstance(each, ConnectionRefusedError) for each in failures):
        return text(
            "Nothing answers at {address}: check the address and port, and that "
            "koikoi-server is running there.",
            address=address,
        )
    if any(isinstance(each, TimeoutError) for each in failures):
        return text(
            "{address} does not answer: check the address, that you are on the same network, and "
            'that no firewall blocks the port. The end of "koikoi-server --help" says how to '
            "check.",
            address=address,
        )
    return text(
        "{address} cannot be reached from here: check the address and that you are on the "
        "same network.",
        address=address,
    )


def is_encrypted(address: Address) -> str:
    """That the server at *address* is encrypted, and the client is told not to be."""
    return text("The server at {address} is encrypted: leave out --insecure.", address=address)


async def has_tls(hosts: Sequence[str], port: int, seconds: float = 4) -> bool:
    """Whether a server at one of several IP addresses answers with TLS within *seconds*."""
    try:
        return bool(await fetch_certificate(hosts, port, seconds=seconds))
    except OSError:
        return False


async def answers_unencrypted(hosts: Sequence[str], port: int, seconds: float = 4) -> bool:
    """Whether a server at one of several IP addresses has HTTP/2 without TLS."""
    found = await asyncio.gather(*(_plain_failure(each, port, seconds) for each in hosts))
    return any(isinstance(each, _Answers) for each in found)


def _not_found(address: Address) -> str:
    host = address.host
    _, zone, interface = host.partition("%")
    if zone and ":" in host:
        return text(
            'This machine has no network interface "{interface}": leave out {zone} to try all.',
            interface=interface,
            zone=zone + interface,
        )
    if host.isalpha() and address.port == DEFAULT_PORT:  # commands have no port
        return text(
            'There is neither a command nor a host "{host}": "koikoi-client help" lists the '
            "commands, and the server's window shows its address.",
            host=host,
        )
    return text(
        'There is no host "{host}": check the name, or use the address that the server\'s window '
        "shows.",
        host=host,
    )


class _Silent(OSError):
    """A server accepts connections, and sends nothing."""


class _Answers(_Silent):
    """A server sends settings of HTTP/2, not encrypted."""


class _OtherwiseEncrypted(OSError):
    """A server of HTTP/2 has TLS where none was expected, or none where it was."""


async def _failure(address: Address, host: str, seconds: float) -> OSError | None:
    """Why connections to one IP address of a server fail; None if it has another protocol."""
    found = await _plain_failure(host, address.port, seconds)
    if not address.insecure and isinstance(found, _Answers):
        return _OtherwiseEncrypted()
    if found is None and await has_tls([host], address.port, seconds):
        return _OtherwiseEncrypted() if address.insecure else _Silent()
    return found


async def _plain_failure(host: str, port: int, seconds: float) -> OSError | None:
    """Why a connection without TLS fails; None if the server does not answer it with HTTP/2."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(host, port)
    except OSError as error:
        return error
    try:
        async with asyncio.timeout(seconds):
            writer.write(_HTTP2_HELLO)
            if (await reader.readexactly(len(_SETTINGS)))[3:] == _SETTINGS[3:]:
                return _Answers()
    except TimeoutError:
        return _Silent()
    except (OSError, asyncio.IncompleteReadError):
        pass  # it speaks another protocol
    finally:
        writer.close()
    return None
