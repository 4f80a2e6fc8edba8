"""The sentences of the message Said, a module for each of its fields.

Law held here: sentences depend only on an update, on the names at its time, on the reader's seat
and on the language. No module of this package reads a table's state, a seat's view or an option.

For translators, each sentence is one whole pattern, and sentences with "you" have their own.
"""
