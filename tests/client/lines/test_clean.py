"""Whatever a server sends, nothing but words reaches pipes and terminals in line mode."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from google.protobuf.message import Message

from koikoi.v1 import service_pb2, table_pb2
from koikoi_client.command.rules_pages import rules_lines
from koikoi_client.lines.console import Lines
from koikoi_client.text.wrapping import print_sentence
from tests.client.fake import Running as RunningFake
from tests.client.fake import catalogue
from tests.client.lines.typed import TypedConsole
from tests.client.playing import Person, people

BAD = "\x1b]0;title\x07\x1b[2J\u202e\r\x9b1A"
"""A title, a wiped screen, words from right to left, an overwritten line."""
IDS = {
    *("game", "option", "choice", "set", "yaku", "bot", "table_id", "match_id", "server_id"),
    *("default_choice", "record_id", "page", "seat_token", "rules", "tags", "month"),
}


def poisoned(message: Message) -> None:
    """Put bad signs into all that a server says in words."""
    for field, value in message.ListFields():
        if field.name in IDS:
            continue
        is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
        if is_map:
            for key in list(value):
                value[key] += BAD
        elif field.type == field.TYPE_MESSAGE:
            for each in value if isinstance(value, _Repeated) else [value]:
                poisoned(each)
        elif field.type == field.TYPE_STRING:
            if isinstance(value, str):
                setattr(message, field.name, value + BAD)
            else:
                value[:] = [each + BAD for each in value]


_Repeated = type(catalogue().games)


def is_clean(words: str) -> bool:
    return all(line.isprintable() for line in words.split("\n"))


@pytest.fixture
def whole() -> service_pb2.GetCatalogResponse:
    catalog = catalogue()
    catalog.help.add(page="p", title="A page", text="- one\n- two\n\nAnd three.")
    poisoned(catalog)
    assert not is_clean(catalog.help[0].text)
    return catalog


async def said_by(aki: Person, *typed: str) -> None:
    """Type all that can be typed, and wait until it is answered; the console checks each line."""
    for line in typed:
        place = len(aki.console.said)
        aki.console.type(line)
        await aki.console.until("", place)
    place = len(aki.console.said)
    aki.console.type("nothing that is known")
    await aki.console.until("is not known here", place)


async def test_at_a_table_and_in_the_lobby(
    running: RunningFake, tmp_path: Path, whole: service_pb2.GetCatalogResponse
) -> None:
    fake = running.fake
    fake.catalog = whole
    fake.view.hand[:] = [1, 12]
    fake.view.join_code = "ABC" + BAD
    fake.view.options.append(
        table_pb2.Option(number=1, kind=table_pb2.OPTION_KIND_PLAY, card=1, label="One")
    )
    fake.view.options.append(table_pb2.Option(number=2, kind=99, label="Dance"))  # type: ignore[arg-type]  # a later kind
    fake.view.seat_options.add(
        id="out", kind=table_pb2.SEAT_OPTION_KIND_KICK, seat=2, label="Remove"
    )
    fake.view.options[0].note = "Animals 4 of 5"
    fake.table.rules["months"] = "3"
    words = table_pb2.Said(
        waiting="Play a card.", headline="Over.", match_headline="All over.", lost=["Lost."],
        seat_states=["", "away"], near=["", "Near."], reminders=["Called."],
        result_lines=[table_pb2.LineSaid(full="Animals")],
    )  # fmt: skip
    poisoned(words)
    fake.said = {field.name: value for field, value in words.ListFields()}
    fake.match.sides[1].yaku.append(table_pb2.YakuScore(yaku="tane", points=1, cards=[2]))
    fake.match.sides[1].captured[:] = [2, 6]
    poisoned(fake.table)
    poisoned(fake.info)
    poisoned(fake.view)
    fake.rows = [service_pb2.TableRow(table=fake.table)]
    await fake.append(table_pb2.Event(kind=table_pb2.EVENT_KIND_MATCH_STARTED))
    async with people(running.port, tmp_path, "Aki") as [aki]:
        await aki.start()
        await aki.console.until("Tables at")
        await said_by(aki, "list", "rules", "rules 1", "help", "name Aki", "records")
        aki.console.type("1")
        await aki.console.until("Your hand:")
        await aki.console.until("All over.")
        chat = table_pb2.Event(kind=table_pb2.EVENT_KIND_CHAT_SENT, seat=2, text="hello" + BAD)
        await fake.append(chat)
        await aki.console.until("hello")
        await said_by(
            aki, "again", "hand", "field", "captured", "yaku", "score", "seats", "log", "rules",
            "rules 1", "help", "bot 2 none", "nudge",
        )  # fmt: skip


def test_the_pages_to_read(whole: service_pb2.GetCatalogResponse) -> None:
    lines = list(rules_lines(whole, "", 60))
    assert lines
    assert all(map(str.isprintable, lines))


@pytest.mark.parametrize("terminal", [True, False])
def test_the_last_sentence(terminal: bool) -> None:
    """Why a server refused is told on standard error, behind everything."""

    class File(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    file = File()
    print_sentence(f"The server said: {BAD}no", file)
    assert is_clean(file.getvalue())


async def test_what_is_said_and_asked() -> None:
    """One door for all: what a line mode of later says is clean too."""
    console = TypedConsole()
    lines = Lines(console)
    lines.say(f"a{BAD}\nb")
    console.type("typed")
    await lines.ask(f"{BAD}> ")
    assert console.said[0].startswith("a")
    assert console.said[0].endswith(" b")
    assert console.prompt.isprintable()
    await lines.close()
