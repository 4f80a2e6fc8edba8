"""Refusals are whole patterns, translated into the language of the call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import grpc
import pytest

from koikoi.v1 import service_pb2
from koikoi_server import refusal, text
from koikoi_server.refusal import Reason, Refusal
from tests.support.server import MINE, Client, new_id, serving

SERVER = Path(refusal.__file__).parent
MADE_BY = {"Refusal": 1, "invalid": 1, "full": 0, "RuleError": 1}  # and the place of the pattern


class Shouted(dict[str, str]):
    """A translation of everything: in capitals, its fields as they are."""

    def get(self, key: str, default: Any = None) -> Any:
        parts = key.split("{")
        rest = (
            f"{{{part.partition('}')[0]}}}{part.partition('}')[2].upper()}" for part in parts[1:]
        )
        return parts[0].upper() + "".join(rest)


@pytest.fixture
def shouting(monkeypatch: pytest.MonkeyPatch) -> None:
    def translations(language: str) -> Mapping[str, str]:
        return Shouted() if language == "xx" else {}

    monkeypatch.setattr(text, "LANGUAGES", ("en", "xx"))
    monkeypatch.setattr(text, "_translations", translations)


async def said(call: Any) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.details() or ""


@pytest.mark.usefixtures("shouting")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("", "There is no such option: choose a number from 1 to 1."),
        ("en-GB", "There is no such option: choose a number from 1 to 1."),
        ("tlh", "There is no such option: choose a number from 1 to 1."),
        ("xx-YY", "THERE IS NO SUCH OPTION: CHOOSE A NUMBER FROM 1 TO 1."),
    ],
)
async def test_a_call_is_refused_in_its_language(language: str, sentence: str) -> None:
    metadata = [("koikoi-language", language)] if language else []
    async with serving() as client:
        grant = await client.create()
        await client.join(grant.table_id)
        view = (await client.watch(grant).read()).seat_view
        choice = service_pb2.Choose(state_version=view.state_version, option=9)
        act = service_pb2.ActRequest(
            seat_token=grant.seat_token, request_id=new_id(), choose=choice
        )
        assert await said(client.stub.Act(act, metadata=metadata)) == sentence


def calls(client: Client) -> Iterator[tuple[str, Any]]:
    """A request of each kind that is refused; no refusal of GetCatalog is without an id."""
    yield "GetServerInfo", service_pb2.GetServerInfoRequest(protocol=1)
    yield "GetCatalog", service_pb2.GetCatalogRequest(game="chess")
    yield "ListTables", service_pb2.ListTablesRequest(page_token="x")
    yield "CreateTable", service_pb2.CreateTableRequest(request_id=new_id(), player_name="A")
    yield "JoinTable", service_pb2.JoinTableRequest(request_id=new_id(), player_name="A")
    yield "WatchSeat", service_pb2.WatchSeatRequest(seat_token="x")
    yield "WatchTable", service_pb2.WatchTableRequest(table_id="x")
    yield "Act", service_pb2.ActRequest(seat_token="x")
    yield "ListRecords", service_pb2.ListRecordsRequest(page_token="x")
    yield "GetRecord", service_pb2.GetRecordRequest(record_id="x")


@pytest.mark.usefixtures("shouting")
async def test_every_call_is_refused_in_its_language() -> None:
    async with serving() as client:
        for name, request in calls(client):
            call = getattr(client.stub, name)(request, metadata=[("koikoi-language", "xx")])
            sentence = await said(call.read() if name.startswith("Watch") else call)
            fields = {"KOIKOI.V1", "koikoi, coin, sakura"}
            for field in fields:
                sentence = sentence.replace(field, "")
            assert sentence, name
            assert sentence == sentence.upper(), name


@pytest.mark.usefixtures("shouting")
def test_only_values_that_are_the_servers_own_text_are_translated() -> None:
    made = Refusal(
        Reason.RATE_LIMITED,
        "{name} and {rule} wait {wait}.",
        retry_ms=16_001,
        name="{wait}",
        rule=text.Phrase("Sake cup"),
    )
    assert made.message == "{wait} and Sake cup wait 17 seconds."
    assert made.sentence("xx") == "{wait} AND SAKE CUP WAIT 17 SECONDS."
    for millis, wait in ((1, "1 second"), (119_000, "119 seconds"), (560_001, "10 minutes")):
        made = Refusal(Reason.RATE_LIMITED, "Wait {wait}.", retry_ms=millis)
        assert made.message == f"Wait {wait}."


@pytest.mark.usefixtures("shouting")
@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (
            {"sake_cup": "some\u202ething"},
            'SAKE CUP CANNOT BE "something": CHOOSE both, either, animal, double.',
        ),
        ({"nonsense": "1"}, 'THERE IS NO HOUSE RULE "nonsense".'),
    ],
)
async def test_house_rules_are_refused_in_the_callers_language(
    rules: dict[str, str], sentence: str
) -> None:
    """The client's own text is not translated."""
    request = service_pb2.CreateTableRequest(
        request_id=new_id(), player_name="A", game="koikoi", rules=rules, seats=[MINE, MINE]
    )
    async with serving() as client:
        call = client.stub.CreateTable(request, metadata=[("koikoi-language", "xx")])
        assert await said(call) == sentence


def test_no_sentence_is_glued_from_pieces() -> None:
    """Every pattern is a literal in the source; what varies is a {field}."""
    built = []
    for path in sorted(SERVER.rglob("*.py")) + sorted((SERVER.parent / "hanafuda").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = MADE_BY.get(node.func.id, 99)
                if place < len(node.args) and isinstance(node.args[place], ast.JoinedStr):
                    built.append(f"{path.name}:{node.lineno}")
    assert built == []
