"""Finished matches in line mode: list, save and replay them, with open hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from koikoi.v1 import record_pb2, service_pb2
from koikoi_client.actions.command import command_for_word, typed_help
from koikoi_client.actions.replay import REPLAY, ReplayAction
from koikoi_client.follow.finished_matches import FinishedMatches
from koikoi_client.follow.user import Quit
from koikoi_client.lines.console import Lines, console
from koikoi_client.lines.user import LineUser
from koikoi_client.records.file import save
from koikoi_client.records.steps import ReplaySteps, replay_steps
from koikoi_client.screen.records import ended, names_of, outcome, players
from koikoi_client.system.process import EXIT_OK
from koikoi_client.text import reports, text
from koikoi_client.text.names import Names
from koikoi_client.wire.session import Step


class LineRecords:
    """The finished matches of a server, numbered in the order of the list."""

    def __init__(self, user: LineUser) -> None:
        self._user = user
        self._matches = FinishedMatches(user)
        self._rows: list[record_pb2.Record] = []
        self._next = ""

    async def show(self, rest: str) -> None:
        """List the newest matches, or after "more" the next older ones. Raises Refused."""
        user = self._user
        if rest.lower() != "more":
            self._rows, self._next = [], ""
        elif not self._next:
            user.say(text("There are no older matches."))
            return
        page = await self._matches.page(self._next)
        first = len(self._rows) + 1
        self._rows += page.records
        self._next = page.next_page_token
        if not self._rows:
            user.say(text("No finished matches yet."))
            return
        user.say(text("Finished matches, newest first:"))
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
        user.say(text("Type replay and a number to watch a match, save and a number to save it."))
        if self._next:
            user.say(text("Type records more for older matches."))

    async def replay(self, which: str) -> None:
        """Replay a match. Raises Refused, Quit, EOFError and Interrupted."""
        number = self._number(which)
        if number is None:
            return
        session = self._user.session
        async with replay_steps(session, self._rows[number - 1].record_id) as steps:
            await LineReplay(self._user.lines, steps, session.catalog).run()

    async def save(self, which: str) -> None:
        """Save a record to a file. Raises Refused."""
        number = self._number(which)
        if number is not None:
            record = await self._user.record(self._rows[number - 1].record_id)
            self._user.say(save(record, Path.cwd(), self._user.store.state))

    def _number(self, which: str) -> int | None:
        number = _number(which)
        if not 1 <= number <= len(self._rows):
            self._user.say(text("Type records for a list, and then replay or save and a number."))
            return None
        return number


class LineReplay:
    """Replays a match as lines."""

    def __init__(
        self, lines: Lines, steps: ReplaySteps, catalog: service_pb2.GetCatalogResponse
    ) -> None:
        self._lines = lines
        self._steps = steps
        self._catalog = catalog
        self._place = 0

    async def run(self) -> None:
        """Run commands until the user leaves the match; without a terminal, show all steps.

        Raises:
            Refused: when the server cannot replay the match to its end.
            Quit: when the user ends the program.
            EOFError, Interrupted: as Lines.ask.
        """
        if not self._lines.console.interactive:
            place = 0
            while await self._steps.reach(place) == place:
                await self._go(place)
                place += 1
            return
        await self._steps.reach(0)
        self._say(text("Press Enter for the next step, or type back or help."))
        await self._go(0)
        while True:
            typed = (await self._lines.ask(text("replay> "))).lower()
            row = command_for_word(REPLAY.commands, typed)
            if row is not None and row.action is ReplayAction.LEAVE:
                return
            await self._do(row.action if row is not None else None, typed)

    async def _do(self, action: ReplayAction | None, typed: str) -> None:
        steps, place = self._steps, self._place
        if action in (ReplayAction.NEXT_ROUND, ReplayAction.END) or typed.isdecimal():
            await steps.reach(steps.number)
        match action:
            case ReplayAction.FORWARD:
                if await steps.reach(place + 1) == place:
                    self._say(text("This is the last step. Type back, start or leave."))
                else:
                    await self._go(place + 1)
            case ReplayAction.BACK:
                await self._go(place - 1)
            case ReplayAction.NEXT_ROUND:
                await self._go(steps.next_deal(place))
            case ReplayAction.ROUND_BEFORE:
                await self._go(steps.deal_before(place))
            case ReplayAction.START:
                await self._go(0)
            case ReplayAction.END:
                await self._go(steps.last)
            case ReplayAction.HANDS:
                self._say(*self._table())
            case ReplayAction.HELP:
                self._say(text("You can type:"), *typed_help(REPLAY.commands, ()))
            case ReplayAction.QUIT:
                raise Quit
            case _ if 1 <= _number(typed) <= len(steps.deals):
                await self._go(steps.deal_of(_number(typed)))
            case _ if typed.isdecimal():
                self._say(text("Type a number from 1 to {n}.", n=len(steps.deals)))
            case _:
                self._say(
                    text('"{word}" is not known here. Type help for all commands.', word=typed)
                )

    async def _go(self, place: int) -> None:
        steps = self._steps
        self._place = await steps.reach(place)
        names, match = self._names(), self._step.update.match
        is_deal = self._place in steps.deals
        if is_deal:
            self._say(reports.standing(names, match, dealer=False))
        news = " ".join(line for entry in self._step.said.news for line in entry.lines)
        if self._lines.console.interactive:
            number = self._place + 1
            self._say(text("step {n} of {all}: {news}", n=number, all=steps.number, news=news))
        else:
            self._say(news)
        if is_deal:
            self._say(*self._hands())

    def _hands(self) -> Iterator[str]:
        names = self._names()
        for seat, hand in enumerate(self._step.hands, 1):
            cards = "; ".join(map(names.full_card, hand.cards)) or text("no cards")
            yield text("Hand of {who}: {cards}.", who=names.player(seat), cards=cards)

    def _table(self) -> Iterator[str]:
        names, match = self._names(), self._step.update.match
        if not match.round:
            yield text("No cards are dealt yet.")
            return
        yield reports.standing(names, match)
        yield from self._hands()
        yield reports.field_line(names, match)
        yield reports.open_card_line(names, match)
        yield from reports.captured_lines(names, match)

    @property
    def _step(self) -> Step:
        return self._steps.steps[self._place]

    def _names(self) -> Names:
        return Names(self._catalog, self._step.update.table, said=self._step.said)

    def _say(self, *lines: str) -> None:
        for line in lines:
            if line:
                self._lines.say(line)


def _number(typed: str) -> int:
    """*typed* as a number; 0 for anything else, and for more than nine digits."""
    return int(typed) if typed.isdecimal() and len(typed) <= 9 else 0


async def show(steps: ReplaySteps, catalog: service_pb2.GetCatalogResponse) -> int:
    """Replay a match on standard output until the user leaves it; return the exit code.

    Raises:
        Refused: when the server cannot replay the match to its end.
    """
    async with console() as lines:
        with suppress(Quit, EOFError):
            await LineReplay(lines, steps, catalog).run()
    return EXIT_OK
