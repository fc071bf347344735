"""Thresholds of triage, from ``rules/data/triage.yaml``."""

from __future__ import annotations

from functools import cache

from checker import resources
from checker.facts.reference import read_reference


@cache
def _values() -> dict[str, float]:
    _, rows = read_reference(resources.tables_folder() / "triage.yaml")
    return {str(row["parameter"]): float(row["value"]) for row in rows}


def threshold(name: str) -> float:
    """Return the threshold of that name, in the unit that its row states.

    Raises:
        KeyError: there is none.
    """
    return _values()[name]
