"""The list of games. A new game is a module and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from hanafuda.coin import play as coin
from hanafuda.game import Game
from hanafuda.koikoi import play as koikoi
from hanafuda.sakura import play as sakura

_GAMES: tuple[Game, ...] = (koikoi, coin, sakura)

GAMES: Mapping[str, Game] = {game.ABOUT.game: game for game in _GAMES}
"""Each game by its id, in the order in which players choose from them."""
