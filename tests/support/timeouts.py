"""How long a test waits before it fails."""

from __future__ import annotations

HANG = 120.0
"""Seconds after which a test stops waiting. Nothing takes this long, even on a busy machine."""
