"""``python -m tests.secrecy.leaking_server LEAK … -- …``: koikoi-server with planted leaks."""

from __future__ import annotations

import sys

import pytest

from koikoi_server.__main__ import main
from tests.secrecy import leaks_elsewhere

if __name__ == "__main__":
    end = sys.argv.index("--")
    with pytest.MonkeyPatch.context() as patch:
        for leak in sys.argv[1:end]:
            getattr(leaks_elsewhere, leak)(patch)
        sys.exit(main(sys.argv[end + 1 :]))
