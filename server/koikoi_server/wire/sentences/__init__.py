"""The sentences of :class:`Said`, a file for each thing that is said.

Law held here: a sentence follows from an update, from what people were called at the time, from the
reader's seat and the language. Nothing in this package knows a table's state, a seat's view or what
may be chosen. Each sentence is one whole pattern; one that speaks to the reader is a pattern of its
own.
"""
