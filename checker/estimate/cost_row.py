"""What a case of the cost registry is given: the rows of a finding's objects, read with their types."""

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
    """A finding, as its case sees it.

    Attributes:
        rows: a row for each object: the columns of the rule's view, and those of :data:`PATH_COLUMNS` for cases about paths.
        mended: what the rule's fix sets, by column, where it is the same for all objects.
        find_library: gives the parameters when a case asks for them: reading them takes longer than most cases.
    """

    rows: Sequence[Row]
    mended: Mapping[str, Any] = field(default_factory=dict)
    find_library: Callable[[], Library] = builtin

    @property
    def library(self) -> Library:
        """The parameters."""
        return self.find_library()

    def numbers(self, *names: str) -> list[float]:
        """The values of the first of these columns that a row knows, of the rows that know one."""
        return [value for row in self.rows if (value := number(row, *names)) is not None]

    def words(self, name: str) -> set[str]:
        """The texts of a column."""
        return {str(row[name]) for row in self.rows if row.get(name) is not None}


PATH_COLUMNS = {
    "path_active": "live paths that are not on standby and not known to be non-optimised",
    "path_live": "live paths",
    "path_unknown": "paths of unknown state",
    "path_ports": "target ports of the active paths",
    "path_sharers": "most hosts that share one of these ports",
    "path_in_fabric": "most live paths in one fabric; None unless the fabric of every path is known",
    "path_remote": "active paths to another site than the host's; None unless the sites are known",
    "queue_depth": "I/O let out to the volume at once",
    "rtt_ms": "longest round trip between the sites of its storage, in ms",
}


def number(row: Row, *names: str) -> float | None:
    """The value of the first of these columns that is known; a span counts if both ends are the same."""
    for name in names:
        value = row.get(name)
        if isinstance(value, Mapping):
            value = value.get("lo") if value.get("lo") == value.get("hi") else None
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return None


def spread(values: Iterable[float]) -> Range:
    """Least, most frequent (the lower one of several) and greatest of some values.

    Raises:
        ValueError: there are none.
    """
    counted = Counter(values)
    if not counted:
        raise ValueError("no values")
    most = max(counted.values())
    return Range(min(counted), min(value for value, count in counted.items() if count == most), max(counted))


def span_text(value: Range, shown: str = "{:g}") -> str:
    """``4``, or ``2 to 4`` where the ends differ."""
    low, high = shown.format(value.low), shown.format(value.high)
    return low if low == high else f"{low} to {high}"


def ratio_text(value: Range) -> str:
    """A range of ratios in per cent: ``25 %``, ``25 to 50 %``."""
    return f"{span_text(value.scaled(100), '{:.3g}')} %"


def percent(value: float) -> str:
    """A share in per cent with three digits at most: ``6.25 %``."""
    return f"{float(f'{100 * value:.3g}'):g} %"
