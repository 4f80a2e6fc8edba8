"""One table: a log of entries, the pure state that they fold to, and the coroutine that adds to it.

``decide`` says what a command brings, ``fold`` what the table is after it, ``runner`` does the
rest. Law held here: a table changes only by appending entries, one at a time; moves, deadlines,
joins, leaves, presence and computers all enter by the same door.
"""
