"""Certificates of servers: fetch one, and compute the code that people compare.

A fetched certificate proves nothing, and need not: the channel that is opened next accepts no other
one, and only its owner can use it.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress

NAME = "koikoi"
"""The name in the certificate of every koikoi server."""
CODE_LETTERS = 16
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes: without I and O, which look like 1 and 0."""


def digest_of(certificate: bytes) -> str:
    """The SHA-256 digest of a certificate (DER), in hexadecimal digits."""
    return hashlib.sha256(certificate).hexdigest()


def is_digest(written: str) -> bool:
    """Whether a text is a digest as :func:`digest_of` returns it."""
    return re.fullmatch("[0-9a-f]{64}", written) is not None


def code_of(digest: str) -> str:
    """The code of a certificate with that digest: "KMQR-ABCD-EFGH-TUVW"."""
    number = int(digest, 16) % len(LETTERS) ** CODE_LETTERS
    letters = ""
    for _ in range(CODE_LETTERS):
        number, place = divmod(number, len(LETTERS))
        letters = LETTERS[place] + letters
    return grouped(letters)


def grouped(letters: str) -> str:
    """The letters of a code in groups of four."""
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


async def fetch_certificate(
    addresses: Sequence[str],
    port: int,
    is_expected: Callable[[bytes], bool] = lambda _: True,
    seconds: float = 4.0,
) -> bytes:
    """The certificate (DER) of a server at one of several IP addresses.

    All are tried at once. The first one that *is_expected* is returned; if none is, any one.

    Raises:
        OSError: when none answers within *seconds*; an ssl.SSLError when one answers, but not with
            TLS.
    """
    fetching = [asyncio.create_task(_fetch(each, port, seconds)) for each in addresses]
    others: list[bytes] = []
    error = OSError()
    try:
        for each in asyncio.as_completed(fetching):
            try:
                certificate = await each
            except OSError as failed:
                error = error if isinstance(error, ssl.SSLError) else failed
                continue
            if is_expected(certificate):
                return certificate
            others.append(certificate)
    finally:
        for task in fetching:
            task.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)
    if not others:
        raise error
    return others[0]


async def _fetch(host: str, port: int, seconds: float) -> bytes:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # see above
    context.set_alpn_protocols(["h2"])
    async with asyncio.timeout(seconds):
        _, writer = await asyncio.open_connection(host, port, ssl=context, server_hostname=NAME)
    try:
        tls: ssl.SSLObject = writer.get_extra_info("ssl_object")
        certificate = tls.getpeercert(binary_form=True)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()
    if certificate is None:
        raise ssl.SSLError("no certificate")
    return certificate
