"""Derive a view's sentences and facts from its cards and seats, with the server's functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from hanafuda.analysis.progress import brings
from hanafuda.cards import DECK, card_set
from hanafuda.game import Game, Option, Phase, Side, Verb
from hanafuda.game import View as State
from hanafuda.games import GAMES
from hanafuda.seats import parties
from hanafuda.yaku import total, yaku_held
from koikoi.v1 import table_pb2
from koikoi_client.screen.view import View
from koikoi_server.table.options import split, usual_matters
from koikoi_server.wire.events import yaku
from koikoi_server.wire.option_notes import note
from koikoi_server.wire.sentences.occupants import Occupant
from koikoi_server.wire.sides import sides
from koikoi_server.wire.update_sentences import update_sentences

from .parts import changed


def telling(make: Callable[..., View]) -> Callable[..., View]:
    """The function of a table, followed by :func:`told`."""

    @wraps(make)
    def made(*args: object, **more: object) -> View:
        return told(make(*args, **more))

    return made


def told(view: View) -> View:
    """The view as a server would send it to the player of its seat.

    By hand are made: cards, seats, turns, results and options. Yaku follow from the captured cards
    where none were put there, so that a table may be fuller than any real one.
    """
    view = changed(view)
    table, match = view.table, view.match
    game = GAMES[table.game]
    rules, _ = split(game, dict(table.rules))
    table.usual_rules = usual_matters(table.game).issuperset(table.rules)
    table.open_to_join[:] = [each.number for each in table.seats if not each.player_name]
    if view.playing:
        state = _state(match)
        teams = [seat.team for seat in table.seats]
        del match.parties[:]
        for together in parties(teams):
            score = match.sides[together[0] - 1].score
            match.parties.append(table_pb2.Party(seats=together, score=score))
            held = card_set(c for seat in together for c in state.sides[seat - 1].captured)
            if not any(match.sides[seat - 1].yaku for seat in together):
                for seat in together:
                    side = match.sides[seat - 1]
                    side.yaku.extend(map(yaku, yaku_held(game.tables(rules), held)))
                    side.points = total(game.tables(rules), held)
        for side, made in zip(match.sides, sides(game, rules, state), strict=True):
            side.card_points = made.card_points
            side.worthless[:] = made.worthless
            del side.progress[:]
            side.progress.extend(made.progress)
        _noted(view, game, rules, state)
    return replace(view, said=words(view.update, view.me))


def words(update: table_pb2.Update, seat: int) -> table_pb2.Said:
    """The sentences of an update for the player of *seat*, who has had it all the time."""
    occupants = tuple(
        Occupant(seat.player_name, seat.bot, owner=1 if seat.player_name else 0)
        for seat in update.table.seats
    )
    return update_sentences(update, occupants, GAMES[update.table.game], seat, "en")


def _state(match: table_pb2.Match) -> State:
    """The match in the types of the rules, as far as it is needed here."""
    return State(
        match.round, match.rounds, match.dealer, Phase.PLAY, match.turn,
        tuple(DECK[card - 1] for card in match.field), match.draw_pile, None,
        tuple(
            Side(
                side.hand_size, tuple(DECK[card - 1] for card in side.captured), (), side.points,
                side.koikoi_calls, side.score, tuple(side.round_scores), side.out,
                DECK[side.gaji_took - 1] if side.gaji_took else None,
            )
            for side in match.sides
        ),
        None,
    )  # fmt: skip


def _noted(view: View, game: Game, rules: object, state: State) -> None:
    """Add the notes of options that take cards."""
    held = {each.yaku for each in view.side(view.me).yaku}
    taking = [each for each in view.options if each.card and each.taken and not each.same_as]
    choices = [
        Option(Verb.PLAY, DECK[each.card - 1], tuple(DECK[card - 1] for card in each.taken))
        for each in taking
    ]
    found = brings(game, rules, state, view.me, choices) if choices else []
    for option, brought in zip(taking, found, strict=True):
        option.note = note(brought, held, game, rules, "en") if brought is not None else ""
