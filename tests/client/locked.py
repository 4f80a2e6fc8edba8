"""A scripted server that encrypts and needs a password."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import grpc

from koikoi.v1 import service_pb2_grpc
from koikoi_client.wire.address import Address
from koikoi_server.identity import Identity, fresh_identity, parsed_identity
from tests.client.fake import Fake, Running, refuse

INFO = "GetServerInfo"


@cache
def identity(number: int = 0) -> Identity:
    """An identity for all tests: to make one takes a moment. *number* tells them apart."""
    return parsed_identity(fresh_identity())


class Locked(Running, grpc.aio.ServerInterceptor):
    """A fake that answers only who sends its password, except to GetServerInfo.

    Attributes:
        password: the right one.
        refusal: the reason for which a wrong one is refused.
        encrypts: whether it uses *identity*.
        sent: the method and the password of each call.
    """

    def __init__(self, password: str) -> None:
        super().__init__(Fake())
        self.fake.info.password_needed = True
        self.password = password
        self.refusal = "PASSWORD_WRONG"
        self.encrypts = True
        self.identity = identity()
        self.sent: list[tuple[str, str | None]] = []

    @property
    def address(self) -> Address:
        return Address(self.host, self.port, insecure=not self.encrypts)

    @property
    def tried(self) -> list[str | None]:
        """The passwords of all calls but GetServerInfo, without those that were sent again."""
        return list(dict.fromkeys(each for method, each in self.sent if method != INFO))

    async def start(self) -> None:
        self._server = grpc.aio.server(interceptors=[self], options=[("grpc.so_reuseport", 0)])
        service_pb2_grpc.add_KoikoiServiceServicer_to_server(self.fake, self._server)
        where = f"{self.host}:{self.port}"
        if self.encrypts:
            pair = (self.identity.key, self.identity.certificate)
            self.port = self._server.add_secure_port(where, grpc.ssl_server_credentials([pair]))
        else:
            self.port = self._server.add_insecure_port(where)
        await self._server.start()

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any
    ) -> Any:
        method = handler_call_details.method.rpartition("/")[2]
        given = dict(handler_call_details.invocation_metadata).get("koikoi-password")
        self.sent.append((method, given))
        handler: Any = await continuation(handler_call_details)
        if method == INFO or given == self.password:
            return handler

        async def refused(_: object, context: Any) -> None:
            limited = self.refusal == "RATE_LIMITED"
            code = "RESOURCE_EXHAUSTED" if limited else "UNAUTHENTICATED"
            retry = 12.0 if limited else 0.0
            await refuse(context, grpc.StatusCode[code], self.refusal, retry=retry)

        return grpc.stream_stream_rpc_method_handler(refused)  # for any kind of call
