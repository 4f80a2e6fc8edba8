"""Benchmarks. They are not tests: no test compares a time.

A bench is a module with a function ``lines()``, which measures and yields a line for each result.
Its name is in :mod:`tests.bench.__main__`, and the first line of its docstring says what it
measures. Where it can, a bench alternates with reference work on the same machine and gives the
ratio, which stays the same on a slow or busy machine.
"""
