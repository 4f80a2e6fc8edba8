"""Measurements, taken side by side so that a slow machine slows both. Never part of the tests.

A bench is a module here with a function ``lines()`` that measures and yields what it found, a line
at a time; its name stands in :mod:`tests.bench.__main__`.
"""
