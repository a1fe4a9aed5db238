"""``omaha8 test``: pytest on the source checkout that this package runs from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from omaha8.cli.errors import UserError


def run(*arguments: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Run the tests of a source checkout.

    Args:
        arguments: Passed to pytest: paths, -k EXPRESSION, -x, ...
    """
    root = Path(__file__).parents[3]
    if not (root / "tests").is_dir():
        raise UserError(
            "the tests are not part of an installed package: "
            "run './omaha8 test' in a checkout of the source"
        )
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=root).returncode
