"""Evaluates rules over the views: one scan a view, silencing, roll-up, places, and what could not be looked at."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from checker.engine.compose import compose
from checker.engine.coverage import Coverage
from checker.engine.finding import Finding, MissingExport, Place, RuleCoverage
from checker.engine.locate import Speaking, locate
from checker.engine.parameters import Settings
from checker.engine.plan import Plan, Source, make_plan, rows_relation, rows_source, view_source
from checker.engine.rollup import roll_up
from checker.engine.rule import Rule
from checker.engine.scan import Scan, nothing_found, nothing_to_scan, scan, scan_few
from checker.engine.session import (
    define_macros,
    drop_scratch,
    quote,
    read_only,
    result_columns,
    table_sizes,
    tables,
)
from checker.engine.silence import link_columns, speaking
from checker.engine.suggest import printable
from checker.engine.suppliers import Advisor, Supplier, take_inventory
from checker.views.catalog import DUCKDB_TYPE, View

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FEW_ROWS = 500
"""Up to so many rows a view is scanned by one query whose rows are counted here. Either way the result is the same."""


@dataclass(frozen=True)
class Evaluation:
    """What the rules say: findings in order of file, line, rule and object; how each rule went, in order of ids.

    ``errors`` are faults of single rules ("PTH002: …"); the other rules stand.
    """

    findings: tuple[Finding, ...]
    rules: tuple[RuleCoverage, ...]
    missing_exports: tuple[MissingExport, ...]
    errors: tuple[str, ...] = ()


@dataclass
class _Run:
    """One evaluation on its way."""

    connection: DuckDBPyConnection
    views: Mapping[str, View]
    settings: Settings
    rules: Mapping[str, Rule]
    not_made: frozenset[str]
    sizes: Mapping[str, int] = field(default_factory=dict)
    few: bool = False
    scans: dict[str, Scan] = field(default_factory=dict)
    silenced: dict[str, int] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def fail(self, rule: Rule, error: Exception) -> None:
        """Note that a rule could not be evaluated at all."""
        first = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        self.errors.setdefault(rule.id, printable(first, 300))


def evaluate(
    connection: DuckDBPyConnection,
    rules: Sequence[Rule],
    views: Mapping[str, View],
    settings: Settings,
    *,
    as_of: datetime,
    suppliers: Sequence[Supplier] = (),
    empty: Collection[str] = (),
    known: Mapping[str, Mapping[str, str]] | None = None,
) -> Evaluation:
    """Evaluate the selected ``rules`` over views that are tables of ``connection``, by their names.

    ``as_of`` is what ``as_of()`` gives, in UTC. ``suppliers`` are the exports that could be asked for. ``empty`` are
    views without a row that were not made. ``known`` are the tables with their columns and DuckDB types, from who made
    them and the macros of views; else both are asked for and made here. No table is changed; a rule that fails becomes
    an entry of ``errors``, and never stops the others.
    """
    define_macros(connection, as_of, of_views=known is None)
    ordered = sorted(rules, key=lambda rule: rule.id)
    run = _Run(connection, views, settings, {rule.id: rule for rule in ordered}, frozenset(empty))
    try:
        # One question for everything that follows: a small check asks more questions than it reads rows.
        known = tables(connection) if known is None else known
        run.sizes = table_sizes(connection)
        _scan_all(run, known)
        spoken = _speak(run)
        with read_only(connection):
            coverage = Coverage(connection, _distinct(run), known, run.sizes)
            inventory = take_inventory(connection, known)
        places = _places(run, spoken, known)
        findings = _compose(run, spoken, places, inventory.platforms)
    finally:
        drop_scratch(connection)
    return Evaluation(
        tuple(sorted(findings, key=_order)),
        tuple(_rule_coverage(run, rule, coverage) for rule in ordered),
        coverage.missing_exports(Advisor(suppliers, inventory)),
        tuple(f"{rule}: {message}" for rule, message in sorted(run.errors.items())),
    )


def _scan_all(run: _Run, known: Mapping[str, Mapping[str, str]]) -> None:
    sources: dict[str, Source] = {}
    for rule in run.rules.values():
        try:
            sources[rule.id] = _source(run, rule, sources, known)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one rule must not stop the others
            run.fail(rule, error)
    links = _links(run, sources)
    units: dict[int, list[Plan]] = {}
    for number, rule in enumerate(run.rules.values()):
        if rule.id in sources and rule.rows is None and rule.view in run.not_made:
            run.scans[rule.id] = nothing_to_scan(sources[rule.id], rule)
        elif rule.id in sources:
            try:
                plan = make_plan(rule, number, sources[rule.id], run.settings, links.get(rule.id, ()))
            except Exception as error:  # noqa: BLE001 - see above
                run.fail(rule, error)
                continue
            units.setdefault(id(plan.source), []).append(plan)
    for plans in units.values():
        rule = plans[0].rule
        if rule.rows is None and run.sizes.get(plans[0].source.name) == 0:
            result = nothing_found(plans)
            run.scans.update((plan.rule.id, result) for plan in plans)
        else:
            run.few = _rows_below(run, rule) <= FEW_ROWS
            _scan_unit(run, plans)


def _rows_below(run: _Run, rule: Rule) -> float:
    """About how many rows a rule's objects are made from; infinity where nobody knows."""
    words = {rule.view} if rule.rows is None else run.views.keys() & re.findall(r"\w+", rule.rows)
    return sum(run.sizes.get(name or "", 0 if name in run.not_made else math.inf) for name in words)


def _source(run: _Run, rule: Rule, made: Mapping[str, Source], known: Mapping[str, Mapping[str, str]]) -> Source:
    if rule.rows is not None:
        relation = rows_relation(rule)
        return rows_source(rule, relation, result_columns(run.connection, relation), run.views)
    if rule.view not in run.views:
        raise ValueError(f"there is no view {rule.view!r}")
    for source in made.values():
        if source.name == rule.view:
            return source
    view = run.views[rule.view]
    if rule.view in run.not_made:
        return view_source(view, {column.name: DUCKDB_TYPE[column.type] for column in view.columns})
    return view_source(view, known.get(rule.view) or result_columns(run.connection, quote(rule.view)))


def _links(run: _Run, sources: Mapping[str, Source]) -> dict[str, tuple[str, ...]]:
    """For each rule the columns by which it and others are compared."""
    found: dict[str, dict[str, None]] = {}
    for rule in run.rules.values():
        for declared in (rule.unless, rule.only_with, rule.caused_by):
            for other, columns in declared.items():
                if rule.id in sources and other in sources:
                    by = link_columns(columns, sources[rule.id].keys, sources[other].keys)
                    lacking = [name for name in by if name not in sources[other].types]
                    if lacking:
                        # The fault is this rule's; the other one must not fail for it.
                        run.fail(rule, ValueError(f"{other} has no column {', '.join(lacking)} to compare by"))
                        continue
                    for one in (rule.id, other):
                        found.setdefault(one, {}).update(dict.fromkeys(by))
    return {rule: tuple(columns) for rule, columns in found.items()}


def _scan_unit(run: _Run, plans: list[Plan]) -> None:
    """Scan for all plans at once; if that fails, one by one, so that only the guilty rule is lost."""
    try:
        with read_only(run.connection):
            result = (scan_few if run.few else scan)(run.connection, plans)
    except Exception as error:  # noqa: BLE001 - the scan is tried again, or the error is kept
        if len(plans) == 1:
            run.fail(plans[0].rule, error)
        else:
            for plan in plans:
                _scan_unit(run, [plan])
        return
    for plan in plans:
        run.scans[plan.rule.id] = result


def _distinct(run: _Run) -> list[Scan]:
    return list({id(result): result for result in run.scans.values()}.values())


def _speak(run: _Run) -> list[Speaking]:
    """Roll the objects that nobody silences up into groups, rule by rule."""
    spoken: list[Speaking] = []
    for rule_id, result in sorted(run.scans.items()):
        if not result.counts[rule_id].violated or rule_id in run.errors:
            continue
        plan = next(one for one in result.plans if one.rule.id == rule_id)
        try:
            with read_only(run.connection):
                table, run.silenced[rule_id] = speaking(run.connection, plan, run.scans)
                spoken.append(Speaking(plan, table, roll_up(run.connection, plan, table)))
        except Exception as error:  # noqa: BLE001 - one rule's fault is one rule's error
            run.fail(plan.rule, error)
    return spoken


def _places(
    run: _Run, spoken: Sequence[Speaking], known: Mapping[str, Mapping[str, str]]
) -> Mapping[tuple[str, int], tuple[Place, ...]]:
    with read_only(run.connection):
        return locate(run.connection, spoken, known)


def _compose(
    run: _Run,
    spoken: Sequence[Speaking],
    places: Mapping[tuple[str, int], tuple[Place, ...]],
    platforms: Mapping[tuple[str, str], frozenset[str]],
) -> list[Finding]:
    causes = _causes(run, spoken)
    findings: list[Finding] = []
    for item in spoken:
        rule = item.plan.rule
        try:
            made = [
                compose(
                    item.plan,
                    group,
                    places.get((rule.id, group.number), ()),
                    causes.get((rule.id, group.number), ()),
                    platforms,
                )
                for group in item.groups
            ]
        except Exception as error:  # noqa: BLE001 - one rule's fault is one rule's error
            run.fail(rule, error)
        else:
            findings += made
    return findings


def _causes(run: _Run, spoken: Sequence[Speaking]) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """For each finding the fingerprints of the findings that its rule calls its causes, on the same objects."""
    by_rule = {item.plan.rule.id: item for item in spoken}
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for item in spoken:
        indexes: list[tuple[tuple[str, ...], Mapping[tuple[Any, ...], set[str]]]] = []
        for other, declared in item.plan.rule.caused_by.items():
            if other in by_rule:
                theirs = by_rule[other]
                by = link_columns(declared, item.plan.source.keys, theirs.plan.source.keys)
                index: dict[tuple[Any, ...], set[str]] = {}
                for group in theirs.groups:
                    for row in group.rows(by):
                        index.setdefault(row, set()).add(group.fingerprint)
                indexes.append((by, index))
        if indexes:
            for group in item.groups:
                causes = {one for by, index in indexes for row in group.rows(by) for one in index.get(row, ())}
                found[item.plan.rule.id, group.number] = tuple(sorted(causes))
    return found


def _rule_coverage(run: _Run, rule: Rule, coverage: Coverage) -> RuleCoverage:
    error = run.errors.get(rule.id)
    result = run.scans.get(rule.id)
    if error is not None or result is None:
        return RuleCoverage(rule.id, error=error)
    counts = result.counts[rule.id]
    silenced = run.silenced.get(rule.id, 0)
    return RuleCoverage(
        rule.id,
        passed=counts.objects - counts.violated - counts.unknown - counts.outside,
        failed=counts.violated - silenced,
        outside=counts.outside,
        not_evaluated=counts.unknown,
        silenced=silenced,
        missing=coverage.missing_facts(rule.id),
    )


def _order(finding: Finding) -> tuple[Any, ...]:
    """File, line, rule and object; findings without a place come last."""
    place = finding.location
    where = (1, "", "", 0) if place is None else (0, place.file, place.member or "", place.line)
    objects = tuple(str(value) for value in finding.objects[0].values()) if finding.objects else ()
    return (*where, finding.rule, objects, finding.fingerprint)
