"""The prompt_toolkit application of the full-screen front end."""

from __future__ import annotations

import sys
from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import Output

from koikoi_client.app.canvas import Canvas
from koikoi_client.app.key_presses import ALL
from koikoi_client.app.settings import Settings
from koikoi_client.screen.styles import styles


def full_screen(
    canvas: Canvas,
    press: Callable[[KeyPressEvent], None],
    settings: Settings,
    keyboard: Input,
    terminal: Output,
) -> Application[int]:
    """An application that shows only *canvas*, and calls *press* for every key."""
    bindings = KeyBindings()
    for key in ALL:
        bindings.add(key)(press)
    application: Application[int] = Application(
        Layout(canvas),
        style=styles(settings.colours),
        include_default_pygments_style=False,
        key_bindings=bindings,
        full_screen=True,
        mouse_support=settings.mouse,
        color_depth=settings.colours,
        min_redraw_interval=0.02,
        # Other systems report a new size with SIGWINCH.
        terminal_size_polling_interval=0.5 if sys.platform == "win32" else None,
        input=keyboard,
        output=terminal,
    )
    application.ttimeoutlen = 0.05  # seconds until Esc counts as a separate key
    return application
