"""A computer player of your own: rewrite `choose`. The rest is python/client.py, and its commands.

python bot.py HOST:PORT NAME create GAME -     opens a table with an open seat, and prints its id
python bot.py HOST:PORT NAME join TABLE        sits down there: two bots play, and people may watch
koikoi-server arena "python bot.py" medium     measures it
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "python"))

import client

from koikoi.v1 import table_pb2


def choose(view, catalog):
    """One of view.seat_view.options: this player takes what the yaku chart values, and then stops.

    *view* is a WatchSeatResponse: view.update.match lies open on the table, view.seat_view is
    yours alone (hand, options). *catalog* is the GetCatalogResponse: cards, games with their yaku.
    """
    chart = next(each.yaku for each in catalog.games if each.id == view.update.table.game)

    def worth(card):
        """A card's part in the points of every yaku that it can be of."""
        return sum(
            yaku.points / (len(yaku.all_of) + yaku.any_count)
            for yaku in chart
            if card in yaku.all_of or card in yaku.any_of
        )

    def value(option):
        if option.kind == table_pb2.OPTION_KIND_STOP:
            return 1000
        if not option.taken:  # it stays on the field, for anybody
            return -worth(option.card)
        return sum(map(worth, {option.card, *option.taken}))

    return max(view.seat_view.options, key=value)


if __name__ == "__main__":
    client.main(*sys.argv[1:], choose=choose)
