"""How koikoi-client gets the password of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from koikoi_client.command import password
from koikoi_client.command.password import VARIABLE, open_with_password
from koikoi_client.errors import Refused
from koikoi_client.lines import console
from koikoi_client.system.store import Store
from koikoi_client.wire.session import Session
from tests.client.locked import Locked

SECRET = "three little birds"


@dataclass
class Person:
    """Types answers; None is the end of input."""

    answers: list[str | None] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    async def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = self.answers.pop(0)
        if answer is None:
            raise EOFError
        return answer


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    made = Person()
    monkeypatch.setattr(console, "ask_hidden", made.ask)
    monkeypatch.setattr(password, "is_terminal", lambda: True)
    monkeypatch.delenv(VARIABLE, raising=False)
    return made


@pytest.fixture
async def locked() -> AsyncIterator[Locked]:
    server = Locked(SECRET)
    await server.start()
    yield server
    await server.stop()


async def why_not(server: Locked, store: Store) -> str:
    """Why a session is not opened, as a sentence; or ""."""
    session = Session(server.address, pins=store)
    try:
        await open_with_password(session, plain=True)
    except Refused as refused:
        return refused.message
    finally:
        await session.close()
    return ""


async def test_it_is_asked_for_once_and_then_kept(
    locked: Locked, store: Store, person: Person
) -> None:
    person.answers = ["", SECRET]  # Enter alone is no answer
    assert await why_not(locked, store) == ""
    assert person.prompts == [f"Password of the server at {locked.address}: "] * 2
    assert await why_not(locked, store) == ""
    assert len(person.prompts) == 2
    assert locked.tried == [SECRET]


async def test_three_wrong_answers_end_the_program(
    locked: Locked, store: Store, person: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    person.answers = ["one", "gr\u00fcn", "three", SECRET]
    assert "Ask whoever runs the server" in await why_not(locked, store)
    assert person.answers == [SECRET]
    assert locked.tried == ["one", "three"], "the server is asked only about possible ones"
    first, *more = capsys.readouterr().out.splitlines()
    assert first.startswith("First visit. Code "), "it is compared before the password is typed"
    assert more == ["That password is wrong."] * 2


async def test_a_kept_one_that_is_wrong_now_is_asked_for_again(
    locked: Locked, store: Store, person: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    person.answers = [SECRET, "another"]
    await why_not(locked, store)
    capsys.readouterr()
    locked.password = "another"
    assert await why_not(locked, store) == ""
    assert capsys.readouterr().out == "The server's password has changed since you typed it last.\n"
    assert [each.password for each in store.pins()] == ["another"]


async def test_the_environment_comes_first(
    locked: Locked,
    store: Store,
    person: Person,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(VARIABLE, SECRET)
    assert await why_not(locked, store) == ""
    monkeypatch.setenv(VARIABLE, "wrong")
    person.answers = [SECRET]
    assert await why_not(locked, store) == ""
    assert "environment variable KOIKOI_PASSWORD is wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"), [("", "set the environment variable"), ("wrong", "KOIKOI_PASSWORD is wrong")]
)
async def test_without_a_terminal_it_is_not_asked_for(
    given: str,
    said: str,
    locked: Locked,
    store: Store,
    person: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(password, "is_terminal", lambda: False)
    monkeypatch.setenv(VARIABLE, given)
    assert said in await why_not(locked, store)


async def test_the_end_of_input_is_no_answer(locked: Locked, store: Store, person: Person) -> None:
    person.answers = [None]
    assert await why_not(locked, store) == "This server needs a password."


async def test_a_server_that_needs_none_is_not_asked_about(
    locked: Locked, store: Store, person: Person
) -> None:
    """Like our own server for practice, whatever the environment says."""
    locked.fake.info.password_needed, locked.password = False, None  # type: ignore[assignment]
    assert await why_not(locked, store) == ""
