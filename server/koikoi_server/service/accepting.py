"""A gRPC server that accepts the calls of each method separately.

gRPC's own loop accepts the calls of all methods in one queue, and ends the whole server when the
path of a call is not UTF-8. Here a flood of calls of one method delays the calls of the others
less, and unknown paths are refused without being decoded. As gRPC has no public interface for this,
the loop's private one is used; a test checks that the installed gRPC has it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import grpc

_core: Any = import_module("grpc._cython.cygrpc")  # it has no types

logging.getLogger("grpc._cython.cygrpc").addFilter(
    lambda record: not str(record.msg).startswith("Invalid encoding")
)
"""gRPC would log, with a stack trace, each value of metadata that is not UTF-8."""

Handler = Any  #: a grpc.RpcMethodHandler


class _Accepting(_core.AioServer):  # type: ignore[misc]  # it has no types
    """Calls *unknown* for the calls of methods that are not registered."""

    def __init__(self, unknown: Handler, options: tuple[tuple[str, Any], ...]) -> None:
        super().__init__(asyncio.get_running_loop(), None, (), (), options, None)
        self._handlers: dict[bytes | None, Handler] = {None: unknown}
        self._tasks: set[asyncio.Task[Any]] = set()

    def add_registered_method_handlers(self, handlers: Mapping[str, Handler]) -> None:
        super().add_registered_method_handlers(handlers)
        self._handlers.update((path.encode(), handler) for path, handler in handlers.items())

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._stopped = {path: loop.create_future() for path in self._handlers}
        await super().start()
        for path, stopped in self._stopped.items():
            self._kept(loop.create_task(self._accept(path, stopped)))

    def _make_request_call_future(self, path: bytes | None) -> asyncio.Future[None]:
        # gRPC expects a future that is done when a call has come. This one is done when the server
        # stops, so that gRPC waits for it once, not for each call.
        return self._stopped[path]

    async def _accept(self, path: bytes | None, stopped: asyncio.Future[None]) -> None:
        """Accept calls of one method (None: of all unknown ones) until the server stops."""
        loop = asyncio.get_running_loop()
        name = path.decode() if path else "unknown"
        serve = _SERVE[self._handlers[path].response_streaming]
        while True:
            try:
                if path is None:
                    state = await self._request_call()
                else:
                    state = await self._request_registered_call(path)
            except Exception as error:  # usually _RequestCallError
                if not stopped.done():
                    stopped.set_exception(error)
                return
            handling = serve(self._handlers[path], state, loop)
            self._kept(loop.create_task(_core._schedule_rpc_coro(handling, state, loop, name)))

    def _kept(self, task: asyncio.Task[Any]) -> asyncio.Task[Any]:
        """Keep a task until it is done: the event loop does not."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


_SERVE = {False: _core._handle_stream_unary_rpc, True: _core._handle_stream_stream_rpc}


def accepting_server(
    handlers: Mapping[str, Handler], unknown: Handler, options: Sequence[tuple[str, Any]]
) -> grpc.aio.Server:
    """A server of the methods *handlers*, by path; *unknown* handles all other calls.

    All handlers read their requests from the context (``stream_unary``, ``stream_stream``).
    """
    usual = _core.AioServer
    _core.AioServer = lambda loop, pool, generic, interceptors, arguments, most: _Accepting(
        unknown, arguments
    )
    try:
        server: Any = grpc.aio.server(options=options)
    finally:
        _core.AioServer = usual
    server._server.add_registered_method_handlers(handlers)
    return server  # type: ignore[no-any-return]
