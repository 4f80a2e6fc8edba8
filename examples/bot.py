"""A computer player of your own: rewrite `choose`. All other code is in python/client.py.

python bot.py SERVER NAME create GAME -      creates a table with an open seat and prints its id
python bot.py SERVER NAME join TABLE         sits down there: two bots play, and people may watch
koikoi-server arena "python bot.py" medium   measures how strong it is

SERVER: CODE@HOST[:PORT], as the server prints it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "python"))

import client

from koikoi.v1 import table_pb2


def choose(view, catalog):
    """Return one of view.seat_view.options. This bot prefers cards for yaku, and stops at once.

    *view* is a WatchSeatResponse. view.update.match is what everybody sees, and view.seat_view is
    what only you see: your hand and options. *catalog* is the GetCatalogResponse: cards, games and
    yaku.
    """
    chart = next(each.yaku for each in catalog.games if each.id == view.update.table.game)

    def worth(card):
        """The points of all yaku with this card, each divided by its number of cards."""
        return sum(
            yaku.points / (len(yaku.all_of) + yaku.any_count)
            for yaku in chart
            if card in yaku.all_of or card in yaku.any_of
        )

    def value(option):
        if option.kind == table_pb2.OPTION_KIND_STOP:
            return 1000
        if not option.taken:  # the card stays on the field, where anybody can take it
            return -worth(option.card)
        return sum(map(worth, {option.card, *option.taken}))

    return max(view.seat_view.options, key=value)


if __name__ == "__main__":
    client.main(*sys.argv[1:], choose=choose)
