"""Numbers from the text of exports: the only place where readers turn text into numbers.

Python raises an exception for more than 4,300 digits, and turns four hundred digits with a decimal point into infinity. No device prints such numbers, so a number too large for 64 bits becomes
:data:`TOO_LARGE`, which no column accepts: the value is reported as a bad value, and the rest of the export is read.
"""

from __future__ import annotations

import math
from typing import SupportsFloat, SupportsInt

TOO_LARGE = 10**40
"""Replaces every number beyond 64 bits; after division by the usual units it is still too large for a column."""
_MOST_CHARACTERS = 64
_BITS = 63


def whole(value: str | SupportsInt, base: int = 10) -> int:
    """Return a whole number written as text like ``int``; beyond 64 bits, :data:`TOO_LARGE` with its sign.

    Raises:
        ValueError: the text is not a whole number, or the number is not one.
    """
    if isinstance(value, str):
        text = value if len(value) <= _MOST_CHARACTERS else _shortened(value, base)
        number = int(text, base)
    elif isinstance(value, float) and math.isinf(value):
        number = TOO_LARGE if value > 0 else -TOO_LARGE
    else:
        number = int(value)
    if -(1 << _BITS) <= number < 1 << (_BITS + 1):
        return number
    return TOO_LARGE if number > 0 else -TOO_LARGE


def decimal(value: str | SupportsFloat) -> float:
    """Return a number written as text like ``float``; one that is not finite or very long becomes :data:`TOO_LARGE`.

    Raises:
        ValueError: the text is not a number, or is ``nan``.
    """
    try:
        number = float(value)
    except OverflowError:
        # A whole number of JSON or YAML with more than 308 digits.
        number = -math.inf if isinstance(value, int) and value < 0 else math.inf
    if math.isnan(number):
        raise ValueError("not a number")
    return number if math.isfinite(number) else math.copysign(TOO_LARGE, number)


def _shortened(text: str, base: int) -> str:
    """Return a long number in few characters: without leading zeros, or as another number beyond 64 bits.

    Raises:
        ValueError: the text is not a whole number.
    """
    digits = text.strip().lower()
    sign = digits[:1] if digits[:1] in ("+", "-") else ""
    digits = digits[len(sign) :]
    prefix = digits[:2] if digits[:2] in ("0x", "0o", "0b") and base in (0, 16, 8, 2) else ""
    digits = digits[len(prefix) :].replace("_", "").lstrip("0") or "0"
    # All digits decide whether it is a number; its first ones are enough to make it too large.
    for start in range(0, len(digits), _MOST_CHARACTERS):
        int(digits[start : start + _MOST_CHARACTERS], base or (16 if prefix == "0x" else 10))
    return sign + prefix + digits[:_MOST_CHARACTERS]
