"""What can be typed at a table in line mode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from koikoi.v1 import service_pb2 as wire
from koikoi.v1 import table_pb2 as t
from koikoi_client import reports
from koikoi_client.choices import GO_ON_KEY, Choice, choices, find
from koikoi_client.draft import usual_bot
from koikoi_client.errors import Refused
from koikoi_client.plain_looking import Looking
from koikoi_client.plain_table import PlainTable
from koikoi_client.plain_visit import Quit, Spectating
from koikoi_client.texts import joined, text


class Commands:
    """Reads lines at one table and does them, until one leads away from it."""

    def __init__(self, table: PlainTable) -> None:
        self.table = table
        self.visit = table.visit
        self._half = ("", 0)  # a card's number that wants a letter, and the state version then
        self.following = table.following
        self._words: dict[str, Callable[[str], Awaitable[bool | None]]] = {
            **Looking(table).words,
            "leave": self._leave,
            "quit": self._quit,
        }
        if table.following.seat is not None:
            self._words |= {
                "say": self._say,
                "bot": self._bot,
                "back": self._back,
                "kick": self._kick,
                "nudge": self._nudge,
                "end": self._end,
                "rematch": self._rematch,
                "new": self._new,
            }
        else:
            self._words["sit"] = self._sit
        for short, word in (("h", "help"), ("?", "help"), ("q", "quit"), ("exit", "quit"),
                            ("lobby", "leave"), ("chat", "say"), ("b", "back"),
                            ("cards", "hand"), ("table", "again"),
                            ("join", "sit")):  # fmt: skip
            if word in self._words:
                self._words[short] = self._words[word]

    async def run(self) -> None:
        """Do what is typed; return to go back to the lobby. Raises Quit to end the program."""
        while True:
            typed = await self.visit.lines.ask()
            if typed.lower() not in ("quit", "q", "exit"):
                await self.table.ready.wait()  # typed ahead: what it means is not known yet
            if await self.do(typed):
                return

    async def do(self, typed: str) -> bool:
        """Do one line; True when it leads away from the table."""
        view = self.following.view
        made = choices(view) if view is not None else []
        if not typed:
            typed = GO_ON_KEY if find(made, GO_ON_KEY) else "again"
        if typed.lower().startswith("play "):
            typed = typed[len("play ") :].strip()
        choice = self._second_half(typed, view) or find(made, typed)
        if choice is not None:
            self.table.send(choice.option)
            return False
        word, _, rest = typed.partition(" ")
        command = self._words.get(word.lower())
        if command is not None:
            return bool(await command(rest.strip()))
        self.visit.say(self._why_not(typed, view))
        return False

    def _second_half(self, typed: str, view: t.SeatView | None) -> Choice | None:
        """What a letter alone means, after the number of a card that can take one of several."""
        (card, version), self._half = self._half, ("", 0)
        if not card or view is None or view.state_version != version:
            return None
        return find(choices(view), card + typed) if typed.isalpha() else None

    def _why_not(self, typed: str, view: t.SeatView | None) -> str:
        compact = "".join(typed.lower().split())
        if view is not None and [choice.key for choice in choices(view)] == [GO_ON_KEY]:
            return text(
                '"{typed}" is not known here. Press Enter to go on, or type "help".', typed=typed
            )
        if view is None:
            return text('"{typed}" is not known here. Type "help" to hear what is.', typed=typed)
        if compact.isdigit() and find(choices(view), compact + "a"):
            self._half = (compact, view.state_version)
            letters = [each.key for each in choices(view) if each.key[:-1] == compact]
            keys = joined(letters, text("or"))
            return text("That card can take one of several: type {keys}.", keys=keys)
        if compact[:1].isdigit() or compact in ("k", "s", "g", "x", "hiki"):
            if not view.options:
                waiting = reports.waiting_line(self.following.words, self.match, self.following.now)
                return waiting or text("There is nothing to choose now.")
            return text('{typed} cannot be chosen now. Type "again" to hear what can.', typed=typed)
        return text('"{typed}" is not known here. Type "help" to hear what is.', typed=typed)

    @property
    def match(self) -> t.Match:
        """The running or last match."""
        return self.following.update.match

    # -- acting ---------------------------------------------------------------------------------

    async def _say(self, rest: str) -> None:
        if rest:
            self.following.act(wire.ActRequest(chat=wire.Chat(text=rest)))
        else:
            self.visit.say(text("Type say and what you want to say."))

    async def _bot(self, rest: str) -> None:
        which, _, level = rest.partition(" ")
        following = self.following
        if which.isdigit():
            seat = self._seat(which)
        elif which in ("me", "mine"):
            seat = self._seat(str(following.words.seat))
        else:  # only a level: the one seat that is free
            level = rest
            free = reports.open_seats(following.update.table)
            if not free:
                self.visit.say(text("No seat is open. Type bot and a seat's number."))
                return
            seat = self._seat(str(free[0]))
        if seat is None:
            return
        bots = {each.id: each.name for each in following.words.game.bots}
        if not bots:
            self.visit.say(text("No computer plays this game."))
            return
        by_name = {name.lower(): bot for bot, name in bots.items()} | {bot: bot for bot in bots}
        if level.strip().lower() == "off":
            bot = ""
        elif not level.strip():
            bot = usual_bot(following.words.game)
        elif level.strip().lower() in by_name:
            bot = by_name[level.strip().lower()]
        else:
            levels = ", ".join(bots.values())
            self.visit.say(text("There is no such computer: choose {levels}.", levels=levels))
            return
        self._set_bot(seat, bot)

    async def _back(self, rest: str) -> None:
        seat = self._seat(str(self.following.words.seat))
        if seat is not None and seat.bot:
            self._set_bot(seat, "")
        elif seat is not None:
            self.visit.say(text("You play yourself already."))

    def _set_bot(self, seat: t.Seat, bot: str) -> None:
        if seat.number != self.following.words.seat:
            self.visit.chose_bot(bot)
        request = wire.SetBot(seat=seat.number, seat_version=seat.version, bot=bot)
        self.following.act(wire.ActRequest(set_bot=request))

    async def _kick(self, rest: str) -> None:
        seat = self._seat(rest)
        if seat is None:
            return
        who = self.following.words.player(seat.number)
        if await self.visit.ask_yes(text("Remove {who}? The seat will be open.", who=who)):
            request = wire.Kick(seat=seat.number, seat_version=seat.version)
            self.following.act(wire.ActRequest(kick=request))

    async def _nudge(self, rest: str) -> None:
        waiting = [seat for seat in self.match.waiting_for if seat != self.following.words.seat]
        seat = self._seat(rest or (str(waiting[0]) if waiting else ""))
        if seat is not None:
            self.following.act(wire.ActRequest(nudge=seat.number))

    async def _end(self, rest: str) -> None:
        if await self.visit.ask_yes(text("End the match without a result?")):
            self.following.act(wire.ActRequest(end_match=self.match.match_id))

    async def _rematch(self, rest: str) -> None:
        no = rest.lower() in ("no", "off")
        request = wire.Rematch(match_id=self.match.match_id, no=no)
        self.following.act(wire.ActRequest(rematch=request))

    async def _new(self, rest: str) -> None:
        following = self.following
        question = text("Begin a new match against the computer?")
        if following.update.table.stage == t.STAGE_PLAYING:
            question = text("End this match without a result, and begin one with the computer?")
        if await self.visit.ask_yes(question):
            following.play_alone(usual_bot(following.words.game))

    async def _sit(self, rest: str) -> bool:
        """A spectator sits down, in mid-match too."""
        place = self.following.place
        assert isinstance(place, Spectating)
        if rest and self._seat(rest) is None:
            return False
        request = wire.JoinTableRequest(
            table_id=place.table_id, join_code=place.join_code, seat=int(rest or 0)
        )
        try:
            self.table.moved_to = await self.visit.join(request)
        except Refused as refused:
            self.visit.say_refused(refused)
            return False
        return True

    def _seat(self, number: str) -> t.Seat | None:
        for seat in self.following.update.table.seats:
            if str(seat.number) == number:
                return seat
        self.visit.say(text("Type a seat's number with it; seats lists them."))
        return None

    # -- going ----------------------------------------------------------------------------------

    async def _leave(self, rest: str) -> bool:
        if self.following.seat is None:
            return True
        if not await self.visit.ask_yes(text("Give up your seat for good?")):
            return False
        return await self.following.leave()

    async def _quit(self, rest: str) -> bool:
        visit = self.visit
        if self.following.seat is None:
            raise Quit
        if visit.invitations:
            visit.say(
                text(
                    "This window runs the server: when you quit, it stops for everybody. The "
                    "tables are kept, and go on when you start it again."
                )
            )
        visit.say_if_passing()
        visit.say(
            text(
                "Type q to quit (the seat stays yours), l to leave for good (it is freed), or "
                "Enter to stay."
            )
            if visit.keeps
            else text("Type q to quit, or Enter to stay.")
        )
        answer = (await visit.lines.ask(text("q, l or Enter> "))).lower()
        if answer in ("q", "quit"):
            if visit.practice and self.following.update.table.stage == t.STAGE_FINISHED:
                await self.following.leave()  # nobody else is there: the server need not keep it
            raise Quit
        if answer in ("l", "leave"):
            return await self.following.leave()
        return False
