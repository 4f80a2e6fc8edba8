"""Tables to draw: ordinary moments, and the fullest that can be.

A small catalogue of its own keeps them independent of the server's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from google.protobuf.timestamp_pb2 import Timestamp

from hanafuda.cards import DECK, Kind, card, cards, cards_in
from hanafuda.sakura_rules import POINTS
from hanafuda.sakura_scoring import COST, TABLE
from koikoi.v1 import catalog_pb2, service_pb2
from koikoi.v1 import table_pb2 as pb
from koikoi_client.screen.view import View

NOW = 1_800_000_000.0
LONG = ("花見の宴と月見の宴が好き", "W" * 24, "桜のさくら abcdefghijklmn", "i" * 24)
"""Names of 24 columns, the most that a server allows."""

_KINDS = {
    Kind.BRIGHT: catalog_pb2.CARD_KIND_BRIGHT,
    Kind.ANIMAL: catalog_pb2.CARD_KIND_ANIMAL,
    Kind.RIBBON: catalog_pb2.CARD_KIND_RIBBON,
    Kind.PLAIN: catalog_pb2.CARD_KIND_PLAIN,
}
_PHRASES = {
    "event.5": "{seat} deals round {number}.",
    "event.10": "{seat} takes {cards} with {card}.",
    "event.15": "The round ends.",
    "score.double_at_7": "Seven points or more",
    "score.koikoi": "The other player had called koi-koi",
    "score.cards": "Cards",
    "score.team_cards": "Cards of the team",
    "score.others_yaku": "Yaku of others",
}


def yaku(
    name: str, points: int, all_of: str = "", any_of: Iterable[int] = (), count: int = 0
) -> catalog_pb2.Yaku:
    return catalog_pb2.Yaku(
        yaku=name.lower().replace(" ", "_"),
        name=name,
        explanation=f"What makes {name}.",
        points=points,
        points_per_extra=1 if count else 0,
        all_of=cards(all_of),
        any_of=any_of,
        any_count=count,
    )


def of_kind(kind: Kind) -> list[int]:
    return [each for each in DECK if each.kind is kind]


YAKU = [
    yaku("Five Brights", 10, "1-1 3-1 8-1 11-1 12-1"),
    yaku("Four Brights", 8, "1-1 3-1 8-1 12-1"),
    yaku("Rainy Four Brights", 7, "11-1", cards("1-1 3-1 8-1 12-1"), 3),
    yaku("Three Brights", 5, "", cards("1-1 3-1 8-1 12-1"), 3),
    yaku("Flower Viewing", 5, "3-1 9-1"),
    yaku("Moon Viewing", 5, "8-1 9-1"),
    yaku("Boar, Deer, Butterflies", 5, "6-1 7-1 10-1"),
    yaku("Poetry Ribbons", 5, "1-2 2-2 3-2"),
    yaku("Blue Ribbons", 5, "6-2 9-2 10-2"),
    yaku("Animals", 1, "", of_kind(Kind.ANIMAL), 5),
    yaku("Ribbons", 1, "", of_kind(Kind.RIBBON), 5),
    yaku("Plains", 1, "", of_kind(Kind.PLAIN), 10),
]


def catalog() -> service_pb2.GetCatalogResponse:
    """Cards, one game of each kind, phrases and help pages."""
    bots = [
        catalog_pb2.Bot(bot=level, name=level.capitalize(), explanation=f"Plays {level}.")
        for level in ("easy", "medium", "hard")
    ]
    options = [
        catalog_pb2.RuleOption(
            option="months",
            label="Number of months",
            explanation="How many rounds a match has.",
            group="Length",
            choices=[catalog_pb2.RuleChoice(choice=n, label=f"{n} months") for n in ("12", "6")],
            default_choice="12",
            min_number=1,
            max_number=24,
        ),
        catalog_pb2.RuleOption(
            option="sake_cup",
            label="Sake cup",
            explanation="What the sake cup counts as.",
            group="Scoring",
            choices=[
                catalog_pb2.RuleChoice(choice="both", label="Animal and plain at once"),
                catalog_pb2.RuleChoice(choice="animal", label="Animal only"),
            ],
            default_choice="both",
        ),
    ]
    sets = [
        catalog_pb2.RuleSet(set="site", label="Standard", explanation="All defaults."),
        catalog_pb2.RuleSet(
            set="short", label="Short", explanation="Six months.", rules={"months": "6"}
        ),
    ]
    return service_pb2.GetCatalogResponse(
        cards=[
            catalog_pb2.Card(
                card=each,
                code=each.code,
                month=each.month,
                kind=_KINDS[each.kind],
                plant=each.plant,
                object=each.object,
                tags=each.tags,
            )
            for each in DECK
        ],
        games=[
            catalog_pb2.Game(
                game="koikoi",
                name="Koi-Koi",
                summary="Capture cards of the same month and make yaku.",
                min_seats=2,
                max_seats=2,
                round_name="Month",
                score_name="points",
                options=options,
                sets=sets,
                yaku=YAKU,
                bots=bots,
                seat_names=["Red", "Blue"],
            ),
            catalog_pb2.Game(
                game="coin",
                name="Coin game",
                summary="Koi-Koi for coins.",
                min_seats=2,
                max_seats=7,
                round_name="Round",
                score_name="coins",
                options=options[:1],
                sets=sets[:1],
                yaku=YAKU,
                bots=bots,
            ),
            catalog_pb2.Game(
                game="sakura",
                name="Sakura",
                summary="Hawaiian Koi-Koi.",
                min_seats=2,
                max_seats=7,
                round_name="Round",
                score_name="points",
                yaku=[
                    catalog_pb2.Yaku(
                        yaku=row.yaku,
                        name=row.name,
                        explanation=row.explanation,
                        points=COST,
                        any_of=cards_in(row.of),
                        any_count=row.need,
                    )
                    for (row,) in TABLE
                ],
                bots=bots,
                card_points=POINTS,
            ),
        ],
        phrases=_PHRASES,
        help=[
            service_pb2.HelpPage(
                page="rules",
                game="koikoi",
                title="How Koi-Koi is played",
                text="Capture cards of one month.\n\n- Play a card.\n- Turn one over.\n\n"
                + "Then decide whether to go on. " * 20,
            ),
            service_pb2.HelpPage(page="history", title="A short history", text="Long ago."),
        ],
    )


CATALOG = catalog()


def score(name: str, points: int, codes: str) -> pb.YakuScore:
    return pb.YakuScore(yaku=name.lower().replace(" ", "_"), points=points, cards=cards(codes))


def seat(number: int, name: str = "", **more: object) -> pb.Seat:
    return pb.Seat(seat=number, player_name=name, version=1, **more)  # type: ignore[arg-type]


def after(seconds: float) -> Timestamp:
    return Timestamp(seconds=int(NOW + seconds))


def option(
    number: int, kind: pb.OptionKind, played: str = "", taken: str = "", label: str = ""
) -> pb.Option:
    return pb.Option(
        option=number,
        kind=kind,
        card=card(played) if played else 0,
        taken=cards(taken),
        label=label,
    )


def plays(hand: Sequence[int], field: Sequence[int]) -> list[pb.Option]:
    """Options as a server would offer them for an ordinary hand: for a drawing only."""
    found: list[pb.Option] = []
    for each in hand:
        played = DECK[each - 1]
        matches = [DECK[on - 1] for on in field if DECK[on - 1].month == played.month]
        choices = [[match] for match in matches] if len(matches) == 2 else [matches]
        first = len(found) + 1
        for taken in choices:
            label = f"Play Month {played.month}: {played.name}"
            if taken:
                label += ", take " + " and ".join(card.name for card in taken)
            same = 0
            if len(choices) == 2 and taken == choices[1]:
                kinds = {match.kind for match in matches}
                same = first if kinds == {Kind.PLAIN} else 0
            found.append(
                pb.Option(
                    option=len(found) + 1,
                    kind=pb.OPTION_KIND_PLAY,
                    card=played,
                    taken=taken,
                    label=label,
                    same_as=same,
                )
            )
    return found


def event(kind: pb.EventKind, seat: int = 0, played: str = "", taken: str = "") -> pb.Event:
    return pb.Event(
        kind=kind, seat=seat, card=card(played) if played else 0, cards=cards(taken)
    )  # fmt: skip


LAST_TURN = [
    event(pb.EVENT_KIND_CARD_PLAYED, 2, "7-2"),
    event(pb.EVENT_KIND_CARDS_CAPTURED, 2, "7-2", "7-2 7-1"),
    event(pb.EVENT_KIND_CARD_DRAWN, 2, "11-2"),
    event(pb.EVENT_KIND_CARD_LAID, 0, "11-2"),
]
LOG = (
    "Month 3: Aki deals.",
    "Aki played Mum plain, took Mum sake cup; drew Pine poem ribbon, took Pine plain.",
    "Ben played Clover red ribbon, took Clover boar; drew Willow swallow, left it on the field.",
    "Ben called koi-koi.",
    "Ben: good luck!",
)


def ordinary() -> View:
    """Two persons in the middle of a month; my turn, a card with two matches chosen."""
    hand = cards("1-1 2-2 3-3 6-1 8-3 10-2 11-4 12-2")
    field = cards("3-1 3-4 4-1 5-2 7-3 9-3 10-1 11-2 12-1 6-3")
    match = pb.Match(
        match_id="m",
        round=3,
        rounds=12,
        dealer=1,
        phase=pb.PHASE_PLAY,
        turn=1,
        waiting_for=[1],
        field=field,
        draw_pile=16,
        sides=[
            pb.Side(
                seat=1,
                hand_size=8,
                captured=cards("9-1 9-4 1-2 1-3 9-2"),
                score=12,
                round_scores=[6, 6],
            ),
            pb.Side(
                seat=2,
                hand_size=7,
                captured=cards("8-1 7-1 7-2 8-2 4-2 4-3 5-3 2-3 2-4"),
                koikoi_calls=1,
                score=7,
                round_scores=[0, 7],
            ),
        ],
        last_turn=LAST_TURN,
    )
    options = plays(hand, field)
    chosen = next(each.option for each in options if each.card == card("3-3"))
    return View(
        update=pb.Update(
            seq=40,
            table=pb.Table(
                table_id="t",
                name="Aki's table",
                stage=pb.STAGE_PLAYING,
                game="koikoi",
                seats=[seat(1, "Aki"), seat(2, "Ben")],
                host=1,
            ),
            match=match,
        ),
        seat_view=pb.SeatView(seat=1, hand=hand, state_version=9, options=options),
        catalog=CATALOG,
        chosen=chosen,
        now=NOW,
        spectators=2,
        connection="connected",
        log=LOG,
    )


def changed(view: View, **more: object) -> View:
    """The view with other attributes; its messages are copied, so that they may be edited."""
    update, own = pb.Update(), pb.SeatView()
    update.CopyFrom(view.update)
    if view.seat_view:
        own.CopyFrom(view.seat_view)
    values: dict[str, object] = {"update": update, "seat_view": own if view.seat_view else None}
    return replace(view, **{**values, **more})  # type: ignore[arg-type]


def fullest() -> View:
    """Two seats of the longest names; 17 cards on the field, all others captured or in my hand."""
    hand = cards("10-3 10-4 11-3 11-4 12-2 12-3 12-4 9-4")
    field = cards("1-1 1-2 1-3 2-1 2-2 2-3 3-1 3-2 4-1 5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1")
    view = changed(ordinary())
    rest = [each for each in DECK if each not in hand and each not in field]
    match = view.match
    match.field[:] = field
    match.draw_pile = 10
    match.round, match.rounds = 24, 24
    mine, other = match.sides
    mine.captured[:], other.captured[:] = rest[:1], rest[1:]
    other.yaku.extend(_yaku())
    other.points = 38
    mine.koikoi_calls, other.koikoi_calls = 3, 2
    mine.score, other.score = 188, -120
    other.hand_size = 8
    match.deadline.CopyFrom(after(83))
    view.table.seats[0].player_name, view.table.seats[1].player_name = LONG[0], LONG[1]
    view.table.seats[1].absent_since.CopyFrom(after(-30))
    view.table.seats[1].replaceable_at.CopyFrom(after(90))
    view.table.rules["months"] = "24"
    assert view.seat_view is not None
    del view.seat_view.options[:]
    view.seat_view.hand[:] = hand
    view.seat_view.options.extend(plays(hand, field))
    last = view.seat_view.options[-1].option
    return changed(
        view, chosen=last, spectators=99, connected=False, connection="no connection, trying again"
    )


def richest() -> View:
    """My own side has captured nearly all cards."""
    view = changed(fullest())
    mine, other = view.match.sides
    mine.captured[:] = [*mine.captured, *other.captured]
    del other.captured[:]
    mine.yaku.extend(_yaku())
    mine.points = 38
    return view


def _yaku() -> list[pb.YakuScore]:
    return [
        score("Five Brights", 10, "1-1 3-1 8-1 11-1 12-1"),
        score("Flower Viewing", 5, "3-1 9-1"),
        score("Moon Viewing", 5, "8-1 9-1"),
        score("Boar, Deer, Butterflies", 11, "6-1 7-1 10-1"),
        score("Plains", 7, "1-3"),
    ]


def deciding() -> View:
    """Koi-koi or stop."""
    view = changed(ordinary())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase = pb.PHASE_DECIDE
    del match.field[0:2]
    own.hand.remove(card("3-3"))
    match.sides[0].hand_size = 7
    match.sides[0].captured.extend(cards("3-3 3-1"))
    match.sides[0].yaku.append(score("Flower Viewing", 5, "3-1 9-1"))
    match.sides[0].points = 5
    del own.options[:]
    own.options.extend(
        [
            option(
                1, pb.OPTION_KIND_KOIKOI,
                label="Koi-koi: go on for more than 10; if another stops first, you get nothing"
                " and they get twice as much for it",
            ),
            option(
                2, pb.OPTION_KIND_STOP,
                label="Stop and score 10 (5 points, times 2 for the koi-koi called)",
            ),
        ]
    )  # fmt: skip
    return changed(view, chosen=0)


def placing() -> View:
    """The drawn card lies on the pile; two field cards match it."""
    view = changed(ordinary())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase, match.open_card = pb.PHASE_PLACE, card("3-2")
    own.hand.remove(card("3-3"))
    match.field.append(card("1-4"))
    del own.options[:]
    for number, on in enumerate(("3-1", "3-4"), 1):
        label = f"Take {card(on).name} with Month 3: Cherry poem ribbon"
        own.options.append(option(number, pb.OPTION_KIND_TAKE, "3-2", on, label))
    return changed(view, chosen=2)


def waiting() -> View:
    """The other's turn; the other is away."""
    view = changed(ordinary())
    view.match.turn = 2
    view.match.waiting_for[:] = [2]
    view.table.seats[1].absent_since.CopyFrom(after(-47))
    view.table.seats[1].replaceable_at.CopyFrom(after(73))
    assert view.seat_view is not None
    del view.seat_view.options[:]
    return changed(view, chosen=0, news=frozenset(cards("11-2 7-1")))


def late() -> View:
    """The other may be replaced; a computer plays for me."""
    view = changed(waiting())
    view.table.seats[1].replaceable_at.CopyFrom(after(-5))
    view.table.seats[0].bot = "medium"
    return changed(view, notice="The game has moved on: choose again.")


def watching() -> View:
    """A spectator's view of the same."""
    return changed(ordinary(), seat_view=None, chosen=0)


def gathering() -> View:
    """A private table for two, waiting."""
    update = pb.Update(
        seq=1,
        table=pb.Table(
            table_id="t", name="Aki's table", stage=pb.STAGE_GATHERING, game="koikoi", host=1,
            seats=[seat(1, "Aki"), seat(2)], needs_code=True,
        ),
    )  # fmt: skip
    own = pb.SeatView(seat=1, join_code="PLUM-4711")
    return View(update=update, seat_view=own, catalog=CATALOG, now=NOW, connection="connected")


def round_over(rounds: int = 3) -> View:
    """A month's result."""
    view = changed(deciding())
    match, own = view.match, view.seat_view
    assert own is not None
    match.phase, match.turn = pb.PHASE_ROUND_OVER, 0
    match.round = rounds
    match.waiting_for[:] = [1, 2]
    match.deadline.CopyFrom(after(14))
    match.sides[0].round_scores[:] = ([6, 0, 10] * 8)[:rounds]
    match.sides[1].round_scores[:] = ([0, 7, 0] * 8)[:rounds]
    for side in match.sides:
        side.score = sum(side.round_scores)
    match.result.CopyFrom(
        pb.RoundResult(
            end=pb.ROUND_END_STOPPED,
            winner=1,
            lines=[
                pb.ScoreLine(seat=1, item="flower_viewing", cards=cards("3-1 9-1"), points=5),
                pb.ScoreLine(
                    seat=1, item="ribbons", cards=cards("1-2 9-2 4-2 5-2 7-2 11-3"), points=2
                ),
                pb.ScoreLine(seat=1, item="double_at_7", times=2),
                pb.ScoreLine(seat=1, item="koikoi", times=2),
            ],
            scores=[28, 0],
            next_dealer=1,
        )
    )
    del own.options[:]
    own.options.append(option(1, pb.OPTION_KIND_GO_ON, label="Go on"))
    return changed(view, chosen=1)


def match_over(rounds: int = 12) -> View:
    """The end of a match; the other would like another."""
    view = changed(round_over(rounds))
    view.match.phase = pb.PHASE_MATCH_OVER
    view.match.rounds = rounds
    view.match.result.next_dealer = 0
    view.match.winners[:] = [1]
    view.table.stage = pb.STAGE_FINISHED
    view.table.seats[1].wants_rematch = True
    assert view.seat_view is not None
    del view.seat_view.options[:]
    return changed(view, chosen=0)


_DEALT = {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}


def many(seats: int, *, game: str = "coin", full: bool = True) -> View:
    """A table of three to seven seats; if *full*, the most cards on the field and longest names."""
    size, dealt = _DEALT[seats]
    if not full:
        on_field = list(DECK[: 4 * dealt : 4])
    elif seats == 6:  # four months of three, and one card of each other month
        on_field = [DECK[4 * month + n] for month in range(4) for n in range(3)]
        on_field += [DECK[4 * month] for month in range(4, 12)]
    else:
        on_field = [DECK[4 * month + n] for month in range(2) for n in range(3)]
        on_field += [DECK[8], *([DECK[9]] if dealt == 8 else [])]
        on_field += [DECK[4 * month] for month in range(3, 12)]
    rest = [each for each in DECK if each not in on_field]
    hand, rest = rest[-size:], rest[:-size]
    names = [LONG[number % len(LONG)] if full else f"Player {number}" for number in range(seats)]
    teams = game == "sakura" and seats in (4, 6)
    sides = []
    for number in range(1, seats + 1):
        mine = rest[number - 1 :: seats]
        sides.append(
            pb.Side(
                seat=number,
                hand_size=size,
                captured=mine,
                score=-150 if full else 10 * number,
                koikoi_calls=2 if full and game == "coin" else 0,
                yaku=_yaku() if full else [],
                points=38 if full else 0,
                round_scores=[-50, 20, 100],
            )
        )
    match = pb.Match(
        match_id="m", round=4, rounds=12, dealer=seats, phase=pb.PHASE_PLAY, turn=1,
        waiting_for=[1], field=on_field, draw_pile=9, sides=sides, last_turn=LAST_TURN,
    )  # fmt: skip
    table = pb.Table(
        table_id="t", name="All of us", stage=pb.STAGE_PLAYING, game=game, host=1,
        seats=[
            seat(n, name, team=(n - 1) % 2 + 1 if teams else 0) for n, name in enumerate(names, 1)
        ],
    )  # fmt: skip
    if full:
        table.seats[2].absent_since.CopyFrom(after(-30))
        table.seats[2].replaceable_at.CopyFrom(after(90))
        table.seats[1].bot = "hard"
    options = plays(hand, on_field)
    return View(
        update=pb.Update(seq=9, table=table, match=match),
        seat_view=pb.SeatView(seat=1, hand=hand, state_version=4, options=options),
        catalog=CATALOG,
        chosen=options[0].option,
        now=NOW,
        connection="connected",
        log=LOG,
    )


def sakura(seats: int) -> View:
    """The fullest of Sakura: all yaku on every side, the lowest totals, a lightning on its card.

    My cards take what lies there, and I may call hiki as well.
    """
    view = many(seats, game="sakura")
    made = [pb.YakuScore(yaku=row.yaku, points=COST, cards=[1, 2, 3]) for (row,) in TABLE]
    for side in view.match.sides:
        del side.yaku[:]
        side.yaku.extend(made)
        side.points = COST * len(made)
        side.score = 12 * COST * len(made)
        side.round_scores[:] = [side.points] * 11
    sides = view.match.sides
    plain = next(each for each in sides[1].captured if POINTS[each - 1] == 0)
    sides[1].gaji_took = plain
    lightning = card("11-4")
    for side in sides:
        if lightning in side.captured:
            side.captured.remove(lightning)
    assert view.seat_view is not None
    if lightning not in view.hand:
        sides[1].captured.append(lightning)
    label = "Hiki: take all of Month 12"
    view.seat_view.options.append(option(90, pb.OPTION_KIND_HIKI, "", "12-1 12-2 12-3 12-4", label))
    return view


def hiki_out_of_turn() -> View:
    """Another is on turn; two months are mine if I say so."""
    view = changed(many(3, game="sakura", full=False))
    assert view.seat_view is not None
    view.match.turn = 2
    view.match.waiting_for[:] = [2]
    del view.seat_view.options[:]
    for number, month in enumerate((10, 12), 1):
        view.seat_view.options.append(
            pb.Option(
                option=number,
                kind=pb.OPTION_KIND_HIKI,
                taken=[4 * month - each for each in (3, 2, 1, 0)],
                label=f"Hiki: take all of Month {month}",
            )
        )
    return changed(view, chosen=0)


def lightning_placing() -> View:
    """A lightning takes any card of the field, or is left there."""
    view = changed(many(3, game="sakura", full=False))
    assert view.seat_view is not None
    view.match.phase, view.match.open_card = pb.PHASE_PLACE, card("11-4")
    field = [each for each in view.match.field if DECK[each - 1].month != 11]
    view.match.field[:] = field
    del view.seat_view.options[:]
    for number, on in enumerate(field, 1):
        label = f"Take {DECK[on - 1].name} with Month 11: Willow lightning"
        kind = pb.OPTION_KIND_TAKE
        view.seat_view.options.append(
            pb.Option(option=number, kind=kind, card=card("11-4"), taken=[on], label=label)
        )
    left = "Leave Month 11: Willow lightning on the field"
    last = len(field) + 1
    view.seat_view.options.append(option(last, pb.OPTION_KIND_LEAVE, "11-4", label=left))
    return changed(view, chosen=1)


def sakura_over(seats: int, *, match: bool = False) -> View:
    """A round's result in Sakura, and at the end the match's: every seat's arithmetic."""
    view = changed(sakura(seats), chosen=0)
    assert view.seat_view is not None
    del view.seat_view.options[:]
    ended = view.match.result
    for side in view.match.sides:
        rows = [("cards", 5 * side.seat)]
        rows += [("team_cards", 100)] if view.seat(side.seat).team else []
        rows.append(("others_yaku", -400))
        ended.lines.extend(pb.ScoreLine(seat=side.seat, item=i, points=p) for i, p in rows)
        ended.scores.append(sum(points for _, points in rows))
    ended.end, ended.winner, ended.next_dealer = pb.ROUND_END_PLAYED_OUT, 2, 2
    view.match.phase, view.match.turn = pb.PHASE_ROUND_OVER, 0
    view.match.waiting_for[:] = range(1, seats + 1)
    if match:
        view.match.phase = pb.PHASE_MATCH_OVER
        view.match.round, ended.next_dealer = 12, 0
        view.match.winners[:] = view.team(2)
        for side in view.match.sides:
            side.round_scores.append(side.points)
    return view


TABLES: dict[str, Callable[[], View]] = {
    "ordinary": ordinary,
    "fullest": fullest,
    "richest": richest,
    "deciding": deciding,
    "placing": placing,
    "waiting": waiting,
    "late": late,
    "watching": watching,
    "gathering": gathering,
    "three": lambda: many(3, full=False),
    "three_full": lambda: many(3),
    "four_full_teams": lambda: sakura(4),
    "five_full": lambda: many(5),
    "six_full": lambda: many(6),
    "six_full_teams": lambda: sakura(6),
    "seven": lambda: many(7, full=False),
    "seven_full": lambda: many(7),
    "sakura_three": lambda: sakura(3),
    "sakura_five": lambda: sakura(5),
    "sakura_seven": lambda: sakura(7),
    "hiki_out_of_turn": hiki_out_of_turn,
    "lightning_placing": lightning_placing,
}
"""Tables by name."""


def rows(number: int = 30) -> list[service_pb2.TableRow]:
    """So many tables of a lobby, of every stage."""
    found = []
    for n in range(number):
        view = [ordinary, lambda: many(7), gathering, match_over][n % 4]()
        table = changed(view).table
        table.table_id, table.name = f"t{n}", f"Table {n}" if n else LONG[0]
        if n == 1:
            table.rules["months"] = "6"
        found.append(service_pb2.TableRow(table=table, round=3, rounds=12, spectators=n % 3))
    return found
