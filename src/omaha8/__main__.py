"""``python -m omaha8`` is the same as ``omaha8``."""

from __future__ import annotations

import sys

from omaha8.cli import main

if __name__ == "__main__":
    sys.exit(main())
