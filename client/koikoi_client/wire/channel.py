"""Open channels to a server, encrypted or not, and find out why they fail.

gRPC does not tell: with the wrong certificate, or without one, it only fails to connect.
"""

from __future__ import annotations

import ssl
from collections.abc import Sequence

import grpc

from koikoi_client.errors import Untrusted
from koikoi_client.wire.address import Address
from koikoi_client.wire.certificate import NAME, fetch_certificate
from koikoi_client.wire.diagnosis import answers_unencrypted, has_tls, is_encrypted
from koikoi_client.wire.lookup import target
from koikoi_client.wire.trust import Trust

CHANNEL_OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.keepalive_time_ms", 8000),
    ("grpc.keepalive_timeout_ms", 4000),
    ("grpc.http2.ping_timeout_ms", 4000),  # without it a frozen peer goes unnoticed for a minute
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.initial_reconnect_backoff_ms", 500),
    ("grpc.min_reconnect_backoff_ms", 2000),
    ("grpc.max_reconnect_backoff_ms", 3000),
    ("grpc.enable_http_proxy", 0),  # a LAN server is never behind an HTTP proxy
    ("grpc.use_local_subchannel_pool", 1),  # one connection for each session, even in one process
)


async def open_channel(
    address: Address, hosts: Sequence[str], trust: Trust, *, own: bool
) -> grpc.aio.Channel:
    """A channel to the server at the IP addresses *hosts*, that accepts only its certificate.

    *own*: this program started the server.

    Raises:
        Untrusted: when the server is not trusted.
        OSError: when it does not answer.
    """
    where = target(hosts, address.port)
    if address.insecure:
        if not own:
            trust.check_plain()
        return grpc.aio.insecure_channel(where, options=CHANNEL_OPTIONS)
    if not trust.certificate:
        trust.accept(await _fetch(address, hosts, trust))
    only = ssl.DER_cert_to_PEM_cert(trust.certificate).encode()
    return grpc.aio.secure_channel(
        where,
        grpc.ssl_channel_credentials(only),
        options=(*CHANNEL_OPTIONS, ("grpc.ssl_target_name_override", NAME)),
    )


async def check_encryption(
    address: Address, hosts: Sequence[str], trust: Trust, *, own: bool
) -> None:
    """After a failure: find out whether a server that was trusted has changed its certificate.

    Raises:
        Untrusted: when it has another one now, or none, or one for the first time.
    """
    try:
        if not address.insecure:
            trust.check_same(await _fetch(address, hosts, trust))
        elif not own and await has_tls(hosts, address.port):
            raise Untrusted(is_encrypted(address))
    except OSError:
        pass  # nothing answers


async def _fetch(address: Address, hosts: Sequence[str], trust: Trust) -> bytes:
    """The server's certificate (DER). Raises OSError and Untrusted."""
    try:
        return await fetch_certificate(hosts, address.port, trust.expects)
    except (ssl.SSLError, ConnectionError):
        if await answers_unencrypted(hosts, address.port):
            trust.check_unencrypted_answer()
        raise
