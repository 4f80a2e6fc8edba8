"""The sentences of the message Said, a module for each of its fields.

Law held here: a sentence follows from an update, from the names at its time, from the reader's seat
and the language. No module of this package knows a table's state, a seat's view or an option. A
sentence is one whole pattern; a sentence that says "you" is a pattern of its own.
"""
