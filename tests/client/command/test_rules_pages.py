"""``koikoi-client HOST rules [GAME]`` prints the server's pages to read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from koikoi.v1 import service_pb2
from koikoi_client.command.rules_pages import rules_lines
from koikoi_client.errors import Refused
from koikoi_server.wire.catalog import catalog

if sys.platform == "win32":
    pytest.skip("the processes of these tests are Unix's", allow_module_level=True)

from tests.client.process import ServerProcess, piped, server_process


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with server_process() as running:
        yield running


@pytest.fixture(scope="module")
def whole() -> service_pb2.GetCatalogResponse:
    return catalog()


def test_all_pages_of_all_games(whole: service_pb2.GetCatalogResponse) -> None:
    lines = list(rules_lines(whole, "", 80))
    titles = [title for title, rule in pairwise(lines) if rule[:3] == "==="]
    assert titles == [page.title for page in whole.help]


@pytest.mark.parametrize("columns", [20, 39, 80, 96])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(
    whole: service_pb2.GetCatalogResponse, columns: int
) -> None:
    lines = list(rules_lines(whole, "", columns))
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 5
    words = "".join(word for line in lines for word in line.split() if set(word) != {"="})
    assert words == "".join("".join((page.title + page.text).split()) for page in whole.help)


@pytest.mark.parametrize("asked", ["coin", "Coin game", "COIN"])
def test_one_game_by_its_id_or_name(whole: service_pb2.GetCatalogResponse, asked: str) -> None:
    """With it come the pages on all games: the cards are needed to read it."""
    lines = list(rules_lines(whole, asked, 80))
    about = [page for page in whole.help if page.game in ("coin", "")]
    assert lines == list(rules_lines(service_pb2.GetCatalogResponse(help=about), "", 80))
    assert lines[0] == "The coin game"


def test_a_game_that_is_not_there_is_refused(whole: service_pb2.GetCatalogResponse) -> None:
    with pytest.raises(Refused, match="choose koikoi, coin or sakura"):
        list(rules_lines(whole, "go-stop", 80))


@pytest.mark.slow
def test_the_command_prints_and_ends(server: ServerProcess, tmp_path: Path) -> None:
    done = piped(tmp_path, server.address, "--plain", "rules", "coin")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == list(rules_lines(catalog(), "coin", 80))
    refused = piped(tmp_path, server.address, "rules", "chess")
    assert (refused.returncode, refused.stdout) == (4, "")
    assert refused.stderr == 'There is no game "chess": choose koikoi, coin or sakura.\n'
    wrong = piped(tmp_path, server.address, "roules")
    assert wrong.returncode == 2
    assert "usage: koikoi-client" in wrong.stderr


@pytest.mark.slow
def test_without_a_server_it_asks_one_of_its_own(tmp_path: Path) -> None:
    """Reading needs nobody else, and a server that was used last may be off."""
    done = piped(tmp_path, "rules", "coin", "game")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The coin game\n")
