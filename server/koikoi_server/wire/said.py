"""An update in words: what :class:`Said` is made of.

Law held here: a sentence follows from the update, from what people were called at the time of each
entry, from the reader's seat and the language, and from nothing else. So it can tell nobody what
the update itself does not tell everybody.
"""

from __future__ import annotations

from hanafuda.events import Seat
from hanafuda.game import Game
from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences import matches, reminders, rounds, rows, seats
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.sentences.news import news
from koikoi_server.wire.sentences.people import People, Sitting, after, nobody
from koikoi_server.wire.sentences.reader import Reader, names
from koikoi_server.wire.sentences.turns import turns
from koikoi_server.wire.sentences.waiting import waiting


def said(
    update: table_pb2.Update, people: People, game: Game, seat: Seat, language: str
) -> table_pb2.Said:
    """*update* in *language*, for the reader at *seat*; 0: one who sits nowhere.

    *people* had the seats before the first entry of the update's news; before nobody has sat down,
    and where no news are told, who has them now. *game* is the table's.
    """
    words = lexicon(game, update.table.rules, language)
    now = people
    for entry in update.news:
        for event in entry.events:
            now = after(now, event)
    reader = Reader(words, update, now, names(now, words), seat, now[seat - 1].owner if seat else 0)
    match = update.match
    asked = waiting(reader)
    return table_pb2.Said(
        news=news(reader, people),
        turns=turns(reader),
        waiting=asked.full,
        waiting_brief=asked.brief,
        headline=rounds.headline(reader) if match.HasField("result") else "",
        match_headline=matches.headline(reader) if matches.is_over(match) else "",
        result_lines=rows.result_lines(reader),
        lost=rows.lost(reader),
        seat_names=reader.names,
        seat_states=seats.seat_states(reader),
        party_names=seats.party_names(reader),
        near=seats.near(reader),
        reminders=reminders.reminders(reader),
    )


__all__ = ["People", "Sitting", "after", "nobody", "said"]
