"""Wrong rules, planted one at a time into a copy of the rules: the tests must catch each of them.

``make planted`` plants them all; ``tests/test_planted.py`` a few.
"""

from __future__ import annotations

from tests.planted.coin import COIN
from tests.planted.koikoi import KOIKOI
from tests.planted.sakura import SAKURA
from tests.planted.shared import SHARED
from tests.planted.turn import TURN

FAULTS = (*KOIKOI, *SHARED, *TURN, *COIN, *SAKURA)
"""All of them. A new rule deserves a line in one of these lists."""
