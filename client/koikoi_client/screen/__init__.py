"""Draw the screens: pure functions from the last update and the window's size to styled lines.

A screen has exactly as many lines as the window has rows, each as wide as the window. Screens know
no rules: the server's options say what the player may do, and the catalogue and the server's
counts say what scores.
"""
