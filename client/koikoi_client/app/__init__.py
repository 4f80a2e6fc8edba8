"""The full-screen front end: one prompt_toolkit application and one event loop.

``program`` is the application: a stack of screens, of which it draws the top one and gives it the
keys. ``navigation`` moves the user from table to table. Each kind of screen has a module here;
``koikoi_client.screen`` draws it, and ``koikoi_client.actions`` lists its keys.
"""
