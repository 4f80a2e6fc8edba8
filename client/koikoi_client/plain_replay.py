"""Line mode: finished matches listed, saved, and told step by step with open hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from koikoi.v1 import record_pb2, service_pb2
from koikoi.v1 import table_pb2 as t
from koikoi_client import reports
from koikoi_client.console import Lines, console
from koikoi_client.guest import Quit
from koikoi_client.plain_visit import Visit
from koikoi_client.process import EXIT_OK
from koikoi_client.record_file import NotARecord, saved
from koikoi_client.replaying import Replay, folded
from koikoi_client.screen.records import ended, outcome, players, words_of
from koikoi_client.screen.replay import sentence, standing, view
from koikoi_client.texts import text
from koikoi_client.words import Words

HELP = (
    "You may type:",
    "  Enter: the next step",
    "  back: one step back",
    "  3: go to {round} 3, or to any other by its number",
    "  next: the next {round}",
    "  before: the {round} before",
    "  start: the first step",
    "  end: the last step",
    "  hands: all hands, the field, and what each side has captured",
    "  leave: no more of this match",
    "  quit: end the program",
)


class PlainRecords:
    """The finished matches of a server, numbered as they were listed."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._rows: list[record_pb2.Record] = []
        self._next = ""

    async def show(self, rest: str) -> None:
        """List the newest; with "more" the next older ones. Raises Refused."""
        visit = self._visit
        if rest.lower() != "more":
            self._rows, self._next = [], ""
        elif not self._next:
            visit.say(text("There are no older ones."))
            return
        page = await visit.finished(self._next)
        first = len(self._rows) + 1
        self._rows += page.records
        self._next = page.next_page_token
        if not self._rows:
            visit.say(text("No match is over yet that you may look at."))
            return
        visit.say(text("Finished matches, the newest first:"))
        for number, record in enumerate(page.records, first):
            words = words_of(record, visit.session.catalog)
            visit.say(
                text(
                    "  {number}: {ended}, {game}: {players}; won by {who}",
                    number=number,
                    ended=ended(record),
                    game=words.game.name,
                    players=players(record, words),
                    who=outcome(record, words),
                )
                if record.winners
                else text(
                    "  {number}: {ended}, {game}: {players}; no result",
                    number=number,
                    ended=ended(record),
                    game=words.game.name,
                    players=players(record, words),
                )
            )
        more = text(" Type records more for older ones.") if self._next else ""
        visit.say(
            text("Type replay and a number to look at one, save and a number to keep it.") + more
        )

    async def look(self, which: str) -> None:
        """Tell a match step by step. Raises Refused, Quit, EOFError and Interrupted."""
        record = await self._fetch(which)
        if record is None:
            return
        try:
            replay = folded(record)
        except NotARecord as wrong:
            self._visit.say(str(wrong))
        else:
            await PlainReplay(self._visit.lines, replay, self._visit.session.catalog).run()

    async def save(self, which: str) -> None:
        """Write a record to a file and say where it is. Raises Refused."""
        record = await self._fetch(which)
        if record is not None:
            self._visit.say(saved(record, Path.cwd(), self._visit.store.state))

    async def _fetch(self, which: str) -> record_pb2.Record | None:
        number = _number(which)
        if not 1 <= number <= len(self._rows):
            self._visit.say(text("Type records first, and then replay or save and a number."))
            return None
        return await self._visit.session.record(self._rows[number - 1].record_id)


class PlainReplay:
    """A match told in words."""

    def __init__(
        self, lines: Lines, replay: Replay, catalog: service_pb2.GetCatalogResponse
    ) -> None:
        self._lines = lines
        self._replay = replay
        self._catalog = catalog
        self._place = 0

    async def run(self) -> None:
        """Do what is typed until it is left; where nobody types, tell all of it.

        Raises:
            Quit: when the person wants to end the program.
            EOFError, Interrupted: as by Lines.ask.
        """
        if not self._lines.console.interactive:
            for place in range(self._replay.last + 1):
                self._go(place)
            return
        self._say(text("Enter goes on, back goes back; help says more."))
        self._go(0)
        while True:
            typed = (await self._lines.ask(text("replay> "))).lower()
            if typed in ("leave", "lobby", "l"):
                return
            if typed in ("quit", "q", "exit"):
                raise Quit
            self._do(typed)

    def _do(self, typed: str) -> None:
        replay, place = self._replay, self._place
        moves = {
            "": place + 1, "next": replay.next_deal(place), "before": replay.deal_before(place),
            "back": place - 1, "b": place - 1, "start": 0, "end": replay.last,
        }  # fmt: skip
        if typed in moves:
            if replay.near(moves[typed]) == place and typed == "":
                self._say(text("That was the last step. Type back, start or leave."))
            else:
                self._go(moves[typed])
        elif 1 <= _number(typed) <= len(replay.deals):
            self._go(replay.deal_of(_number(typed)))
        elif typed.isdecimal():
            self._say(text("Type a number from 1 to {n}.", n=len(replay.deals)))
        elif typed in ("hands", "again"):
            self._say(*self._table())
        elif typed in ("help", "h", "?"):
            name = view(replay, place, self._catalog).game.round_name or text("Round")
            self._say(*(text(line, round=name) for line in HELP))
        else:
            self._say(text('"{word}" is not known here. Type "help" to hear what is.', word=typed))

    def _go(self, place: int) -> None:
        replay = self._replay
        self._place = replay.near(place)
        shown = view(replay, self._place, self._catalog)
        _, step = standing(shown, replay, self._place)
        is_deal = replay.positions[self._place].event.kind == t.EVENT_KIND_ROUND_DEALT
        if is_deal:
            self._say(reports.standing(shown.words, shown.match))
        said = sentence(shown, replay, self._place, full=True)
        self._say(f"{step}: {said}" if self._lines.console.interactive else said)
        if is_deal:
            self._say(*self._hands())

    def _hands(self) -> Iterator[str]:
        words = self._words()
        for seat, hand in enumerate(self._replay.positions[self._place].hands, 1):
            cards = "; ".join(words.full_card(card) for card in hand) or text("no cards")
            who = reports.capital(words.player(seat))
            yield text("{who} holds: {cards}.", who=who, cards=cards)

    def _table(self) -> Iterator[str]:
        words, match = self._words(), view(self._replay, self._place, self._catalog).match
        yield reports.standing(words, match)
        yield from self._hands()
        yield reports.field_line(words, match)
        yield reports.open_card_line(words, match)
        yield from reports.captured_lines(words, match)

    def _words(self) -> Words:
        return replace(view(self._replay, self._place, self._catalog).words, kinds=True)

    def _say(self, *lines: str) -> None:
        for line in lines:
            if line:
                self._lines.say(line)


def _number(typed: str) -> int:
    """What was typed as a number; 0 for anything else, and for one too long to be of a list."""
    return int(typed) if typed.isdecimal() and len(typed) <= 9 else 0


async def show(replay: Replay, catalog: service_pb2.GetCatalogResponse) -> int:
    """Tell a record from a file on this process's output until it is enough; the exit code."""
    async with console() as lines:
        with suppress(Quit, EOFError):
            await PlainReplay(lines, replay, catalog).run()
    return EXIT_OK
