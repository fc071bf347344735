"""When growth of the load reaches a limit: the month, counted from the date at which the load was measured."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from checker.estimate.answer.reach import Goal, Reached

_DAYS = 365.25 / 12
_MOST_MONTHS = 1200
LIMIT = Goal("limit", 1.0, "sizing limit")


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth of all loads.

    Attributes:
        ratio: growth in ``months`` months, such as 0.3; it compounds.
        months: 12 or 1.
        text: as the user wrote it.
        since: date of the load; None if unknown.
    """

    ratio: float
    months: int
    text: str
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Grown:
    """When a limit is reached.

    Attributes:
        limit: ``sizing limit``, ``saturation``, or a limit that the user gave.
        iops, factor: load at which it is reached, None if never.
        months: months from the date of the load, 0 if it is reached already; None if never or in more than a century.
        month: first day of the month in which it is reached; None if the date of the load is unknown.
        resource: what reaches the limit.
        bound: why the limit is reached at this load and in this month at the earliest; None if they are exact.
    """

    limit: str
    iops: float | None
    factor: float | None
    months: float | None
    month: date | None
    resource: str
    bound: str | None = None


def grown(growth: Growth, limits: Iterable[tuple[Goal, Reached]]) -> tuple[Grown, ...]:
    """Return when growth reaches limits, each with the load at which it is reached."""
    return tuple(_reached(growth, goal, found) for goal, found in limits)


def _reached(growth: Growth, goal: Goal, found: Reached) -> Grown:
    if found.factor is None:
        return Grown(goal.text, None, None, None, None, found.resource, found.bound)
    months = 0.0
    if found.factor > 1.0:
        months = math.log(found.factor) / math.log1p(growth.ratio) * growth.months
    if months > _MOST_MONTHS:
        return Grown(goal.text, found.at, found.factor, None, None, found.resource, found.bound)
    month = None
    if growth.since is not None:
        month = (growth.since + timedelta(days=months * _DAYS)).replace(day=1)
    return Grown(goal.text, found.at, found.factor, months, month, found.resource, found.bound)
