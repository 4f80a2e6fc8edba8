"""Leaks to plant: small changes of the server by which something depends on a hidden card."""

from __future__ import annotations

from tests.secrecy import leaks_said as said
from tests.secrecy import leaks_seat as seat
from tests.secrecy import leaks_time as time
from tests.secrecy import leaks_told as told
from tests.secrecy import leaks_worked_out as worked_out
from tests.secrecy.planting import Plant

LEAKS: dict[str, tuple[str, Plant]] = {
    "the place of a played card in its hand": ("koikoi", told.place_in_hand),
    "the number of options, in public": ("koikoi", told.number_of_options),
    "what a hand adds up to": ("coin", told.sum_of_a_hand),
    "the last card of the draw pile": ("koikoi", told.next_card),
    "a seat that may call hiki is waited for": ("sakura", told.hiki_seat),
    "unplayed hands and the pile when a round is over": ("koikoi", told.hand_at_the_end),
    "a deadline": ("coin", time.deadline),
    "a chain over the hands": ("sakura", told.chain_over_hands),
    "a dealt hand in the news": ("koikoi", told.dealt_hands_told),
    "a label": ("koikoi", seat.label),
    "a label of what captures": ("coin", seat.label_of_a_capture),
    "which options are alike": ("coin", seat.likeness),
    "the order of options": ("koikoi", seat.order_of_options),
    "an option twice when another holds its month": ("koikoi", seat.option_that_fears),
    "a card of another's hand": ("sakura", seat.anothers_hand),
    "the state version": ("koikoi", seat.version),
    "the state version that the log counts": ("coin", seat.version_in_the_log),
    "the sentence of an error": ("koikoi", seat.error_text),
    "the sentence of a stranger's error": ("koikoi", seat.error_of_a_stranger),
    "whether there is an error": ("coin", seat.error_or_not),
    "the wait in an error": ("coin", seat.wait_in_an_error),
    "the time that a computer takes by its hand": ("coin", time.answer_time),
    "the time that a computer thinks": ("koikoi", time.answer_when_ready),
    "a computer that peeks": ("koikoi", seat.computer_that_peeks),
    "a row of the list": ("sakura", told.row_of_the_list),
    "a heartbeat": ("koikoi", time.heartbeat),
    "when heartbeats come": ("koikoi", time.time_of_heartbeats),
    "the number of messages": ("coin", time.number_of_messages),
    "the number of the lobby's messages": ("koikoi", time.order_of_the_list),
    "the time of an entry": ("sakura", time.time_of_an_entry),
    "when the table closes": ("koikoi", time.closing_time),
    "when a pause ends": ("koikoi", time.question_time),
    "the record of a match that is played": ("koikoi", told.record_of_a_running_match),
    "what an option brings with the next draw": ("koikoi", worked_out.brings_after_the_draw),
    "the card that is drawn next, in a note": ("coin", worked_out.note_of_the_draw),
    "a yaku out of reach by a hand": ("koikoi", worked_out.out_of_reach_by_a_hand),
    "one card away by where the card is": ("sakura", worked_out.one_card_that_can_come),
    "a hidden card in a turn": ("koikoi", worked_out.turn_with_a_hidden_card),
    "a hand in what was lost": ("koikoi", worked_out.lost_with_a_hand),
    "the number of options, in what is waited for": ("koikoi", said.waiting_with_options),
    "words from a seat's view": ("koikoi", said.said_from_the_seats_view),
    "words of who is near": ("sakura", said.said_to_readers_of_a_language),
    "words that nobody asked for": ("koikoi", said.words_without_being_asked),
    "an update by language": ("coin", said.update_by_language),
    "a cursor over the deck": ("koikoi", said.cursor_over_the_deck),
    "a seat option while hiki may be called": (
        "sakura",
        said.seat_option_while_hiki_may_be_called,
    ),
    "the id of a seat option by a right to hiki": ("sakura", said.seat_option_id_with_hikis),
    "the time of a seat option by a right to hiki": ("sakura", said.seat_option_time_with_hikis),
    "a running match that is told": ("coin", said.telling_of_a_running_match),
    "the size of a snapshot": ("koikoi", told.size_of_a_snapshot),
}
"""What is leaked: the game in which it is, and how it is planted."""
