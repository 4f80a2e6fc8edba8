"""Converts the rules' and the table's types into messages; no other package does (a law).

``views`` makes the state of a table, ``events`` its news, ``said`` their sentences,
``game_options`` and ``seat_options`` what a seat can do, ``catalog`` the texts of all games,
``status`` a refusal, and ``record`` the record of a finished match.
"""
