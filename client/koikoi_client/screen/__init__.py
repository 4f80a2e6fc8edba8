"""The screens: pure functions from the last update and the size of a window to styled lines.

Each gives exactly as many lines as the window has rows, each exactly as wide as the window. None
of them knows a rule: what may be done is read from the seat's options, what counts from the
catalogue and from the server's numbers.
"""
