"""Seat options in line mode: the words to type, and when to announce an option.

The server sends and labels the options. Their kind decides which words to type and whether they are
announced. An option of an unknown kind has a number instead of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from koikoi.v1 import table_pb2
from koikoi_client.actions.seat_words import SEAT_WORDS
from koikoi_client.follow.following import Following
from koikoi_client.text import duration, keyed, one_of, printable, text
from koikoi_client.text.names import Names

_BY_NUMBER = "do {number}"
FIRST_WORDS = frozenset(words[0].split()[0] for words in SEAT_WORDS.values()) | {"do", "b"}
_QUIET = frozenset(
    {
        table_pb2.SEAT_OPTION_KIND_CHANGE_COMPUTER,
        table_pb2.SEAT_OPTION_KIND_REMOVE_COMPUTER,
        table_pb2.SEAT_OPTION_KIND_LET_PLAY,
        table_pb2.SEAT_OPTION_KIND_KICK,
        table_pb2.SEAT_OPTION_KIND_NUDGE,
        table_pb2.SEAT_OPTION_KIND_NO_REMATCH,
        table_pb2.SEAT_OPTION_KIND_LEAVE,
    }
)
"""Kinds that are not announced; the command ``seats`` lists them."""
_WHEN_DUE = frozenset({table_pb2.SEAT_OPTION_KIND_END_MATCH})
"""Kinds that are announced only once they become possible."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat option and the words to type for it."""

    keys: tuple[str, ...]  #: "bot 2", "bot"; in lower case; only the first is shown
    option: table_pb2.SeatOption


def seat_choices(view: table_pb2.SeatView) -> list[SeatChoice]:
    """All seat options in the server's order. No two have the same words."""
    made: list[SeatChoice] = []
    taken: set[str] = set()
    for number, option in enumerate(view.seat_options, 1):
        seat = "me" if option.seat == view.seat else option.seat
        words = [each.format(seat=seat) for each in SEAT_WORDS.get(option.kind, ())]
        free = tuple(each for each in words if each not in taken)
        made.append(SeatChoice(free or (_BY_NUMBER.format(number=number),), option))
        taken.update(free)
    return made


def find_seat_choice(made: Iterable[SeatChoice], typed: str) -> tuple[SeatChoice, str] | None:
    """The choice that *typed* means, and the words after it, a computer player; or None."""
    words = typed.lower().split()
    keys = {key: choice for choice in made for key in choice.keys}
    for length in range(len(words), 0, -1):
        choice, rest = keys.get(" ".join(words[:length])), " ".join(words[length:])
        # A number after the words would be a seat that does not have this option.
        if choice is not None and (not rest or (choice.option.bots and not rest[0].isdigit())):
            return choice, rest
    return None


def bot_id(names: Names, option: table_pb2.SeatOption, typed: str) -> str | None:
    """The id of the computer player called *typed*; "" for no name, None for an unknown one."""
    ids = {name.lower(): bot for bot in option.bots for name in (bot, names.bot_name(bot))}
    return ids.get(typed.lower()) if typed else ""


def seat_choice_line(names: Names, choice: SeatChoice, left: float) -> str:
    """ "  bot 2: Put a computer in Ben's seat (Medium, Easy or Hard), possible in 2 min"."""
    label = printable(choice.option.label)
    bots = [names.bot_name(bot) for bot in choice.option.bots]
    if len(bots) > 1:
        label = f"{label} ({one_of(bots)})"
    if left:
        label = text("{label}, possible in {time}", label=label, time=duration(left))
    return keyed(choice.keys[0], label)


class SeatNews:
    """Announces each seat option once."""

    def __init__(self) -> None:
        self._announced: set[tuple[str, str, int, bool]] = set()

    def lines(self, here: Following) -> Iterator[str]:
        """A line for each option that is new or has become possible."""
        if here.view is None:
            return
        offered, new = set(), []
        for choice in seat_choices(here.view):
            option, left = choice.option, here.seconds_to(choice.option)
            since = (choice.keys[0], option.label, option.possible_time.seconds)
            offered |= {(*since, due) for due in (False, True)}
            if (
                _is_announced(here.names, option, left)
                and (*since, not left) not in self._announced
            ):
                self._announced.add((*since, not left))
                new.append(seat_choice_line(here.names, choice, left))
        self._announced &= offered
        if new:
            yield text("You can type:")
            yield from new


def _is_announced(names: Names, option: table_pb2.SeatOption, left: float) -> bool:
    if option.kind in _QUIET:
        return False
    if option.kind in _WHEN_DUE:
        return option.HasField("possible_time") and not left
    # If it is not possible yet, announce it only while the seat's player is absent.
    return not left or any(
        seat.number == option.seat and seat.HasField("absent_since") for seat in names.table.seats
    )
