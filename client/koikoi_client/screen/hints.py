"""What the bottom row of a table says: the keys that matter most in this moment, those first."""

from __future__ import annotations

from koikoi.v1 import table_pb2
from koikoi_client.screen.targets import digit_key
from koikoi_client.text import text

from .bottom import Hint
from .view import View


def hints(view: View) -> list[Hint]:
    """What the keys do now, the most important first."""
    return [*_answers(view), *_elsewhere(view), ("M", text("marks"))]


def _answers(view: View) -> list[Hint]:
    """The keys that answer what is asked; what other seats need, where that is my affair."""
    kinds = {option.kind for option in view.buttons}
    found: list[Hint] = []
    if table_pb2.OPTION_KIND_HIKI in kinds:
        found.append(("H", text("hiki")))
    if table_pb2.OPTION_KIND_PLAY in kinds:
        cards = _card_keys(len(view.hand))
        found += [(cards, text("card")), ("Enter", text("play"))]
    elif kinds & {table_pb2.OPTION_KIND_KOIKOI, table_pb2.OPTION_KIND_STOP}:
        found += [("K", text("koi-koi")), ("S", text("stop"))]
    elif view.awaited or kinds & {table_pb2.OPTION_KIND_HIKI}:
        found += [("Tab", text("next")), ("Enter", text("choose"))]
    if table_pb2.OPTION_KIND_LEAVE in kinds:
        found.append(("X", text("leave it")))
    if view.match.phase == table_pb2.PHASE_MATCH_OVER:
        found.append(("Enter", text("result")))
        if view.seat_view or view.shared:
            found.append(("R", text("another match"), text("again")))
    return found


def _elsewhere(view: View) -> list[Hint]:
    """The screens beside the table: what one reads in one's own turn, or says while one waits."""
    yaku, log = ("Y", text("yaku chart"), text("yaku")), ("L", text("log"))
    cards = ("A", text("cards"))
    if view.shared:
        return [yaku, cards, log]
    seats = ("T", text("table"))
    chat = [("C", text("chat"))] if view.seat_view else []
    if view.table.stage == table_pb2.STAGE_GATHERING or view.open_seats:
        return [seats, *chat, yaku, cards, log]
    return [yaku, log, seats, *([cards, *chat] if view.to_play else [*chat, cards])]


def _card_keys(cards: int) -> str:
    """The keys of a hand: "1-8", of one card "1"; the tenth card's is 0."""
    if cards == 1:
        return digit_key(1)
    return f"1-{digit_key(max(1, min(9, cards)))}" + (" 0" if cards > 9 else "")
