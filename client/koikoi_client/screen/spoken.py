"""What happened and what is waited for, in short sentences for the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from koikoi.v1 import table_pb2 as pb
from koikoi.v1.catalog_pb2 import CARD_KIND_RIBBON

from ..faces import sort
from ..reports import capital
from ..texts import count, joined, text
from ..words import Words
from .view import View


def who(view: View, seat: int) -> str:
    """A seat as the subject of a sentence in the past tense: "You", or its name."""
    return capital(view.words.you_or(seat))


def yaku_words(view: View, yaku: Iterable[pb.YakuScore]) -> str:
    """ "Moon Viewing 5, Animals 2"."""
    return _yaku_words(view.words, yaku)


def _yaku_words(words: Words, yaku: Iterable[pb.YakuScore]) -> str:
    return ", ".join(
        f"{words.yaku_name(each.yaku)} {each.points}"
        if each.points >= 0
        else text(
            "{yaku} (opponents {points})", yaku=words.yaku_name(each.yaku), points=each.points
        )
        for each in yaku
    )


_TOLD_BY_THE_RESULT = (pb.EVENT_KIND_ROUND_ENDED, pb.EVENT_KIND_MATCH_ENDED)


def _words(view: View, events: Sequence[pb.Event]) -> Words:
    """What a turn is told in: that of somebody who sat in my seat before me is not mine."""
    inherited = view.inherited_turn
    return view.words.before_me() if inherited and list(events) == list(inherited) else view.words


def turn_words(view: View, events: Sequence[pb.Event], *, named: bool = True) -> str:
    """A turn as one sentence: who played, captured and drew which cards; or empty.

    Not *named* it goes on after a label that says whose turn it is.
    """
    told = _words(view, events)
    words, speaker = "", _player(events)
    for before, event in zip((None, *events), events, strict=False):
        if event.kind in _TOLD_BY_THE_RESULT:
            continue
        if lightning_takes(before, event):
            took = text("the lightning took {cards}", cards=told.cards(event.cards))
            words += f"; {took}" if words else capital(took)
            continue
        other = bool(words) and event.seat not in (speaker, 0)
        words += _clause(told, event, first=not words, named=other or (named and not words))
        speaker = event.seat or speaker
    return f"{words}." if words and not words.endswith(".") else words


def _player(events: Sequence[pb.Event]) -> int:
    """Whose turn these events are: the first seat's."""
    return next((event.seat for event in events if event.seat), 0)


def lightning_takes(before: pb.Event | None, event: pb.Event) -> bool:
    """Whether a capture is the lightning's at the end of a round: with no card, and no hiki's."""
    hiki = before is not None and before.kind == pb.EVENT_KIND_HIKI_CALLED
    return event.kind == pb.EVENT_KIND_CARDS_CAPTURED and not event.card and not hiki


def brief_turn(
    view: View, events: Sequence[pb.Event], *, named: bool = True, short: bool = False
) -> str:
    """A turn in as few words as say what lay where and who has it now; or empty.

    Of a card that is taken by one of its own month the plant is not said again. *short*, ribbons
    are told by their sort alone, as on the chips.
    """
    said: list[str] = []
    told, player = _words(view, events), _player(events)
    for before, event in zip((None, *events), events, strict=False):
        card = _card(view, event.card, short)
        if said and lightning_takes(before, event):
            lightning = view.words.cards(event.cards)
            said.append(text("the lightning took {cards}", cards=lightning))
            continue
        match event.kind:
            case pb.EVENT_KIND_CARD_PLAYED:
                said.append(text("played {card}", card=card))
            case pb.EVENT_KIND_CARD_DRAWN:
                said.append(text("drew {card}", card=card))
            case pb.EVENT_KIND_CARDS_CAPTURED if said and _taken(event):
                taken = _taken(event)
                said[-1] += text(", took {cards}", cards=_objects(view, event.card, taken, short))
            case pb.EVENT_KIND_YAKU_FORMED:
                said.append(text("made {yaku}", yaku=yaku_words(view, event.yaku)))
            case pb.EVENT_KIND_HIKI_CALLED:
                other = text("{name} called hiki", name=told.you_or(event.seat))
                said.append(text("called hiki") if event.seat == player else other)
            case pb.EVENT_KIND_KOIKOI_CALLED:
                said.append(text("called koi-koi"))
    name = f"{capital(told.you_or(player))} " if named else ""
    return f"{name}{'; '.join(said)}." if said else ""


def _taken(event: pb.Event) -> list[int]:
    """What was captured besides the card that captured it."""
    return [each for each in event.cards if each != event.card]


def _card(view: View, card: int, short: bool) -> str:
    words, object_ = view.words.card(card), view.card(card).object
    if short and words.endswith(object_):
        return words.removesuffix(object_) + _object(view, card, short)
    return words


def _object(view: View, card: int, short: bool) -> str:
    known = view.card(card)
    return sort(known.object) if short and known.kind == CARD_KIND_RIBBON else known.object


def _objects(view: View, by: int, taken: Iterable[int], short: bool) -> str:
    month = view.card(by).month if by else 0
    return joined(
        [
            (_object if view.card(each).month == month else _card)(view, each, short)
            for each in taken
        ],
        text("and"),
    )


_DONE = {
    pb.EVENT_KIND_CARD_PLAYED: ("{name} played {card}", "played {card}"),
    pb.EVENT_KIND_CARD_DRAWN: ("{name} drew {card}", "drew {card}"),
    pb.EVENT_KIND_CARDS_CAPTURED: ("{name} took {cards}", "took {cards}"),
    pb.EVENT_KIND_HIKI_CALLED: ("{name} called hiki", "called hiki"),
    pb.EVENT_KIND_YAKU_FORMED: ("{name} made {yaku}", "made {yaku}"),
    pb.EVENT_KIND_KOIKOI_CALLED: ("{name} called koi-koi", "called koi-koi"),
    pb.EVENT_KIND_STOP_CALLED: ("{name} stopped", "stopped"),
}
"""What is told of an event in a turn, with who did it and without."""


def _clause(told: Words, event: pb.Event, *, first: bool, named: bool) -> str:
    taken = _taken(event)
    start = "" if first else "; "
    if event.kind == pb.EVENT_KIND_CARD_LAID:
        return text(", left it on the field")
    captured = event.kind == pb.EVENT_KIND_CARDS_CAPTURED
    if event.kind not in _DONE or (captured and not taken):
        return start + told.event(event).rstrip(".")
    with_name, bare = _DONE[event.kind]
    words = text(
        with_name if named else bare,
        name=capital(told.you_or(event.seat)) if first else told.you_or(event.seat),
        card=told.card(event.card),
        cards=told.cards(taken),
        yaku=_yaku_words(told, event.yaku),
    )
    return (", " if captured and not first else start) + words


def waiting_words(view: View) -> str:
    """What is waited for, when it is not I who must act."""
    match = view.match
    name = who(view, match.turn) if match.turn else ""
    if not view.playing or view.table.stage == pb.STAGE_GATHERING:
        return _gathering(view)
    if match.turn and view.is_open(match.turn):
        return text("Nobody plays {seat}: the match waits.", seat=view.seat_name(match.turn))
    match match.phase:
        case pb.PHASE_CUT:
            return text("The cards are shuffled.")
        case pb.PHASE_PLAY:
            return text("{name} chooses a card.", name=name)
        case pb.PHASE_PLACE:
            card = view.words.card(match.open_card)
            return text("{name} chooses what {card} takes.", name=name, card=card)
        case pb.PHASE_DECIDE:
            side = view.side(match.turn)
            held = yaku_words(view, side.yaku)
            return text("{name} decides, koi-koi or stop: {held}.", name=name, held=held)
        case _:
            waited = joined([view.name(seat) for seat in match.waiting_for])
            return text("Waiting for {names}.", names=waited) if waited else ""


def _gathering(view: View) -> str:
    if not view.open_seats:
        return text("The match is about to start.")
    return count(len(view.open_seats), "One more player is needed.", "{n} more players are needed.")


def _one_name(view: View, seat: int) -> str:
    """Who plays a seat; the seat itself where several are called the same."""
    names = [view.name(each.number) for each in view.table.seats]
    return view.words.seat_name(seat) if names.count(view.name(seat)) > 1 else view.name(seat)


def turn_state(view: View) -> str:
    """Whose turn it is, in two or three words for the top row."""
    match = view.match
    if not view.playing or view.table.stage == pb.STAGE_GATHERING:
        return text("waiting for players")
    if match.phase == pb.PHASE_MATCH_OVER:
        return text("match over")
    if match.phase == pb.PHASE_ROUND_OVER:
        return text("{round} over", round=view.game.round_name or text("Round"))
    if match.phase == pb.PHASE_CUT:
        return text("shuffling")
    if view.to_play:
        return text("your turn")
    if match.turn and view.is_open(match.turn):
        return text("{seat} is open", seat=view.seat_name(match.turn))
    if match.turn:
        return text("{name}'s turn", name=_one_name(view, match.turn))
    return text("waiting")
