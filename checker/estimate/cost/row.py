"""Input of a cost case: the rows of a finding's objects, read with their types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checker.estimate.library import Library, builtin
from checker.estimate.quantity import Range

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """Finding as input of its cost case.

    Attributes:
        rows: one row per object: the columns of the rule's view, and those of :data:`PATH_COLUMNS` for cases about paths.
        fix_values: values that the rule's fix sets, by column, if they are the same for all objects.
        find_library: returns the parameters on demand, because reading them takes longer than most cases.
    """

    rows: Sequence[Row]
    fix_values: Mapping[str, Any] = field(default_factory=dict)
    find_library: Callable[[], Library] = builtin

    @property
    def library(self) -> Library:
        """The parameters."""
        return self.find_library()

    def numbers(self, *names: str) -> list[float]:
        """Values of the first known column of each row, without rows that have none."""
        return [value for row in self.rows if (value := number(row, *names)) is not None]

    def words(self, name: str) -> set[str]:
        """Distinct texts of a column."""
        return {str(row[name]) for row in self.rows if row.get(name) is not None}


PATH_COLUMNS = {
    "path_active": "live paths that are neither standby nor known to be non-optimised",
    "path_live": "live paths",
    "path_unknown": "paths of unknown state",
    "path_ports": "target ports of the active paths",
    "path_sharers": "highest number of hosts that share one of these ports",
    "path_in_fabric": "highest number of live paths in one fabric; None unless the fabric of each path is known",
    "path_remote": "active paths to another site than the host's; None unless the sites are known",
    "queue_depth": "maximum outstanding I/O to the volume",
    "rtt_ms": "longest round trip between the sites of its storage, in ms",
}


def number(row: Row, *names: str) -> float | None:
    """Return the value of the first known column; a span counts if both ends are equal."""
    for name in names:
        value = row.get(name)
        if isinstance(value, Mapping):
            value = value.get("lo") if value.get("lo") == value.get("hi") else None
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return None


def spread(values: Iterable[float]) -> Range:
    """Range of the lowest, most frequent (the lower one of several) and highest value.

    Raises:
        ValueError: there are no values.
    """
    counted = Counter(values)
    if not counted:
        raise ValueError("no values")
    most = max(counted.values())
    return Range(min(counted), min(value for value, count in counted.items() if count == most), max(counted))


def span_text(value: Range, shown: str = "{:g}") -> str:
    """Format a range as ``4``, or ``2 to 4`` if the ends differ."""
    low, high = shown.format(value.low), shown.format(value.high)
    return low if low == high else f"{low} to {high}"


def ratio_text(value: Range) -> str:
    """Format a range of ratios in percent: ``25 %``, ``25 to 50 %``."""
    return f"{span_text(value.scaled(100), '{:.3g}')} %"


def percent(value: float) -> str:
    """Format a share in percent with at most three digits: ``6.25 %``."""
    return f"{float(f'{100 * value:.3g}'):g} %"
