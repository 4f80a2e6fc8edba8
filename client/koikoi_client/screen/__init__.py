"""The screens: pure functions from the last update and the size of a window to styled lines.

A screen has exactly as many lines as the window has rows, each as wide as the window.
No screen knows a rule: what the player may do comes from the options of the seat, and what counts
from the catalogue and the server's numbers.
"""
