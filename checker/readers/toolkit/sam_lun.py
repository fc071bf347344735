"""LUN numbers in SAM form, as AIX and HP-UX print them: eight bytes, with or without leading zeros."""

from __future__ import annotations

import re

from checker.readers.toolkit.numbers import whole

_DIGITS = 16


def lun_number(text: str) -> int | None:
    """Return the LUN of eight bytes in SAM form if it has one level: peripheral (00) or flat (01) addressing."""
    digits = text.lower().removeprefix("0x")
    if not re.fullmatch(r"[0-9a-f]{1,16}", digits):
        return None
    digits = digits.zfill(_DIGITS)
    first = whole(digits[:4], 16)
    return first & 0x3FFF if first < 0x8000 and set(digits[4:]) == {"0"} else None
