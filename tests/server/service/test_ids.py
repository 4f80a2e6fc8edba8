"""Ids can be typed on a command line, as in ``koikoi-server kick ID SEAT``."""

from __future__ import annotations

from koikoi_server import tokens


def test_no_id_looks_like_an_option() -> None:
    """One in 64 ids in base64url would begin with a dash."""
    made = [tokens.fresh_id() for _ in range(3_000)]
    assert all(each[0].isalnum() for each in made)
    assert len(set(made)) == len(made)
    assert {len(each) for each in made} == {22}
