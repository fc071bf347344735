"""What if something fails: the same exports, audited with components marked as failed, against the SAN as it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from checker.audit import (
    AuditOptions,
    build_store,
    configuration,
    judge,
    load_books,
    read_exports,
    select_rules,
)
from checker.report.digest import shown_findings
from checker.topology.components import Catalogue, catalogue
from checker.topology.failure import Cost, fail, pair_costs, single_costs
from checker.topology.failure_effect import Effect, effect, untold
from checker.topology.failure_parts import Component, build_failure_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.engine.finding import Finding, Report
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord

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

    ``hosts`` and ``volumes`` count what has a live path in the SAN as it is. ``untold`` has kinds of parts that are not
    known for some paths: (kind, paths without, paths). ``errors`` are faults of single rules.
    """

    components: tuple[tuple[Component, str], ...]
    effect: Effect
    falls: tuple[Fall, ...]
    labels: Mapping[Component, str]
    untold: tuple[tuple[str, int, int], ...]
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


def failure_of(paths: Sequence[str], names: Sequence[str], options: AuditOptions | None = None) -> Failure:
    """Audit exports as they are and with components failed, and say what the failure does.

    Args:
        paths: files, folders and archives.
        names: what fails, as ``KIND:NAME``.
        options: as for an audit.

    Raises:
        UsageError: a component doesn't exist, or the configuration is wrong (exit code 2).
    """
    chosen = options or AuditOptions()
    config = configuration(paths, chosen)
    # Both audits judge ages against one moment.
    chosen = replace(chosen, as_of=chosen.as_of or config.as_of or datetime.now(UTC).replace(microsecond=0))
    step = chosen.progress or (lambda _name, _share: None)
    books = load_books(chosen, config)
    rules = select_rules(books, chosen, config)
    folder = Path(tempfile.mkdtemp(prefix="sanlint-"))
    try:
        intake = read_exports(paths, config, chosen, folder)
        store = build_store(intake, chosen.threads, step)
        try:
            build_failure_parts(store)
            known = catalogue(store)
            components = tuple(dict.fromkeys(known.find(name) for name in names))
            fail(store, components)
            done, lacking, hosts = effect(store), tuple(untold(store)), _hosts_at(store, components)
            after = judge(store, rules, books, intake.records, chosen, config, step)
        finally:
            store.close()
        store = build_store(intake, chosen.threads, step)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    try:
        before = judge(store, rules, books, intake.records, chosen, config, step)
    finally:
        store.close()
    return Failure(
        tuple((component, known.label(component)) for component in components),
        done,
        tuple(_falls(before, after)),
        {load.component: known.label(load.component) for load in done.load},
        lacking,
        tuple(intake.records),
        tuple(dict.fromkeys((*before.errors, *after.errors))),
        hosts,
    )


def ranking_of(paths: Sequence[str], every: Every, options: AuditOptions | None = None) -> Ranking:
    """Rank every component, or every pair of components, by what its loss costs.

    Raises:
        UsageError: the configuration is wrong (exit code 2).
    """
    with opened(paths, options) as (store, records):
        build_failure_parts(store)
        costs = single_costs(store) if every == "single" else pair_costs(store)
        known = catalogue(store)
        counted = {component for cost in costs for component in cost.components}
        total, hosts = store.rows(
            "SELECT coalesce(sum(volumes), 0)::BIGINT, count(DISTINCT host) FROM failure_layout WHERE known > 0"
        )[0]
        return Ranking(
            every,
            tuple(costs),
            tuple(sorted(set(known.names) - counted)) if every == "single" else (),
            _labels(known, counted | set(known.names)),
            tuple(untold(store)),
            total,
            hosts,
            tuple(records),
        )


class opened:  # noqa: N801 - used like a function, in a with statement
    """A store of exports with their topology, for questions that need no rules; closed at the end."""

    def __init__(self, paths: Sequence[str], options: AuditOptions | None = None) -> None:
        self._paths, self._options = paths, options or AuditOptions()
        self._store: Store | None = None

    def __enter__(self) -> tuple[Store, Sequence[ExportRecord]]:
        """Read the exports and build the store.

        Raises:
            UsageError: the configuration is wrong (exit code 2).
        """
        folder = Path(tempfile.mkdtemp(prefix="sanlint-"))
        try:
            intake = read_exports(self._paths, configuration(self._paths, self._options), self._options, folder)
            self._store = build_store(intake, self._options.threads, self._options.progress)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return self._store, intake.records

    def __exit__(self, *_error: object) -> None:
        if self._store is not None:
            self._store.close()


def _labels(known: Catalogue, components: set[Component]) -> dict[Component, str]:
    return {component: known.label(component) for component in sorted(components)}


def _hosts_at(store: Store, components: Sequence[Component]) -> tuple[str, ...]:
    """Return the hosts of sites that fail: they are gone themselves."""
    sites = [key for kind, key in components if kind == "site"]
    rows = store.rows("SELECT DISTINCT host FROM host WHERE list_contains(?, site) ORDER BY 1", [sites])
    return tuple(host for (host,) in rows)


def _falls(before: Report, after: Report) -> Iterator[Fall]:
    """Yield the findings that the failure makes, with their new objects, the gravest and widest first."""
    known = {(finding.rule, _key(one)) for finding in shown_findings(before) for one in finding.objects}
    found = []
    for finding in shown_findings(after):
        new = tuple(one for one in finding.objects if (finding.rule, _key(one)) not in known)
        if new:
            found.append(Fall(finding, new))
    order = ("error", "warning", "info")
    yield from sorted(
        found,
        key=lambda fall: (
            order.index(fall.finding.severity),
            fall.finding.rule,
            -len(fall.objects),
            fall.finding.fingerprint,
        ),
    )


def _key(one: Object) -> tuple[tuple[str, str | int | None], ...]:
    return tuple(sorted(one.items()))
