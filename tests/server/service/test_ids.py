"""Ids are typed at commands, such as ``koikoi-server kick ID SEAT``."""

from __future__ import annotations

from koikoi_server import tokens


def test_no_id_looks_like_an_option() -> None:
    """Of ids in base64url one in 64 would begin with a dash."""
    made = [tokens.fresh_id() for _ in range(3_000)]
    assert all(each[0].isalnum() for each in made)
    assert len(set(made)) == len(made)
    assert {len(each) for each in made} == {22}
