"""The example clients take the addresses that koikoi-client takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples.programs import COMMANDS, LANGUAGES, needed, program
from tests.support.namespaces import ADDRESS_ALONE
from tests.support.timeouts import HANG

SERVE = (
    "mount --bind hosts /etc/hosts && mount --bind nsswitch.conf /etc/nsswitch.conf || exit 9\n"
    'mkfifo input; "$1" -m koikoi_server --memory --exit-with-stdin <input >lines &\n'
    "exec 9>input; until grep -qs @ lines; do sleep 0.05; done; shift; failed=0\n"
    "code=$(grep -o '[A-Z-]*@' lines | head -n 1)\n"
    f"for host in unix dns:50551 aki.local ::1 [::1]:50551 {ADDRESS_ALONE}; do\n"
    'timeout $0 "$@" $code$host Aki list || { echo "$host failed"; failed=1; }; done; exit $failed'
)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_addresses_without_a_port_and_names_that_look_like_uris(
    language: str, tmp_path: Path, machine: tuple[str, ...]
) -> None:
    needed(language)
    (tmp_path / "nsswitch.conf").write_text("hosts: files\n")
    (tmp_path / "hosts").write_text(f"{ADDRESS_ALONE} unix dns aki.local\n")
    python = COMMANDS["python"][0]
    shell = ("unshare", "--mount", "sh", "-c", SERVE, str(HANG / 6))
    clients = await program(*machine, *shell, python, *COMMANDS[language], folder=tmp_path)
    assert await clients.ended() == []
