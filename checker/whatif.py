"""What if something fails: the same exports, audited with components marked as failed, against the SAN as it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

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
from checker.report.what_if import Every, Failure, Fall, Object, Ranking
from checker.topology.components import Catalogue, catalogue
from checker.topology.failure import fail, pair_costs, single_costs
from checker.topology.failure_effect import effect, untold
from checker.topology.failure_parts import Component, build_failure_parts

if TYPE_CHECKING:
    from checker.engine.finding import Report
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord


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
    falls = list(_falls(before, after))
    told = tuple(fall for fall in falls if not _restates(fall, components))
    return Failure(
        tuple((component, known.label(component)) for component in components),
        done,
        told,
        {load.component: known.label(load.component) for load in done.load},
        lacking,
        len(falls) - len(told),
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


@contextmanager
def opened(paths: Sequence[str], options: AuditOptions | None = None) -> Iterator[tuple[Store, Sequence[ExportRecord]]]:
    """Give a store of exports with their topology, and the exports, for questions that need no rules; closed at the end.

    Raises:
        UsageError: the configuration is wrong (exit code 2).
    """
    chosen = options or AuditOptions()
    folder = Path(tempfile.mkdtemp(prefix="sanlint-"))
    try:
        intake = read_exports(paths, configuration(paths, chosen), chosen, folder)
        store = build_store(intake, chosen.threads, chosen.progress)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    try:
        yield store, intake.records
    finally:
        store.close()


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


_KEY_OF_KIND = {"cluster": "vplex_cluster", "initiator": "initiator_wwpn", "target_port": "target_wwpn"}


def _restates(fall: Fall, components: Sequence[Component]) -> bool:
    """Whether a finding only says of a path, or of a component itself, that it has failed."""
    one = fall.finding.objects[0]
    if "initiator_wwpn" in one and "target_wwpn" in one:
        return True
    if "host" in one:
        return False
    return any(key.split(" ")[-1] == fall.finding.object.get(_KEY_OF_KIND.get(kind, kind)) for kind, key in components)


def _key(one: Object) -> tuple[tuple[str, str | int | None], ...]:
    return tuple(sorted(one.items()))
