"""The names that rule files may use: views and their columns, kinds, match keys and cases of the estimator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.facts.declare import ColumnType
from checker.views.catalog import View

# Keys that an example may expect of a finding in addition to the columns of its objects; ``objects`` is their number.
FINDING_FACTS = ("severity", "basis", "state", "message", "fix_summary", "objects")


@dataclass(frozen=True)
class Vocabulary:
    """The names a rule may use. ``cost_cases`` None: the estimator's cases are not known here, any name passes."""

    views: Mapping[str, View]
    kinds: frozenset[str]
    cost_cases: frozenset[str] | None = None

    @property
    def match_keys(self) -> tuple[str, ...]:
        """The key columns of all views: what an override may match on."""
        return tuple(sorted({name for view in self.views.values() for name in view.grain}))


@dataclass(frozen=True)
class Shape:
    """The objects of a rule: key columns, columns with types, and the columns of views they are made from.

    ``uses`` holds, for a rule with ``rows``, every column that its SELECT names; for one over a view, those that its
    expressions name.
    """

    keys: tuple[str, ...]
    columns: Mapping[str, ColumnType]
    uses: Mapping[str, tuple[str, ...]]


def built_in() -> Vocabulary:
    """The vocabulary of this installation."""
    from checker.estimate.cost.cost import CASES
    from checker.facts.kinds import kinds
    from checker.views.catalog import views

    return Vocabulary(views(), frozenset(kinds()), CASES)
