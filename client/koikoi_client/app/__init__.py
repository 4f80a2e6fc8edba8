"""The full-screen front end: one prompt_toolkit application and one event loop.

``program`` is the application: a stack of screens, of which it draws the top one and gives it the
keys. ``navigation`` leads from table to table. Each kind of screen has a module; how it looks is in
``koikoi_client.screen``, which keys it has in ``koikoi_client.actions``.
"""
