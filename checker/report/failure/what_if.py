"""The impact of failures as plain values, rendered by ``page`` and ``what_if_json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from checker.estimate.answer.failed import Failed
    from checker.intake.record import ExportRecord
    from checker.rules.evaluate.finding import Finding
    from checker.topology.failure.effect import Effect
    from checker.topology.failure.fail import Cost
    from checker.topology.failure.parts import Component

Every = Literal["single", "pair"]
Object = Mapping[str, str | int | None]


@dataclass(frozen=True)
class Fall:
    """A finding caused by the failure, with those of its objects that have no such finding before the failure."""

    finding: Finding
    objects: tuple[Object, ...]


@dataclass(frozen=True)
class Failure:
    """The impact of a failure of one or several components.

    Attributes:
        components: the failed components with their labels.
        effect: lost and reduced paths, and moved load.
        falls: findings that the failure causes.
        labels: display names of the components whose load changes.
        unknown_counts: (kind, paths without it, all paths) for kinds of components that are unknown for some paths.
        restated: number of findings that only report the failed path or component itself, or volumes that are lost.
        records: the exports read.
        errors: rules that failed with an error.
        at_site: hosts at the failed sites.
        estimate: response times under a load before and after; None without a load.
        without_data: VPLEX system and name of virtual volumes that lose their last copy behind VPLEX.
        data_unknown: the back-end paths of VPLEX are not in the input, so it is unknown whether its volumes keep a copy.
    """

    components: tuple[tuple[Component, str], ...]
    effect: Effect
    falls: tuple[Fall, ...]
    labels: Mapping[Component, str]
    unknown_counts: tuple[tuple[str, int, int], ...]
    restated: int = 0
    records: tuple[ExportRecord, ...] = ()
    errors: tuple[str, ...] = ()
    at_site: tuple[str, ...] = ()
    estimate: Failed | None = None
    without_data: tuple[tuple[str, str], ...] = ()
    data_unknown: bool = False


@dataclass(frozen=True)
class Ranking:
    """Components or pairs ranked by the impact of their loss; the loss of ``harmless`` components has none.

    ``shown`` are those for people: of pairs with the same loss only the one with the smaller components.
    ``data_unknown``: the back-end paths of VPLEX are not in the input, so it is unknown which losses take data away.
    """

    every: Every
    costs: tuple[Cost, ...]
    shown: tuple[Cost, ...]
    harmless: tuple[Component, ...]
    labels: Mapping[Component, str]
    unknown_counts: tuple[tuple[str, int, int], ...]
    total: int
    hosts: int
    records: tuple[ExportRecord, ...] = field(default=())
    data_unknown: bool = False
