"""Koi-Koi and the coin game a second time, plainly, from the words of the rules alone.

Nothing here imports the rules: it deals and plays at random and writes rule vectors, as in
``tests/vectors``, with what they should expect.
"""
