"""A second, simple implementation of Koi-Koi and the coin game, from the text of the rules alone.

Nothing here imports the rules: it deals and plays at random and writes rule vectors, as in
``tests/vectors``, with what they should expect.
"""
