"""The full-screen client: one application and one stream in one event loop.

``terminal`` knows what the terminal can do, ``program`` draws the top screen and gives it the keys,
``table`` shows one that is followed, ``wander`` goes from place to place; a module for each kind
of screen.
What the screens look like is said in ``koikoi_client.screen``, what is legal by the server alone.
"""
