"""The rules of the hanafuda games, as pure functions: no clock, no random numbers, no I/O.

A shuffled deck goes in, events come out. A game is a module with the functions of
:class:`hanafuda.game.Game`. The games share the modules of this folder (cards, events, options,
views, the state and the turn); no game imports another.
"""
