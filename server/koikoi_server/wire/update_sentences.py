"""Makes the sentences of an update for one reader (the message Said).

Law held here: sentences depend only on the update, on who had the seats at the time of each entry,
on the reader's seat and on the language. So no sentence can reveal what the update hides.
"""

from __future__ import annotations

from hanafuda.events import Seat
from hanafuda.game import Game
from koikoi.v1 import table_pb2
from koikoi_server.wire.sentences import match_headline, result_lines, round_headline, seats
from koikoi_server.wire.sentences.lexicon import lexicon
from koikoi_server.wire.sentences.news import news
from koikoi_server.wire.sentences.occupants import Occupants, occupants_after
from koikoi_server.wire.sentences.reader import Reader, names
from koikoi_server.wire.sentences.reminders import reminders
from koikoi_server.wire.sentences.turns import turns
from koikoi_server.wire.sentences.waiting import waiting


def update_sentences(
    update: table_pb2.Update, occupants: Occupants, game: Game, seat: Seat, language: str
) -> table_pb2.Said:
    """The sentences of *update* in *language*.

    Args:
        occupants: who had the seats before the first entry in the update's news; if there is no
            news, who has them now.
        game: the game of the table.
        seat: the reader's seat; 0 for a spectator.
    """
    words = lexicon(game, update.table.rules, language)
    now = occupants
    for entry in update.news:
        for event in entry.events:
            now = occupants_after(now, event)
    reader = Reader(words, update, now, names(now, words), seat, now[seat - 1].owner if seat else 0)
    match = update.match
    asked = waiting(reader)
    return table_pb2.Said(
        news=news(reader, occupants),
        turns=turns(reader),
        waiting=asked.full,
        waiting_brief=asked.brief,
        headline=round_headline.headline(reader) if match.HasField("result") else "",
        match_headline=match_headline.headline(reader) if match_headline.is_over(match) else "",
        result_lines=result_lines.result_lines(reader),
        lost=result_lines.lost(reader),
        seat_names=reader.names,
        seat_states=seats.seat_states(reader),
        party_names=seats.party_names(reader),
        near=seats.near(reader),
        reminders=reminders(reader),
    )
