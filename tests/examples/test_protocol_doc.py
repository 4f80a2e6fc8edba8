"""docs/protocol.md shows a match as it is played now."""

from __future__ import annotations

import re

import pytest
from scripts import protocol_doc


def shape(document: str) -> list[str]:
    """Its headings, its messages and their fields, in order."""
    return re.findall(r"^## .*|^// \w+|^Refused: `\w+`|\"\w+\":", document, re.MULTILINE)


async def test_the_document_has_the_shape_of_a_match_that_is_played_now() -> None:
    """If it fails: run python -m scripts.protocol_doc, and read the changes."""
    now = await protocol_doc.document()
    kept = protocol_doc.TARGET.read_text(encoding="utf-8")
    assert shape(kept) == shape(now)
    assert len(shape(now)) > 200


@pytest.mark.slow
async def test_it_holds_nothing_that_is_random() -> None:
    """Ids, tokens and times are replaced, so that a new copy only shows real changes."""
    assert await protocol_doc.document() == await protocol_doc.document()
