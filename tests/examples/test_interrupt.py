"""A client that is stopped by Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.examples.programs import example
from tests.support.server import serving


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
async def test_python_ends_without_a_word_and_keeps_its_seat(tmp_path: Path) -> None:
    async with serving() as server:
        words = (f"127.0.0.1:{server.running.port}", "Aki", "create", "koikoi", "-")
        aki = await example("python", *words, folder=tmp_path)
        await aki.said("TABLE")
        aki.interrupt()
        lines = await aki.ended(well=False)
        assert [line for line in lines if "Traceback" in line or "Interrupt" in line] == []
        assert len(list(tmp_path.glob("Aki.*.seat"))) == 1
