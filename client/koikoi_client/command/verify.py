"""``koikoi-client verify``: checks that the decks of a record were fixed before the match.

It follows record.proto alone, without game rules or server code. Whether the moves were legal is
checked by ``koikoi-server replay``.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from koikoi.v1 import record_pb2, table_pb2
from koikoi_client.command.parser import Parser
from koikoi_client.errors import RecordError
from koikoi_client.records.file import digest, read
from koikoi_client.records.proof import chains_of, codes, deck
from koikoi_client.system.store import Store
from koikoi_client.system.streams import CannotWrite
from koikoi_client.text import text
from koikoi_client.text.wrapping import print_sentence

LAST_MATCH_EVENT = 63
"""The highest event kind that belongs to a match."""


@dataclass
class Verdict:
    """The results of the checks, as sentences."""

    checked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    chain: bytes = b""  #: the hash chain after the last event; empty when the record has no moves
    proves: bool = False  #: whether the record holds the proof of a fair shuffle
    seen: bool = False  #: whether the record was compared with a chain that this client saw

    def add(self, is_right: bool, right: str, wrong: str) -> None:
        if is_right:
            self.checked.append(right)
        else:
            self.wrong.append(wrong)

    @property
    def sentences(self) -> list[str]:
        """The verdict in plain words, without technical terms."""
        if self.wrong:
            return [
                text("Something is wrong with this record: do not trust it."),
                text(
                    "It may have been changed, or the cards that were dealt are not those fixed "
                    "before the match. The failed checks are marked below."
                ),
            ]
        if not self.proves:
            return [
                text("Nothing is wrong, but this record cannot prove that the match was fair."),
                text("The data for such a proof is missing. What was checked:"),
            ]
        if self.seen:
            return [
                text(
                    "This match was fair: its cards were fixed before the first deal, and the "
                    "record matches what you saw."
                ),
                text("What was checked:"),
            ]
        return [
            text(
                "According to this record, the match was fair: its cards were fixed before the "
                "first deal."
            ),
            text(
                "You did not follow the match with this program, so it cannot check that the "
                "record matches what the players saw. What was checked:"
            ),
        ]


def verify(record: record_pb2.Record, seen: bytes = b"") -> Verdict:
    """Check all that *record* has data for. *seen* is a chain that a client saw; or empty."""
    verdict = Verdict()
    if record.digest:
        verdict.add(
            record.digest == digest(record),
            text("The record has not been changed since the server wrote it."),
            text("The record was changed after the server wrote it."),
        )
    if record.proof.secret:
        _verify_decks(record, verdict)
    else:
        verdict.add(
            True, text("The record lacks the server's secret: the decks were not checked."), ""
        )
    events = [event for entry in record.proof.news for event in entry.events]
    is_dealt = any(event.kind == _K.EVENT_KIND_ROUND_DEALT for event in events)
    verdict.proves = bool(record.proof.secret) and is_dealt
    verdict.seen = bool(seen)
    if record.proof.news:
        _verify_news(record, verdict, seen)
    elif seen:
        verdict.add(False, "", text("The record lacks the moves, so it cannot match what you saw."))
    return verdict


def main(argv: Sequence[str], out: TextIO | None = None, store: Store | None = None) -> int:
    """Run the command; return its exit code: 0 all checks passed, 1 one failed, 2 no record.

    The default of ``--chain`` is the last chain of that match in *store*.
    """
    out = out or sys.stdout
    arguments = _parser().parse_args(argv)
    try:
        record = read(Path(arguments.record), check_digest=False)
    except RecordError as error:
        print_sentence(text("{path}: {why}", path=arguments.record, why=error), out)
        return 2
    verdict = verify(record, arguments.chain or (store or Store()).chain(record.proof.match_id))
    try:
        for line in _lines(verdict):
            print_sentence(line, out)
    except CannotWrite:
        if not verdict.wrong:  # else the exit code says so
            raise
    return 1 if verdict.wrong else 0


def _lines(verdict: Verdict) -> Iterator[str]:
    yield from verdict.sentences
    for sentence in verdict.wrong:
        yield text("  WRONG: {check}", check=sentence)
    for sentence in verdict.checked:
        yield text("  ok: {check}", check=sentence)
    if verdict.chain:
        yield text(
            "The chain of this record follows. If it is the same for another player, you both have "
            "the same match, to the last move:"
        )
        yield f"  {verdict.chain.hex()}"


def _verify_decks(record: record_pb2.Record, verdict: Verdict) -> None:
    proof = record.proof
    secret, match_id = proof.secret, proof.match_id.encode()
    committed = hashlib.sha256(b"koikoi.v1/commit\0" + match_id + b"\0" + secret).digest()
    verdict.add(
        committed == proof.commitment and len(secret) == 32,
        text("The server's secret is the one that it committed to before the deck was cut."),
        text("The server's secret is not the one that it committed to before the deck was cut."),
    )
    nonces = list(proof.nonces)
    verdict.add(
        len(nonces) == len(record.players) and all(len(nonce) <= 32 for nonce in nonces),
        text("The record holds the cut of each seat."),
        text("The cuts of the deck do not match the seats."),
    )
    wrong = [
        text("round {round}, deck {attempt}", round=number, attempt=attempt)
        for number, each in enumerate(record.rounds, 1)
        for attempt, listed in enumerate(each.decks, 1)
        if listed != " ".join(codes(deck(proof, number, attempt)))
    ]
    verdict.add(
        not wrong,
        text("All decks follow from the secret and the players' cuts."),
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
        verdict.add(
            seen in chains,
            text("The record matches what you saw."),
            text("The record does not match what you saw."),
        )
    seqs = [entry.seq for entry in proof.news]
    events = [event for entry in proof.news for event in entry.events]
    of_match = all(event.kind <= LAST_MATCH_EVENT for event in events)
    verdict.add(
        seqs == sorted(set(seqs)) and of_match and events[:1] == [_start_event(proof.match_id)],
        text("The moves are complete from the start of the match, and in order."),
        text("The moves are out of order, or belong to another match."),
    )
    if proof.secret:
        wrong = list(_not_from_decks(record, events))
        verdict.add(
            not wrong,
            text("All cards that were dealt and drawn face up come from the decks."),
            text("These events do not match the decks: {wrong}.", wrong="; ".join(wrong)),
        )


def _not_from_decks(record: record_pb2.Record, events: Sequence[table_pb2.Event]) -> Iterator[str]:
    """The events that cannot have come from the recorded decks and nonces."""
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
    """Whether *cards* are adjacent in the deck, in any order."""
    places = sorted(dealt.index(card) for card in cards if card in dealt)
    if not places or len(places) < len(cards):
        return False
    return places == list(range(places[0], places[0] + len(places)))


def _start_event(match_id: str) -> table_pb2.Event:
    return table_pb2.Event(kind=_K.EVENT_KIND_MATCH_STARTED, text=match_id)


_K = table_pb2.EventKind


def _hex(given: str) -> bytes:
    try:
        chain = bytes.fromhex(given)
    except ValueError:
        chain = b""
    if len(chain) != 32:
        raise argparse.ArgumentTypeError(text("a chain is 64 hex digits"))
    return chain


def _parser() -> Parser:
    parser = Parser(
        prog="koikoi-client verify",
        description=text(
            "Check that a match was fair: that its cards were fixed before it began, and that its "
            "record was not changed. To check that the moves were legal, use koikoi-server replay."
        ),
        epilog=text(
            "The chain is a number computed from all moves. This program keeps the chain of each "
            "match that you follow with it, and compares it with the record. To compare a record "
            "with what another player saw, ask for the chain that verify printed there.\n\n"
            "Exit codes: 0 all checks passed, 1 a check failed, 2 not a record."
        ),
        examples={
            "koikoi-client verify match.json": text("check a match"),
            "koikoi-client verify match.json --chain CHAIN": text("compare with another player"),
        },
    )
    parser.add_argument("record", metavar="FILE", help=text("a saved match"))
    parser.add_argument(
        "--chain",
        type=_hex,
        default=b"",
        metavar="CHAIN",
        help=text("compare with this chain (default: the one that this program kept)"),
    )
    return parser
