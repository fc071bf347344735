"""A temporary folder that is full: recognised in errors of the system and of the database, and what to do about it."""

from __future__ import annotations

import errno
import os
import re
import tempfile

_FULL = "the temporary folder is full"
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NUMBER = re.compile(r'"errno":"(\d{1,5})"')


def number_of(error: Exception) -> int | None:
    """Return the number that the system gave an error; the database quotes it in its text."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    quoted = _NUMBER.search(str(error))
    return int(quoted[1]) if quoted else None


def is_full(error: Exception) -> bool:
    """Return whether an error means that there is no space left; the database quotes the text, and not always the number."""
    return number_of(error) in _NO_SPACE or any(os.strerror(number) in str(error) for number in _NO_SPACE)


def full() -> str:
    """Return the message that the temporary folder is full, with what to do."""
    return f"{_FULL}: free space in {tempfile.gettempdir()}, or set TMPDIR to a folder with more"


def is_full_message(text: str) -> bool:
    """Return whether a text is that message, also after the name of what it is about: not a fault of sanlint."""
    return text.startswith(_FULL) or text.partition(": ")[2].startswith(_FULL)
