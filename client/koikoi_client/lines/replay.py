"""Line mode: finished matches listed, saved, and told step by step with open hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.actions.command import spoken, typed_help
from koikoi_client.actions.replay import REPLAY, ReplayAction
from koikoi_client.follow.user import Quit
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.user import LineUser
from koikoi_client.records.file import saved
from koikoi_client.records.steps import ReplaySteps, replay_steps
from koikoi_client.screen.records import ended, names_of, outcome, players
from koikoi_client.system.process import EXIT_OK
from koikoi_client.text import reports, text
from koikoi_client.text.names import Names
from koikoi_client.wire.session import Step


class PlainRecords:
    """The finished matches of a server, numbered as they were listed."""

    def __init__(self, user: LineUser) -> None:
        self._user = user
        self._rows: list[record_pb2.Record] = []
        self._next = ""

    async def show(self, rest: str) -> None:
        """List the newest; with "more" the next older ones. Raises Refused."""
        user = self._user
        if rest.lower() != "more":
            self._rows, self._next = [], ""
        elif not self._next:
            user.say(text("There are no older ones."))
            return
        page = await user.finished(self._next)
        first = len(self._rows) + 1
        self._rows += page.records
        self._next = page.next_page_token
        if not self._rows:
            user.say(text("No match is over yet that you may look at."))
            return
        user.say(text("Finished matches, the newest first:"))
        for number, record in enumerate(page.records, first):
            names = names_of(record, user.session.catalog)
            user.say(
                text(
                    "  {number}: {ended}, {game}: {players}; won by {who}",
                    number=number,
                    ended=ended(record),
                    game=names.game.name,
                    players=players(record, names),
                    who=outcome(record, names),
                )
                if record.winners
                else text(
                    "  {number}: {ended}, {game}: {players}; no result",
                    number=number,
                    ended=ended(record),
                    game=names.game.name,
                    players=players(record, names),
                )
            )
        more = text(" Type records more for older ones.") if self._next else ""
        user.say(
            text("Type replay and a number to look at one, save and a number to keep it.") + more
        )

    async def look(self, which: str) -> None:
        """Tell a match step by step. Raises Refused, Quit, EOFError and Interrupted."""
        number = self._number(which)
        if number is None:
            return
        session = self._user.session
        async with replay_steps(session, self._rows[number - 1].record_id) as told:
            await PlainReplay(self._user.lines, told, session.catalog).run()

    async def save(self, which: str) -> None:
        """Write a record to a file and say where it is. Raises Refused."""
        number = self._number(which)
        if number is not None:
            record = await self._user.session.record(self._rows[number - 1].record_id)
            self._user.say(saved(record, Path.cwd(), self._user.store.state))

    def _number(self, which: str) -> int | None:
        number = _number(which)
        if not 1 <= number <= len(self._rows):
            self._user.say(text("Type records first, and then replay or save and a number."))
            return None
        return number


class PlainReplay:
    """A match told in words."""

    def __init__(
        self, lines: Lines, told: ReplaySteps, catalog: service_pb2.GetCatalogResponse
    ) -> None:
        self._lines = lines
        self._told = told
        self._catalog = catalog
        self._place = 0

    async def run(self) -> None:
        """Do what is typed until it is left; where nobody types, tell all of it.

        Raises:
            Refused: when the match is not told, or no further.
            Quit: when the person wants to end the program.
            EOFError, Interrupted: as by Lines.ask.
        """
        if not self._lines.console.interactive:
            place = 0
            while await self._told.reach(place) == place:
                await self._go(place)
                place += 1
            return
        await self._told.reach(0)
        self._say(text("Enter goes on, back goes back; help says more."))
        await self._go(0)
        while True:
            typed = (await self._lines.ask(text("replay> "))).lower()
            row = spoken(REPLAY.commands, typed)
            if row is not None and row.action is ReplayAction.LEAVE:
                return
            await self._do(row.action if row is not None else None, typed)

    async def _do(self, action: ReplayAction | None, typed: str) -> None:
        told, place = self._told, self._place
        if action in (ReplayAction.NEXT_ROUND, ReplayAction.END) or typed.isdecimal():
            await told.reach(told.number)
        match action:
            case ReplayAction.FORWARD:
                if await told.reach(place + 1) == place:
                    self._say(text("That was the last step. Type back, start or leave."))
                else:
                    await self._go(place + 1)
            case ReplayAction.BACK:
                await self._go(place - 1)
            case ReplayAction.NEXT_ROUND:
                await self._go(told.next_deal(place))
            case ReplayAction.ROUND_BEFORE:
                await self._go(told.deal_before(place))
            case ReplayAction.START:
                await self._go(0)
            case ReplayAction.END:
                await self._go(told.last)
            case ReplayAction.HANDS:
                self._say(*self._table())
            case ReplayAction.HELP:
                self._say(text("You can type:"), *typed_help(REPLAY.commands, ()))
            case ReplayAction.QUIT:
                raise Quit
            case _ if 1 <= _number(typed) <= len(told.deals):
                await self._go(told.deal_of(_number(typed)))
            case _ if typed.isdecimal():
                self._say(text("Type a number from 1 to {n}.", n=len(told.deals)))
            case _:
                self._say(
                    text('"{word}" is not known here. Type "help" to hear what is.', word=typed)
                )

    async def _go(self, place: int) -> None:
        told = self._told
        self._place = await told.reach(place)
        names, match = self._names(), self._step.update.match
        is_deal = self._place in told.deals
        if is_deal:
            self._say(reports.standing(names, match, dealer=False))
        said = " ".join(line for entry in self._step.said.news for line in entry.lines)
        if self._lines.console.interactive:
            step = text("step {n} of {all}", n=self._place + 1, all=told.number)
            self._say(f"{step}: {said}")
        else:
            self._say(said)
        if is_deal:
            self._say(*self._hands())

    def _hands(self) -> Iterator[str]:
        names = self._names()
        for seat, hand in enumerate(self._step.hands, 1):
            cards = "; ".join(map(names.full_card, hand.cards)) or text("no cards")
            yield text("Hand of {who}: {cards}.", who=names.player(seat), cards=cards)

    def _table(self) -> Iterator[str]:
        names, match = self._names(), self._step.update.match
        yield reports.standing(names, match)
        yield from self._hands()
        yield reports.field_line(names, match)
        yield reports.open_card_line(names, match)
        yield from reports.captured_lines(names, match)

    @property
    def _step(self) -> Step:
        return self._told.steps[self._place]

    def _names(self) -> Names:
        return Names(self._catalog, self._step.update.table, said=self._step.said)

    def _say(self, *lines: str) -> None:
        for line in lines:
            if line:
                self._lines.say(line)


def _number(typed: str) -> int:
    """What was typed as a number; 0 for anything else, and for one too long to be of a list."""
    return int(typed) if typed.isdecimal() and len(typed) <= 9 else 0


async def show(told: ReplaySteps, catalog: service_pb2.GetCatalogResponse) -> int:
    """Tell a record from a file on this process's output until it is enough; the exit code.

    Raises:
        Refused: when it is not told, or no further.
    """
    async with console() as lines:
        with suppress(Quit, EOFError):
            await PlainReplay(lines, told, catalog).run()
    return EXIT_OK
