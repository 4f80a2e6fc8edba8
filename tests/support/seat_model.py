"""A model of one seat in a few lines: which acts are allowed, and what they change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from koikoi_server.table.limits import Limits

WAIT = Limits().absence


@dataclass(frozen=True, slots=True)
class Model:
    """The seat on turn, and whether the others are present."""

    now: int = 0
    owned: bool = True
    bot: bool = False
    away_since: int | None = None
    seat_version: int = 0  #: changes since the start
    version: int = 0  #: likewise
    asked: bool = True  #: whether the seat is on turn
    other_owned: bool = True
    other_here: bool = True
    third_owned: bool = False

    def replaceable(self) -> bool:
        gone = self.away_since is not None and self.now >= self.away_since + WAIT
        return self.owned and not self.bot and gone

    def closed(self) -> bool:
        return not (self.owned or self.other_owned or self.third_owned)

    def changed(self, **fields: object) -> Model:
        return replace(self, seat_version=self.seat_version + 1, **fields)  # type: ignore[arg-type]

    def after(self, act: str, seen: Model) -> Model | None:
        """Return the model after *act* by somebody who knew the state *seen*; None: refused."""
        if self.closed():
            return None
        match act:
            case "deadline":
                return replace(self, now=self.now + WAIT)
            case "move":
                may = self.asked and self.owned and not self.bot and seen.version == self.version
                return replace(self, version=self.version + 1) if may else None
            case "thought":
                may = self.asked and self.bot and seen.version == self.version
                return replace(self, version=self.version + 1) if may else None
            case "drop":
                may = self.owned and self.away_since is None
                return self.changed(away_since=self.now) if may else self
            case "return":
                may = self.owned and self.away_since is not None
                return self.changed(away_since=None) if may else self
            case "leave":
                gone = self.changed(owned=False, bot=False, away_since=None)
                return gone if self.owned else None
            case "take-over" | "another takes over":
                by = self.other_owned and self.other_here
                if act != "take-over":
                    by = self.third_owned
                elif not self.owned:
                    by = self.other_owned  # an open seat is filled by anybody at the table
                if not by or seen.seat_version != self.seat_version:
                    return None
                if self.bot or (self.owned and not self.replaceable()):
                    return None
                return self.changed(bot=True)
            case "take-back":
                may = self.owned and self.bot and seen.seat_version == self.seat_version
                return self.changed(bot=False) if may else None
            case "other drops" | "other returns":
                here = act == "other returns"
                return replace(self, other_here=here) if self.other_owned else self
            case "other leaves":
                return replace(self, other_owned=False) if self.other_owned else None
        raise AssertionError(act)
