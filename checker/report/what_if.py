"""What failures cost, as plain values that the reports for people and programs render."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from checker.engine.finding import Finding
    from checker.readers.intake import ExportRecord
    from checker.topology.failure import Cost
    from checker.topology.failure_effect import Effect
    from checker.topology.failure_parts import Component

Every = Literal["single", "pair"]
Object = Mapping[str, str | int | None]


@dataclass(frozen=True)
class Fall:
    """A finding that the failure makes, and those of its objects that the SAN as it is has no such finding for."""

    finding: Finding
    objects: tuple[Object, ...]


@dataclass(frozen=True)
class Failure:
    """What one failure of one or several components does.

    ``labels`` are the names for people of parts whose load changes. ``untold`` has kinds of parts that are not
    known for some paths: (kind, paths without, paths). ``restated`` findings only say of a path or component that it has
    failed. ``at_site`` are the hosts of sites that fail. ``errors`` are faults of single rules.
    """

    components: tuple[tuple[Component, str], ...]
    effect: Effect
    falls: tuple[Fall, ...]
    labels: Mapping[Component, str]
    untold: tuple[tuple[str, int, int], ...]
    restated: int = 0
    records: tuple[ExportRecord, ...] = ()
    errors: tuple[str, ...] = ()
    at_site: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """Components, or pairs of them, by what their loss costs; ``harmless`` cost nothing that is counted."""

    every: Every
    costs: tuple[Cost, ...]
    harmless: tuple[Component, ...]
    labels: Mapping[Component, str]
    untold: tuple[tuple[str, int, int], ...]
    total: int
    hosts: int
    records: tuple[ExportRecord, ...] = field(default=())
