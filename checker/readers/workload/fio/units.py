"""Sizes, times and lists as fio's job files write them.

With ``kb_base=1024``, the default, fio swaps the prefixes: ``4k`` is 4096 bytes and ``4ki`` 4000.
"""

from __future__ import annotations

import re

from checker.readers.toolkit.numbers import decimal, whole

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(?:([kmgtpe])(i?)(?:b)?|(b))?\Z", re.IGNORECASE)
_HEX = re.compile(r"0x[0-9a-f]{1,15}\Z", re.IGNORECASE)
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(d|h|m|s|ms|msec|us|usec|ns|nsec|sec|min)?\Z", re.IGNORECASE)
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
_SECONDS = {
    "d": 86400.0, "h": 3600.0, **dict.fromkeys(("m", "min"), 60.0), **dict.fromkeys(("s", "sec"), 1.0),
    **dict.fromkeys(("ms", "msec"), 1e-3), **dict.fromkeys(("us", "usec"), 1e-6), **dict.fromkeys(("ns", "nsec"), 1e-9),
}  # fmt: skip


def size(text: str | None, kb_base: int = 1024) -> int | None:
    """Return a size in bytes; percentages, expressions and variables are unknown."""
    if text is None:
        return None
    shown = text.strip()
    if _HEX.match(shown):
        return whole(shown, 16)
    match = _SIZE.match(shown)
    if match is None:
        return None
    value, prefix, true_unit, _ = match.groups()
    if prefix is None:
        return round(decimal(value)) if decimal(value) < 1 << 62 else None
    base = kb_base if not true_unit else (1000 if kb_base == 1024 else 1024)
    found = round(decimal(value) * base ** _POWERS[prefix.lower()])
    return found if found < 1 << 62 else None


def seconds(text: str | None, unit: str = "s") -> float | None:
    """Return a duration in seconds; a number without unit counts in ``unit``."""
    match = _TIME.match(text.strip()) if text else None
    if match is None:
        return None
    return round(decimal(match.group(1)) * _SECONDS[(match.group(2) or unit).lower()], 9)


def split_list(text: str, delimiter: str = ":") -> list[str]:
    r"""Split a list of files; ``\:`` is a colon inside a name."""
    names = re.split(rf"(?<!\\){delimiter}", text)
    return [name.replace(f"\\{delimiter}", delimiter) for name in names if name]


def size_mix(text: str, kb_base: int = 1024) -> list[tuple[int, float]] | None:
    """Return sizes and percentages of one direction of ``bssplit``: ``4k/60:8k/40``; a missing share is the rest."""
    found: list[tuple[int, float | None]] = []
    for part in text.split(":"):
        bytes_text, _, percent = part.partition("/")
        one = size(bytes_text, kb_base)
        if one is None:
            return None
        try:
            found.append((one, decimal(percent) if percent.strip() else None))
        except ValueError:
            return None
    stated = sum(percent for _, percent in found if percent is not None)
    missing = sum(1 for _, percent in found if percent is None)
    rest = max(0.0, 100.0 - stated) / missing if missing else 0.0
    return [(one, rest if percent is None else percent) for one, percent in found]


def show_mix(mix: list[tuple[int, float]]) -> str:
    """Return sizes in bytes and percentages as text: ``4096/60 8192/40``."""
    return " ".join(f"{one}/{percent:g}" for one, percent in mix)


def mean_size(mix: list[tuple[int, float]]) -> int | None:
    """Return the mean size of a mix, or None if its shares are 0."""
    total = sum(percent for _, percent in mix)
    return round(sum(one * percent for one, percent in mix) / total) if total > 0 else None
