"""Limits and growth rates as users write them: ``50%``, ``2ms``, ``p95=5ms``, ``30%/year``, ``2026-11``."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.estimate.answer.growth import Growth
    from checker.estimate.answer.reach import Goal, Measure

_NUMBER = r"(\d+(?:\.\d+)?)"
_SHARE = re.compile(rf"{_NUMBER}\s*%")
_TIME = re.compile(rf"(?:(mean|p95|p99)\s*=\s*)?{_NUMBER}\s*ms")
_GROWTH = re.compile(rf"{_NUMBER}\s*%\s*/\s*(year|month)")
_DATE = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?")
_MEASURES: dict[str, Measure] = {"mean": "mean", "p95": "p95", "p99": "p99"}


def goal_of(text: str | None) -> Goal | None:
    """Return the limit of ``--until``; None without one.

    Raises:
        UsageError: neither a utilisation nor a response time.
    """
    if text is None:
        return None
    # Importing it takes as long as answering from the cache.
    from checker.estimate.answer.reach import Goal

    given = text.strip().lower()
    share, time = _SHARE.fullmatch(given), _TIME.fullmatch(given)
    if share is not None and 0 < float(share.group(1)) <= 100:
        return Goal("utilisation", float(share.group(1)) / 100.0, f"{float(share.group(1)):g} %")
    if time is not None and float(time.group(2)) > 0:
        measure = _MEASURES[time.group(1) or "mean"]
        return Goal(measure, float(time.group(2)), f"{measure} {float(time.group(2)):g} ms")
    raise UsageError(
        f"--until {text}: must be a utilisation above 0 and up to 100 %, such as 50%, or a response time, such as 2ms or p95=5ms"
    )


def growth_of(text: str | None, since: str | None) -> Growth | None:
    """Return the growth of ``--growth`` and ``--growth-from``; None without it.

    Raises:
        UsageError: not a growth rate, or not a date.
    """
    if text is None:
        if since is not None:
            raise UsageError("--growth-from needs --growth, such as --growth 30%/year")
        return None
    from checker.estimate.answer.growth import Growth

    found = _GROWTH.fullmatch(text.strip().lower())
    if found is None or float(found.group(1)) <= 0:
        raise UsageError(f"--growth {text}: must be a rate above 0, such as 30%/year or 2%/month")
    share, per = float(found.group(1)), found.group(2)
    return Growth(share / 100.0, 12 if per == "year" else 1, f"{share:g} %/{per}", _date_of(since))


def _date_of(text: str | None) -> date | None:
    if text is None:
        return None
    found = _DATE.fullmatch(text.strip())
    try:
        if found is not None:
            return date(int(found.group(1)), int(found.group(2)), int(found.group(3) or 1))
    except ValueError:
        pass
    raise UsageError(f"--growth-from {text}: must be a date such as 2026-11 or 2026-11-24")
