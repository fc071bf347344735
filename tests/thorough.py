"""Quick and thorough runs: ``make prove`` (SANLINT_PROVE=1) runs every case of a costly test, other runs some of each kind."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool(os.environ.get("SANLINT_PROVE"))
"""Whether every case is run."""


def sample(cases: Iterable[T], every: int) -> list[T]:
    """Return all cases in a thorough run, and the first of each ``every`` otherwise."""
    return list(cases)[:: 1 if THOROUGH else every]


def examples(most: int) -> int:
    """Return how many examples a property is tried on: all of them in a thorough run, and a quarter otherwise."""
    return most if THOROUGH else max(most // 4, 10)
