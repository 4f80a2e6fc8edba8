"""Identities of servers for tests, and channels that accept them."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from functools import cache
from typing import Any

import grpc

from koikoi_server.identity import NAME, Identity, fresh_identity, parsed_identity


def identity(number: int = 1) -> Identity:
    """One of several identities, always the same for a number."""
    return _made(number)


def channel_as_printed(address: str, options: Sequence[tuple[str, Any]] = ()) -> grpc.aio.Channel:
    """A channel to an address of this machine, as a server prints it: with its code if it encrypts.

    The certificate is not compared with the code.
    """
    code, _, target = address.rpartition("@")
    if not code:
        return channel_to(target, None, options)
    host, _, port = target.rpartition(":")
    return channel_to(target, ssl.get_server_certificate((host, int(port))).encode(), options)


@cache
def _made(_number: int) -> Identity:
    return parsed_identity(fresh_identity())


def channel_to(
    target: str, certificate: bytes | None, options: Sequence[tuple[str, Any]] = ()
) -> grpc.aio.Channel:
    """A channel to the server with that certificate (PEM); None: it does not encrypt."""
    if certificate is None:
        return grpc.aio.insecure_channel(target, options=options)
    return grpc.aio.secure_channel(
        target,
        grpc.ssl_channel_credentials(certificate),
        options=(*options, ("grpc.ssl_target_name_override", NAME)),
    )
