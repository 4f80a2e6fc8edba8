"""Converts types of the rules and of the table into protobuf messages.

Law held here: no other package converts them.

The modules: ``views`` makes the state of a table, ``events`` its news, ``update_sentences`` the
sentences about both, ``game_options`` and ``seat_options`` the options of a seat, ``catalog`` the
texts of all games, ``status`` the error of a refused call, and ``record`` the records of finished
matches.
"""
