"""Numbers of measured loads: means, percentiles, units, and the name of a plan."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from checker.facts.observations import Value
from checker.readers.toolkit.base import Capture

MIB = 1_048_576
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:[,. '][0-9]{3})+(?:[.,][0-9]+)?\Z|[+-]?[0-9]{1,3}(?:[,. '][0-9]{3})*\Z")


def plan_name(capture: Capture) -> str:
    """Return the name of the plan that a file holds: the file's name, with its folder, without suffix."""
    path = PurePosixPath(capture.file.replace("\\", "/"))
    parts = [part for part in path.parts[-2:-1] if part not in ("/", ".", "..")]
    return "/".join([*parts, path.stem or "plan"])


def number(text: str | None, decimal_comma: bool = False) -> float | None:
    """Return a number as spreadsheets print it, with groups of thousands; None if it is none.

    ``decimal_comma`` says which of point and comma is the decimal sign; the other one, blanks and apostrophes group.
    """
    if text is None:
        return None
    shown = text.strip().rstrip("%").strip()
    if _GROUPED.match(shown):
        signs = ". '" if decimal_comma else ", '"
        if shown.count(".") == 1 and "," not in shown and decimal_comma and shown.startswith("0."):
            return float(shown)
        for sign in signs:
            shown = shown.replace(sign, "")
    if not decimal_comma and "," in shown:
        return None
    return plain(shown)


def plain(text: str | None) -> float | None:
    """Return a number without grouping, with a decimal point or a decimal comma; None if it is none."""
    if text is None:
        return None
    shown = text.strip()
    if not _NUMBER.match(shown):
        return None
    value = float(shown.replace(",", "."))
    return value if abs(value) < 1e30 else None


def mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of the known values, or None if none is known."""
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 6) if known else None


def weighted(values: Sequence[float | None], weights: Sequence[float | None]) -> float | None:
    """Return the mean of values, each counted as often as its weight says; None if no pair is known."""
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if v is not None and w is not None and w > 0]
    total = sum(w for _, w in pairs)
    return round(sum(v * w for v, w in pairs) / total, 6) if total else None


def percentile(values: Iterable[float | None], share: float = 0.95) -> float | None:
    """Return the value that this share of the known values does not exceed (nearest rank), or None."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    rank = max(1, -(-len(known) * round(share * 1000) // 1000))
    return round(known[min(rank, len(known)) - 1], 6)


def deviation(values: Iterable[float | None]) -> float | None:
    """Return the standard deviation of at least two known values, or None."""
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return None
    middle = sum(known) / len(known)
    return round(math.sqrt(sum((value - middle) ** 2 for value in known) / len(known)), 6)


def megabytes(bytes_a_second: float | None) -> float | None:
    """Return a rate in 10^6 bytes a second."""
    return None if bytes_a_second is None else round(bytes_a_second / 1e6, 6)


def add(first: float | None, second: float | None) -> float | None:
    """Return the sum of two known numbers, the one that is known, or None."""
    if first is None or second is None:
        return first if second is None else second
    return round(first + second, 6)


def share(part: float | None, rest: float | None) -> float | None:
    """Return part in part and rest, or None if either is unknown or both are nothing."""
    if part is None or rest is None or part + rest <= 0:
        return None
    return round(part / (part + rest), 6)


def known(facts: dict[str, Value]) -> dict[str, Value]:
    """Return the facts that have a value."""
    return {name: value for name, value in facts.items() if value is not None}
