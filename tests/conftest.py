"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.namespaces import NoNamespaces, alone

# Read when gRPC is imported. Its fork handlers now and then abort a child, and the child of a
# pseudo-terminal is forked while servers run in this process. It runs another program at once.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

from tests.support import loopback  # imports gRPC

loopback.hold()

# Hundreds of processes are started here: they need not compile every module again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_TESTS = count()

# The outcome of a test depends neither on the load of the machine nor on chance. `make fuzz` tries
# other inputs, and so does `pytest --hypothesis-profile=default`.
settings.register_profile(
    "tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are processors, as many tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _data_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Let programs that a test starts keep their files in folders of the test run.

    Servers that store nothing else keep their identity in the folder of settings.
    """
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("XDG_DATA_HOME", str(folder))
        for kind in ("CONFIG", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(tmp_path_factory.mktemp(kind.lower())))
        yield folder


@pytest.fixture(autouse=True)
def _data_of_this_test(_data_of_this_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a data folder of its own. Only its path: few tests need the folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(_data_of_this_run / str(next(_TESTS))))


@pytest.fixture
def machine() -> tuple[str, ...]:
    """Words to put before a command that listens to the network, so that nobody else reaches it."""
    try:
        return alone()
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")
