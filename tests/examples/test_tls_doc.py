"""docs/tls.md: its code is that of the examples, and its worked example is right."""

from __future__ import annotations

import hashlib
import re
import ssl
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the clients are started by a shell of Unix", allow_module_level=True)

from koikoi_client.wire.certificate import code_of, digest_of
from koikoi_server.identity import Identity
from tests.examples.programs import EXAMPLES, LANGUAGES, needed
from tests.examples.test_command_line import done

DOCUMENT = (EXAMPLES.parent / "docs/tls.md").read_text(encoding="utf-8")
SOURCES = {"python": "python/connect.py", "js": "node/connect.js", "cpp": "cpp/connect.h"}
PEM = DOCUMENT[DOCUMENT.index("-----BEGIN") : DOCUMENT.index("-----END")]
PEM += "-----END CERTIFICATE-----\n"
FOUND = re.search(r"has the digest `([0-9a-f]{64})` and the code `([A-Z-]{19})`", DOCUMENT)


@pytest.mark.parametrize("language", SOURCES)
def test_it_shows_the_code_of_the_examples(language: str) -> None:
    """If it fails: copy the functions from the example."""
    (shown,) = re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert shown in (EXAMPLES / SOURCES[language]).read_text(encoding="utf-8")


def test_the_worked_example_is_right() -> None:
    assert FOUND is not None
    der = ssl.PEM_cert_to_DER_cert(PEM)
    assert hashlib.sha256(der).hexdigest() == digest_of(der) == FOUND[1]
    assert code_of(FOUND[1]) == Identity(b"", PEM.encode()).code == FOUND[2]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_example_computes_that_code(language: str, tmp_path: Path) -> None:
    needed(language)
    assert FOUND is not None
    (tmp_path / "koikoi.pem").write_text(PEM)
    words = ("KMQR-ABCD-EFGH-TUVW@127.0.0.1", "Aki", "list")
    code, said = await done(tmp_path, language, *words, KOIKOI_CERTIFICATE="koikoi.pem")
    assert code == 1
    assert f"The code of koikoi.pem is {FOUND[2]}, not KMQR-ABCD-EFGH-TUVW" in said
