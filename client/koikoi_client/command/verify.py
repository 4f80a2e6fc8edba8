"""``koikoi-client verify``: whether a record is what was committed to before play, and shown.

It reads record.proto and nothing else: no rule of any game, and no code of a server's. That the
moves were legal is for ``koikoi-server replay`` to say.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from google.protobuf import json_format

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.command.arguments import Parser
from koikoi_client.records.file import digest
from koikoi_client.records.proof import chains_of, codes, deck
from koikoi_client.system.store import Store
from koikoi_client.text import printable, text
from koikoi_client.text.wrapping import tell

LAST_OF_MATCH = 63


@dataclass
class Verdict:
    """What was checked and what is wrong, each as a sentence."""

    checked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    chain: bytes = b""  #: the last of the match; empty: the record has no news
    proves: bool = False  #: whether the record holds what a fair shuffle can be told by
    seen: bool = False  #: whether a chain that a client was shown was looked for

    def say(self, is_right: bool, right: str, wrong: str) -> None:
        if is_right:
            self.checked.append(right)
        else:
            self.wrong.append(wrong)

    @property
    def sentences(self) -> list[str]:
        """All of it in plain words, for who has never heard of a digest."""
        if self.wrong:
            return [
                text("Something is wrong with this record: do not trust it."),
                text(
                    "It may have been changed, or the cards were not those that were fixed before "
                    "the match. What is wrong is marked below."
                ),
            ]
        if not self.proves:
            return [
                text("Nothing is wrong, but this record cannot show that the match was fair."),
                text("It does not hold all that is needed for that. What was checked:"),
            ]
        if self.seen:
            return [
                text(
                    "This match was fair: its cards were fixed before the first deal, and the "
                    "record is what you were shown."
                ),
                text("What was checked:"),
            ]
        return [
            text("By this record the match was fair: its cards were fixed before the first deal."),
            text(
                "Whether it is what the players were shown cannot be told here: you did not follow "
                "the match with this program. What was checked:"
            ),
        ]


def verify(record: record_pb2.Record, seen: bytes = b"") -> Verdict:
    """Check all that *record* holds the means to check. *seen*: a chain that a client was shown."""
    verdict = Verdict()
    if record.digest:
        verdict.say(
            record.digest == digest(record),
            text("The record has not been changed since the server wrote it."),
            text("The record was changed after the server wrote it."),
        )
    if record.proof.secret:
        _verify_decks(record, verdict)
    else:
        verdict.say(True, text("The server's secret is not in it: the decks were not checked."), "")
    events = [event for entry in record.proof.news for event in entry.events]
    is_dealt = any(event.kind == _K.EVENT_KIND_ROUND_DEALT for event in events)
    verdict.proves = bool(record.proof.secret) and is_dealt
    verdict.seen = bool(seen)
    if record.proof.news:
        _verify_news(record, verdict, seen)
    elif seen:
        verdict.say(
            False, "", text("The moves are not in it, so it cannot be what you were shown.")
        )
    return verdict


def main(arguments: Sequence[str], out: TextIO | None = None, store: Store | None = None) -> int:
    """Run the command. Exit codes: 0 all is right, 1 something is wrong, 2 there is no record.

    Without a chain among *arguments* it is the last one that *store* was shown of that match.
    """
    out = out or sys.stdout
    asked = _parser().parse_args(arguments)
    try:
        document = Path(asked.record).read_text(encoding="utf-8")
        record = json_format.Parse(document, record_pb2.Record())
    except OSError as error:
        tell(text("Cannot read {path}: {why}.", path=asked.record, why=error.strerror), out)
        return 2
    except (json_format.ParseError, ValueError, RecursionError, SystemError) as error:
        why = " ".join(str(error).split())
        tell(text("{path} is no record ({why}).", path=asked.record, why=why), out)
        return 2
    if not (record.game or record.players):
        tell(text("{path} is no record: nobody plays in it.", path=asked.record), out)
        return 2
    verdict = verify(record, asked.chain or (store or Store()).chain(record.proof.match_id))
    lines = verdict.sentences
    lines += [text("  WRONG: {said}", said=sentence) for sentence in verdict.wrong]
    lines += [text("  ok: {said}", said=sentence) for sentence in verdict.checked]
    if verdict.chain:
        chain = verdict.chain.hex()
        lines.append(text("  its last chain, for --chain: {chain}", chain=chain))
    try:
        print(*map(printable, lines), sep="\n", file=out, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # else Python complains at its end
    return 1 if verdict.wrong else 0


def _verify_decks(record: record_pb2.Record, verdict: Verdict) -> None:
    proof = record.proof
    secret, match_id = proof.secret, proof.match_id.encode()
    committed = hashlib.sha256(b"koikoi.v1/commit\0" + match_id + b"\0" + secret).digest()
    verdict.say(
        committed == proof.commitment and len(secret) == 32,
        text("The server's secret is the one that it promised before the cards were cut."),
        text("The server's secret is not the one that it promised before the cards were cut."),
    )
    nonces = list(proof.nonces)
    verdict.say(
        len(nonces) == len(record.players) and all(len(nonce) <= 32 for nonce in nonces),
        text("Each seat's cut of the deck is there."),
        text("The cuts of the deck are not those of the seats."),
    )
    wrong = [
        text("round {round}, deck {attempt}", round=number, attempt=attempt)
        for number, each in enumerate(record.rounds, 1)
        for attempt, listed in enumerate(each.decks, 1)
        if listed != " ".join(codes(deck(proof, number, attempt)))
    ]
    verdict.say(
        not wrong,
        text("All decks follow from that secret and the players' cuts."),
        text(
            "These decks do not follow from the secret and the cuts: {wrong}.",
            wrong="; ".join(wrong),
        ),
    )


def _verify_news(record: record_pb2.Record, verdict: Verdict, seen: bytes) -> None:
    proof = record.proof
    chains = list(chains_of(record))
    verdict.chain = chains[-1] if chains else b""
    if seen:
        verdict.say(
            seen in chains,
            text("What you were shown is what is recorded."),
            text("What you were shown is not what is recorded."),
        )
    seqs = [entry.seq for entry in proof.news]
    events = [event for entry in proof.news for event in entry.events]
    of_match = all(event.kind <= LAST_OF_MATCH for event in events)
    verdict.say(
        seqs == sorted(set(seqs)) and of_match and events[:1] == [_started(proof.match_id)],
        text("The moves are told from the start of the match, in order."),
        text("The moves are out of order, or not of this match."),
    )
    if proof.secret:
        wrong = list(_strangers(record, events))
        verdict.say(
            not wrong,
            text("All cards that were dealt and drawn in the open are those of the decks."),
            text("What was shown does not fit the decks: {wrong}.", wrong="; ".join(wrong)),
        )


def _strangers(record: record_pb2.Record, events: Sequence[table_pb2.Event]) -> Iterator[str]:
    """What was told and cannot have come from the recorded decks and nonces."""
    proof = record.proof
    cut = {event.seat: event.text for event in events if event.kind == _K.EVENT_KIND_DECK_CUT}
    for seat, nonce in enumerate(proof.nonces, 1):
        if cut.get(seat, "") != nonce.hex():
            yield text("the cut of seat {seat}", seat=seat)
    lots = [event.card for event in events if event.kind == _K.EVENT_KIND_LOT_DRAWN]
    if lots != deck(proof, 0, 1)[: len(lots)]:
        yield text("the cards drawn for the first deal")
    number, voided = 0, 0
    drawn: list[int] = []
    for event in events:
        if event.kind == _K.EVENT_KIND_DEAL_VOIDED:
            voided += 1
        elif event.kind == _K.EVENT_KIND_ROUND_DEALT:
            number, drawn = number + 1, []
            dealt = deck(proof, number, voided + 1)
            given = record.rounds[number - 1].decks if number <= len(record.rounds) else ()
            if event.number != number or len(given) != voided + 1 or not _has(dealt, event.cards):
                yield text("the deal of round {round}", round=number)
            voided = 0
        elif event.kind == _K.EVENT_KIND_CARD_DRAWN and number:
            drawn.append(event.card)
            top = dealt.index(drawn[0]) if drawn[0] in dealt else 0
            if dealt[top : top + len(drawn)] != drawn:
                yield text("a draw of round {round}", round=number)
    if number != len(record.rounds):
        yield text("the number of rounds")


def _has(dealt: Sequence[int], cards: Sequence[int]) -> bool:
    """Whether *cards* lie together in that deck, in any order."""
    places = sorted(dealt.index(card) for card in cards if card in dealt)
    if not places or len(places) < len(cards):
        return False
    return places == list(range(places[0], places[0] + len(places)))


def _started(match_id: str) -> table_pb2.Event:
    return table_pb2.Event(kind=_K.EVENT_KIND_MATCH_STARTED, text=match_id)


_K = table_pb2.EventKind


def _hex(given: str) -> bytes:
    try:
        chain = bytes.fromhex(given)
    except ValueError:
        chain = b""
    if len(chain) != 32:
        raise argparse.ArgumentTypeError(text("a chain is 64 digits of hex"))
    return chain


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-client verify",
        description=text(
            "Check whether a match was fair: that its cards were fixed before it began, and that "
            "its record was not changed. Whether the moves were legal: koikoi-server replay."
        ),
        epilog=text("Exit codes: 0 all is right, 1 something is wrong, 2 there is no record."),
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="FILE", help=text("a record in protobuf's JSON"))
    parser.add_argument(
        "--chain",
        type=_hex,
        default=b"",
        metavar="HEX",
        help=text("the last chain you were shown (default: that of this match which was kept)"),
    )
    return parser
