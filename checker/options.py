"""How to audit: everything that a caller may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

Progress = Callable[[str, float], None]
"""Told the name of a step, and the share of it that is done."""


@dataclass(frozen=True)
class AuditOptions:
    """How to audit. Everything has a default; see ``sanlint check --help`` for the meaning of each.

    ``as_of`` None means now (UTC), or what the configuration says. ``jobs`` None means one process a core.
    ``progress`` is called with the name of the step and the share of it that is done. ``ignore_suppressions`` also leaves
    the configuration's baseline out; ``baseline`` is a file that replaces it, empty for none, and so is ``workload`` for the
    configuration's.
    """

    config: str | None = None
    isolated: bool = False
    config_values: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    as_of: datetime | None = None
    jobs: int | None = None
    threads: int | None = None
    cache: bool = True
    ignore_suppressions: bool = False
    baseline: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()
    workload: str | None = None
    progress: Progress | None = None
