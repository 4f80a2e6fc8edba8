"""Find out why a connection to a server failed."""

from __future__ import annotations

import asyncio
import socket

from koikoi_client.text import text
from koikoi_client.wire.address import Address


async def why_no_answer(address: Address, seconds: float = 4) -> str:
    """A sentence on why no koikoi server answers at *address*, and what to do about it.

    Looks up the host and opens a TCP connection, within *seconds* in total.
    """
    try:
        async with asyncio.timeout(seconds):
            await asyncio.get_running_loop().getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM
            )
            _, writer = await asyncio.open_connection(address.host, address.port)
            writer.close()
    except (socket.gaierror, UnicodeError):
        return text(
            'There is no host "{host}": check the name, or use the address that the '
            "server's window shows.",
            host=address.host,
        )
    except ConnectionRefusedError:
        return text(
            "Nothing answers at {address}: check the address and port, and that "
            "koikoi-server is running there.",
            address=address,
        )
    except TimeoutError:
        return text(
            "{address} does not answer: check the address, that you are on the same network, "
            "and that no firewall blocks the port.",
            address=address,
        )
    except OSError:
        return text(
            "{address} cannot be reached from here: check the address and that you are on the "
            "same network.",
            address=address,
        )
    return text(
        "Something answers at {address}, but it is not a koikoi server: check the port.",
        address=address,
    )
