"""A round's result, and at the end the match's: who won, how it was counted, all rounds so far."""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from koikoi.v1 import table_pb2 as pb

from ..faces import Line, Theme
from ..reports import capital
from ..texts import count, joined, text
from .arithmetic import arithmetic, costly, scored, took
from .bottom import Hint
from .cells import fill, width, wrap
from .frame import Page, framed
from .inks import BOLD, HEADING, ink, seat_ink
from .sides import TEAM, in_teams, label, label_width
from .spoken import who, yaku_words
from .spots import cap, does
from .turns import previous
from .view import View

_BLOCK = 12  # rounds in one table; more stand below


def result(
    view: View,
    columns: int,
    rows: int,
    theme: Theme,
    *,
    closes_in: int | None = None,
    scroll: int = 0,
) -> Page:
    """The result of the round just ended, and in MATCH_OVER of the match.

    Args:
        closes_in: the seconds after which this screen closes by itself; None: it stays.
    """
    over = view.match.phase == pb.PHASE_MATCH_OVER
    name = view.game.round_name or text("Round")
    title = (
        text("The match is over")
        if over
        else text(
            "{name} {n} of {all}: the result", name=name, n=view.match.round, all=view.match.rounds
        )
    )
    wide = min(columns, 100)
    head: list[Line] = [[]]
    if over:
        head += [*_wrapped(match_words(view), wide, BOLD), []]
    if view.match.HasField("result"):
        head += [*_wrapped(round_words(view), wide, "" if over else BOLD), []]
        head += arithmetic(view, wide, theme)
    body = [*totals(view, wide, theme), [], *costly(view, wide), *previous(view, wide)]
    if view.connection:
        title += f"   {view.connection}"
    foot = _notice(view, wide, theme)
    foot += _rematch(view, theme) if over else _next(view, columns, closes_in)
    hints: list[Hint] = []
    if over and not view.shared:
        hints.append(("B", text("lobby")))
    if over and view.match.record_id:
        hints.append(("S", text("save")))
    hints += [("L", text("log")), ("Y", text("yaku"))]
    if view.seat_view and not view.shared:
        hints.append(("C", text("chat")))
    room = rows - 3 - len(head) - len(body) - len(foot)
    body = [*head, *scored(view, wide, room, theme), *body]
    body += took(view, columns, rows - 4 - len(body) - len(foot), theme)
    return framed(title, body, columns, rows, theme, foot=[*foot, []], hints=hints, scroll=scroll)


def match_words(view: View) -> str:
    """Who won the match."""
    winners = list(view.match.winners)
    if not winners:
        return text("The match ended without a result.")
    each = [side for side in view.match.sides if side.seat == view.team(side.seat)[0]]
    each.sort(key=lambda side: side.seat not in winners)  # as scores are said: the winner's first
    scores = text(" to ").join(str(side.score) for side in each)
    if winners == [view.me]:
        return text("You win the match, {scores}!", scores=scores)
    if len(winners) > 1 and winners == view.team(winners[0]):
        team = capital(view.words.side_name(winners[0]))
        return text("{team} win the match, {scores}.", team=team, scores=scores)
    names = joined([view.name(seat) for seat in winners])
    if len(winners) == 1:
        return text("{name} wins the match, {scores}.", name=names, scores=scores)
    if len(winners) == len(view.match.sides):
        return text("The match is a draw, {scores}.", scores=scores)
    return text("{names} win the match, {scores}.", names=names, scores=scores)


def round_words(view: View) -> str:
    """Who won the round, why it ended, and who deals next."""
    ended = view.match.result
    name = (view.game.round_name or text("Round")).lower()
    number = view.match.round
    if ended.winner:
        won = ended.scores[ended.winner - 1] if len(ended.scores) >= ended.winner else 0
        several = len(view.team(ended.winner)) > 1
        wins = "{who} wins {round} {n} with {points}."
        if several or ended.winner == view.me:
            wins = "{who} win {round} {n} with {points}."
        words = text(
            wins, who=capital(view.words.side_name(ended.winner)), round=name, n=number,
            points=view.words.points(won),
        )  # fmt: skip
    else:
        words = {
            pb.ROUND_END_DEALT_HANDS: text("More than one dealt hand counts: nobody scores."),
            pb.ROUND_END_PLAYED_OUT: text("A tie: the best score the same."),
            pb.ROUND_END_ABANDONED: text("The match was ended in this {round}.", round=name),
        }.get(ended.end, _drawn_words(view, name))
    if ended.end == pb.ROUND_END_DEALT_HAND:
        words += " " + text("The dealt hand decided it.")
    if ended.next_dealer:
        deals = "{who} deal next." if ended.next_dealer == view.me else "{who} deals next."
        words += " " + text(deals, who=who(view, ended.next_dealer))
    return words


def _drawn_words(view: View, name: str) -> str:
    """Why nobody scores, and whose yaku are lost by it."""
    words = text("A drawn {round}: the cards ran out and nobody stopped.", round=name)
    for side in view.match.sides:
        if side.yaku:
            mine = side.seat == view.me
            nothing = "Your {yaku} scores nothing." if mine else "{name}'s {yaku} scores nothing."
            lost = yaku_words(view, side.yaku)
            words += " " + text(nothing, name=view.name(side.seat), yaku=lost)
    return words


def totals(view: View, columns: int, theme: Theme) -> list[Line]:
    """All rounds so far and the totals, of every seat; long matches in blocks of twelve."""
    sides = list(view.match.sides)
    rounds = max((len(side.round_scores) for side in sides), default=0)
    if not rounds:
        return []
    name = view.game.round_name or text("Round")
    room = label_width(view) + 1
    numbers = [str(each) for side in sides for each in (*side.round_scores, side.score)]
    wide = max(3, *map(len, numbers)) + 1
    team = TEAM if in_teams(view) else 0
    block = max(1, min(_BLOCK, (columns - room - team - 8) // wide))
    lines: list[Line] = []
    for start in range(0, rounds, block):
        shown = range(start, min(rounds, start + block))
        last = shown[-1] == rounds - 1
        heading = "".join(f"{number + 1:>{wide}}" for number in shown)
        total = f"{text('Total'):>8}" if last else ""
        teams = f"{text('Team'):>{team}}" if team else ""
        lines.append([("", " "), (HEADING, f"{fill(name, room - 1)}{teams}{heading}{total}")])
        for side in sides:
            scores = "".join(
                f"{side.round_scores[number] if number < len(side.round_scores) else '':>{wide}}"
                for number in shown
            )
            tag = fill(label(view, side.seat), room - 1)
            end: Line = [(BOLD, f"{side.score:>8}")] if last else []
            if team:
                scores = f"{view.seat(side.seat).team:>{team}}{scores}"
            lines.append([("", " "), (seat_ink(side.seat, theme), tag), ("", scores), *end])
    return lines


def _notice(view: View, columns: int, theme: Theme) -> list[Line]:
    lines = wrap(view.notice, columns - 3) if view.notice else []
    return [[("", " "), (ink("notice", theme), f" {line} ")] for line in lines]


def _next(view: View, columns: int, closes_in: int | None) -> list[Line]:
    """What Enter does, who is waited for, and for how long."""
    name = view.game.round_name or text("Round")
    go_on = text(" {name} {n}", name=name, n=view.match.round + 1)
    by_itself = text("   goes on by itself in {n} s", n=closes_in)
    if view.seat_view is None and not view.shared:  # who watches sends nothing
        go_on = text(" back to the table")
        by_itself = text("   closes by itself in {n} s", n=closes_in)
    line: Line = [("", " "), *cap("Enter"), (does("enter", BOLD), go_on)]
    others = [view.name(seat) for seat in view.match.waiting_for if seat != view.me]
    if view.shared:  # they all sit here
        others = []
    alone = by_itself if closes_in is not None else ""
    if others and not alone and view.match.HasField("deadline"):
        left = view.seconds_to(view.match.deadline)
        alone = text("   the table goes on in {n} s", n=left)
        if not left:
            others, alone = [], text("   the table has gone on")
    if others:
        waits = text("   waiting for {names}", names=joined(others))
        if width(line) + get_cwidth(waits + alone) > columns:
            waits = count(len(others), "   waiting for 1 player", "   waiting for {n} players")
        line.append(("", waits))
    return [[*line, ("", alone)]]


def _rematch(view: View, theme: Theme) -> list[Line]:
    wants = [seat.number for seat in view.table.seats if seat.wants_rematch]
    line: Line = [("", " ")]
    if view.shared or (view.seat_view and view.me not in wants):
        line += [*cap("R"), (does("r", BOLD), text(" another match"))]
    elif view.seat_view:
        line += [(ink("badge", theme), text(" You would like another match ")), ("", " ")]
        line += [*cap("R"), (does("r"), text(" you changed your mind"))]
    names = joined([view.name(seat) for seat in wants if seat != view.me])
    if names:
        line.append(("", text("   wanted by {names}", names=names)))
    return [line]


def _wrapped(words: str, columns: int, style: str) -> list[Line]:
    return [[("", " "), (style, line)] for line in wrap(words, columns - 2)]
