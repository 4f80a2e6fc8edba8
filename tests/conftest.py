"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.namespaces import NoNamespaces, alone

# Read when gRPC is imported. Its fork handlers abort a child now and then, and a terminal's child
# is forked while servers run in this process; it becomes another program at once.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

from tests.support import loopback  # it imports gRPC

loopback.hold()


@pytest.fixture(scope="session", autouse=True)
def _nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs that a test starts keep their data in a folder of the test run, not the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data-home"))


@pytest.fixture
def machine() -> tuple[str, ...]:
    """What comes before a command that listens to the network: there it is alone."""
    try:
        return alone()
    except NoNamespaces as error:
        pytest.skip(f"no network namespaces here: {error}")
