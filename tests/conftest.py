"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.namespaces import NoNamespaces, alone

# Read when gRPC is imported. Its fork handlers abort a child now and then, and a terminal's child
# is forked while servers run in this process; it becomes another program at once.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

from tests.support import loopback  # it imports gRPC

loopback.hold()

_TESTS = count()

# A test's outcome depends neither on how busy the machine is nor on chance; `make fuzz` looks
# further, and so does `pytest --hypothesis-profile=default`.
settings.register_profile(
    "tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


@pytest.fixture(scope="session", autouse=True)
def _nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Programs that a test starts keep their data in a folder of the test run, not the user's."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def _own_data(_nobodys_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has its own: a path, since few tests make the folder and making it takes time."""
    monkeypatch.setenv("XDG_DATA_HOME", str(_nobodys_data / str(next(_TESTS))))


@pytest.fixture
def machine() -> tuple[str, ...]:
    """What comes before a command that listens to the network: there it is alone."""
    try:
        return alone()
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")
