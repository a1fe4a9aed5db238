"""What a command raises when the person at the keyboard can mend it."""

from __future__ import annotations


class UserError(Exception):
    """Printed as one line, ``omaha8: ...``, with exit status 2.

    The text says what is wrong and what is allowed.
    """
