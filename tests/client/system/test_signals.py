"""Signals that end the program."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from koikoi_client.system.process import until_signal

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)


@pytest.mark.parametrize(("ignored", "code"), [(False, 128 + signal.SIGHUP), (True, 0)])
async def test_a_closed_terminal_ends_it_except_under_nohup(ignored: bool, code: int) -> None:
    async def play() -> int:
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0.01 if ignored else 60)
        return 0

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        assert await until_signal(play()) == code
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
        signal.signal(signal.SIGHUP, before)
