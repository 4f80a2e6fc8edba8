"""The rules of hanafuda games, pure: no clock, no dice, no log, no wire.

A shuffled deck comes in, events go out. A game is a module with the functions of
:class:`hanafuda.game.Game`; the games share words (cards, events, options, views) and the
functions that move cards, never each other.
"""
