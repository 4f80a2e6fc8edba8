"""A gRPC server that no path can end, and that accepts the calls of each method separately.

The loop of gRPC's asyncio server decodes the path of each call to a method that is not registered.
One that is not UTF-8 raises UnicodeDecodeError there, which ends the server: it listens no more.
Interceptors and handlers are asked later, so nothing public avoids that. Here such a call is
refused as that of any unknown method. The loop also accepts the calls of all methods in turn; with
a loop for each, a flood of calls of one method delays the others less.

This uses private parts of gRPC. Where they are not as they were in gRPC 1.85, gRPC's own loop
serves the same handlers, with a warning in the log.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from typing import Any

import grpc

from koikoi_server.service.batches import BatchLoop

Handler = Any  #: a grpc.RpcMethodHandler

log = logging.getLogger(__name__)

logging.getLogger("grpc._cython.cygrpc").addFilter(
    lambda record: not str(record.msg).startswith("Invalid encoding")
)
"""gRPC would log, with a stack trace, each value of metadata that is not UTF-8."""

try:
    _core: Any = import_module("grpc._cython.cygrpc")  # it has no types
except ImportError:
    _core = None
_Server: Any = getattr(_core, "AioServer", object)

_PRIVATE = {
    "_handle_stream_unary_rpc": "method_handler rpc_state loop",
    "_handle_stream_stream_rpc": "method_handler rpc_state loop",
    "_schedule_rpc_coro": "rpc_coro rpc_state loop method_name",
    "AioServer.add_registered_method_handlers": "self method_handlers",
    "AioServer._make_request_call_future": "self method_bytes",
    "AioServer._request_call": "self",
    "AioServer._request_registered_call": "self method",
}
"""What :class:`_Accepting` uses of gRPC, and its parameters."""


def is_known() -> bool:
    """Whether gRPC's private parts are those that are used here."""
    try:
        return all(
            " ".join(inspect.signature(attrgetter(name)(_core)).parameters) == parameters
            for name, parameters in _PRIVATE.items()
        )
    except (AttributeError, TypeError, ValueError):
        return False


class _Accepting(_Server):  # type: ignore[misc]  # it has no types
    """Calls the handler of None for the calls of methods that are not registered."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._handlers: dict[bytes | None, Handler] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def handle(self, handlers: Mapping[str, Handler], unknown: Handler) -> None:
        self.add_registered_method_handlers(handlers)
        self._handlers = {path.encode(): handler for path, handler in handlers.items()}
        self._handlers[None] = unknown

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
        loop = BatchLoop(asyncio.get_running_loop())
        name = path.decode() if path else "unknown"
        handler = self._handlers[path]
        serve = (
            _core._handle_stream_stream_rpc
            if handler.response_streaming
            else _core._handle_stream_unary_rpc
        )
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
            handling = serve(handler, state, loop)
            self._kept(loop.create_task(_core._schedule_rpc_coro(handling, state, loop, name)))

    def _kept(self, task: asyncio.Task[Any]) -> asyncio.Task[Any]:
        """Keep a task until it is done: the event loop does not."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class _Unknown(grpc.GenericRpcHandler):
    """Has one handler for every method."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler:
        return self._handler


def accepting_server(
    handlers: Mapping[str, Handler], unknown: Handler, options: Sequence[tuple[str, Any]]
) -> grpc.aio.Server:
    """A server of the methods *handlers*, by path; *unknown* handles all other calls.

    All handlers read their requests from the context (``stream_unary``, ``stream_stream``).
    """
    if is_known():
        _core.AioServer = _Accepting
        try:
            server: Any = grpc.aio.server(options=options)
        finally:
            _core.AioServer = _Server
        if isinstance(getattr(server, "_server", None), _Accepting):
            server._server.handle(handlers, unknown)
            return server  # type: ignore[no-any-return]
    log.warning(
        "gRPC %s is newer than this server knows: somebody who can connect may be able to stop it. "
        "Upgrade koikoi-server, or use gRPC 1.85.",
        grpc.__version__,
    )
    server = grpc.aio.server(options=options)
    for path, handler in handlers.items():
        service, _, method = path.removeprefix("/").rpartition("/")
        server.add_registered_method_handlers(service, {method: handler})
    server.add_generic_rpc_handlers((_Unknown(unknown),))
    return server  # type: ignore[no-any-return]
