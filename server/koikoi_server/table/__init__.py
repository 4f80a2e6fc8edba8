"""One table: its commands, its log of entries, and the state that the entries fold to.

``decide`` turns a command into events, ``fold`` applies them to the state, and ``runner`` executes
commands and stores entries. Law held here: a table changes only by appending entries, one at a
time; moves, deadlines, joins, leaves, presence and computers all use the same queue.
"""
