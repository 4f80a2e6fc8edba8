"""Generic tools can call the server: reflection and health, with ``buf curl``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.examples.programs import EXAMPLES, program
from tests.support.identity import identity
from tests.support.server import serving

pytestmark = [
    pytest.mark.examples,
    pytest.mark.skipif(shutil.which("npm") is None, reason="not shown here: this needs npm"),
]
BUF = ("npm", "exec", "--yes", "--package=@bufbuild/buf@1.75.0", "--", "buf", "curl")
CURL = (*BUF, "--protocol", "grpc", "--cacert", "koikoi.pem", "--servername", "koikoi")


async def asked(folder: Path, *arguments: str) -> str:
    return "\n".join(await (await program(*CURL, *arguments, folder=folder)).ended())


def test_the_readme_shows_how() -> None:
    readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
    service = "https://HOST:50551/koikoi.v1.KoikoiService/ListTables"
    assert f"npx @bufbuild/{' '.join(CURL[CURL.index('buf') :])} {service}" in readme


async def test_it_lists_the_services_and_the_tables_and_asks_for_health(tmp_path: Path) -> None:
    (tmp_path / "koikoi.pem").write_bytes(identity().certificate)
    async with serving(identity=identity()) as client:
        url = f"https://127.0.0.1:{client.running.port}"
        services = (await asked(tmp_path, "--list-services", url)).split()
        assert {"koikoi.v1.KoikoiService", "grpc.health.v1.Health"} <= set(services)
        assert json.loads(await asked(tmp_path, f"{url}/koikoi.v1.KoikoiService/ListTables")) == {}
        grant = await client.create()
        listed = json.loads(await asked(tmp_path, f"{url}/koikoi.v1.KoikoiService/ListTables"))
        assert listed["rows"][0]["table"]["tableId"] == grant.table_id
        health = json.loads(await asked(tmp_path, f"{url}/grpc.health.v1.Health/Check"))
        assert health == {"status": "SERVING"}
