"""Names, chat, tokens, join codes and token buckets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from koikoi_server import tokens, user_text
from koikoi_server.refusal import Reason, Refusal
from koikoi_server.service.limiters import TokenBucket
from tests.support.clock import FakeClock


@given(st.text(max_size=60))
def test_cleaning_a_cleaned_text_changes_nothing(text: str) -> None:
    cleaned = user_text.clean(text)
    assert wcswidth(cleaned) >= 0, "no control character is left"
    assert cleaned == user_text.clean(cleaned)
    assert cleaned == cleaned.strip()
    assert cleaned.isprintable()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Aki   Ito ", "Aki Ito"),
        ("A\u0301ki", "Áki"),
        ("a\u202eb\u200bc\u2066d\ufeffe\u0000f", "abcdef"),
        ("x" + "\u0327\u0335" * 9 + "y", "x\u0335\u0335y"),
        ("\u3000あき\u3000", "あき"),
        ("line\nbreak\ttab\u2028", "line break tab"),
    ],
)
def test_names_are_cleaned_of_characters_that_harm_a_terminal(typed: str, shown: str) -> None:
    assert user_text.clean(typed) == shown


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\u0301"])
def test_an_invisible_name_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as caught:
        user_text.clean_name(typed, "player_name", 16)
    assert caught.value.reason is Reason.FIELD_INVALID
    assert caught.value.details == {"field": "player_name"}


def test_a_name_is_measured_in_columns() -> None:
    assert user_text.clean_name("あ" * 8, "player_name", 16) == "あ" * 8
    with pytest.raises(Refusal):
        user_text.clean_name("あ" * 8 + "x", "player_name", 16)
    assert user_text.cut_to("あ" * 9, 16) == "あ" * 8


def test_a_token_depends_on_the_key_and_on_each_part_of_the_request() -> None:
    token = tokens.seat_token(b"key", "create", "id", b"body")
    assert token == tokens.seat_token(b"key", "create", "id", b"body")
    assert len(token) == 43
    others = {
        tokens.seat_token(b"kex", "create", "id", b"body"),
        tokens.seat_token(b"key", "join", "id", b"body"),
        tokens.seat_token(b"key", "create", "i", b"dbody"),
        tokens.seat_token(b"key", "create", "id", b"bod"),
    }
    assert len(others | {token}) == 5


def test_join_codes_can_be_read_out() -> None:
    code = tokens.fresh_code()
    assert len(code) == tokens.CODE_LENGTH
    assert not set(code) & set("IO01")
    assert tokens.normalized_code(f" {code[:4].lower()}-{code[4:]} ") == code
    assert len({tokens.fresh_code() for _ in range(1_000)}) == 1_000


def test_a_token_bucket_allows_a_burst_and_then_one_call_at_a_time() -> None:
    clock = FakeClock()
    rate = TokenBucket(clock, burst=3, per_second=2)
    for _ in range(3):
        rate.check("aki", "Wait.")
    rate.check("ben", "Wait.")
    with pytest.raises(Refusal) as caught:
        rate.check("aki", "Wait.")
    assert caught.value.reason is Reason.RATE_LIMITED
    clock.advance(caught.value.retry_ms)
    rate.check("aki", "Wait.")
    with pytest.raises(Refusal):
        rate.check("aki", "Wait.")
