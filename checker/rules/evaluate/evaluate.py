"""Evaluate rules over the views: one scan per view, shadowing, roll-up, places and coverage."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from checker.rules.book.rule import Rule
from checker.rules.config.parameters import Settings, severities_of
from checker.rules.evaluate.connection import (
    define_macros,
    drop_scratch,
    quote,
    read_only,
    result_columns,
    table_sizes,
    tables,
)
from checker.rules.evaluate.coverage.missing_exports import Advisor, Supplier, take_inventory
from checker.rules.evaluate.coverage.missing_facts import Coverage
from checker.rules.evaluate.coverage.passes import passes
from checker.rules.evaluate.coverage.unevaluated import hosts_without_data
from checker.rules.evaluate.finding import Finding, MissingExport, Passed, Place, RuleCoverage
from checker.rules.evaluate.finding_builder import any_machine, compose
from checker.rules.evaluate.places.locate import ActiveObjects, locate
from checker.rules.evaluate.places.proof import Lines
from checker.rules.evaluate.places.stated import at_values
from checker.rules.evaluate.plan import Plan, Source, make_plan, rows_relation, rows_source, view_source
from checker.rules.evaluate.rollup import roll_up
from checker.rules.evaluate.scan import Scan, nothing_found, nothing_to_scan, scan
from checker.rules.evaluate.shadowing import active_objects, link_columns
from checker.rules.language.suggest import printable
from checker.views.catalog import View

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Evaluation:
    """The result of the rules: findings ordered by file, line, rule and object, and the coverage of each rule ordered by id.

    ``passes`` are the objects that pass, if they were asked for. ``errors`` are faults of single rules ("PTH002: …"); they do not affect the other rules.
    """

    findings: tuple[Finding, ...]
    rules: tuple[RuleCoverage, ...]
    missing_exports: tuple[MissingExport, ...]
    errors: tuple[str, ...] = ()
    passes: tuple[Passed, ...] = ()


@dataclass
class _Run:
    """One evaluation in progress."""

    connection: DuckDBPyConnection
    views: Mapping[str, View]
    settings: Settings
    rules: Mapping[str, Rule]
    without_source: frozenset[str]
    sizes: Mapping[str, int] = field(default_factory=dict)
    scans: dict[str, Scan] = field(default_factory=dict)
    silenced: dict[str, int] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def fail(self, rule: Rule, error: Exception) -> None:
        """Record that a rule could not be evaluated."""
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
    lines_of: Lines | None = None,
    with_passes: bool = False,
    with_missing: bool = True,
) -> Evaluation:
    """Evaluate the selected ``rules`` over views that are tables of ``connection``, by their names.

    ``as_of`` is the value of ``as_of()``, in UTC. ``suppliers`` are the exports that could be requested. ``empty`` are
    views without rows that were not created. ``known`` are the tables with their columns and DuckDB types, from a caller
    that has also defined the macros of views; without it, the tables are queried and the macros defined here. ``lines_of``
    reads the audited texts again, to find the lines that prove a finding. ``with_passes`` also lists objects that pass;
    without ``with_missing``, missing facts and exports are not worked out. No table is changed; a rule that fails becomes an entry of ``errors`` and never stops the others.
    """
    define_macros(connection, as_of, of_views=known is None)
    ordered = sorted(rules, key=lambda rule: rule.id)
    run = _Run(connection, views, settings, {rule.id: rule for rule in ordered}, frozenset(empty))
    try:
        # One query for everything that follows: a small check runs more queries than it reads rows.
        known = tables(connection) if known is None else known
        run.sizes = table_sizes(connection)
        _scan_all(run, known)
        active = _roll_up_active(run, lines_of)
        with read_only(connection):
            coverage = Coverage(connection, _distinct(run) if with_missing else (), known, run.sizes)
            inventory = take_inventory(connection, known)
            passed = _passes(run) if with_passes else ()
        without_data = hosts_without_data(_distinct(run))
        places = _places(run, active, known, lines_of)
        platforms = {**any_machine(inventory.platforms), **inventory.platforms}
        findings = _compose(run, active, places, platforms)
    finally:
        drop_scratch(connection)
    return Evaluation(
        tuple(sorted(findings, key=_order)),
        tuple(_rule_coverage(run, rule, coverage, without_data) for rule in ordered),
        coverage.missing_exports(Advisor(suppliers, inventory)),
        tuple(f"{rule}: {message}" for rule, message in sorted(run.errors.items())),
        passed,
    )


def _passes(run: _Run) -> tuple[Passed, ...]:
    plans = {
        plan.rule.id: plan
        for result in _distinct(run)
        for plan in result.plans
        if plan.rule.id not in run.errors and result.counts[plan.rule.id].passed
    }
    return tuple(one for rule in sorted(plans) for one in passes(run.connection, plans[rule], run.settings))


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
        if rule.id in sources and rule.rows is None and rule.view in run.without_source:
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
            _scan_unit(run, plans)


def _source(run: _Run, rule: Rule, sources: Mapping[str, Source], known: Mapping[str, Mapping[str, str]]) -> Source:
    if rule.rows is not None:
        relation = rows_relation(rule)
        return rows_source(rule, relation, result_columns(run.connection, relation), run.views)
    if rule.view not in run.views:
        raise ValueError(f"unknown view {rule.view!r}")
    for source in sources.values():
        if source.name == rule.view:
            return source
    view = run.views[rule.view]
    if rule.view in run.without_source:
        return view_source(view, view.sql_types)
    return view_source(view, known.get(rule.view) or result_columns(run.connection, quote(rule.view)))


def _links(run: _Run, sources: Mapping[str, Source]) -> dict[str, tuple[str, ...]]:
    """The columns by which each rule is compared with other rules."""
    found: dict[str, dict[str, None]] = {}
    for rule in run.rules.values():
        for declared in (rule.unless, rule.only_with, rule.caused_by):
            for other, columns in declared.items():
                if rule.id in sources and other in sources:
                    by = link_columns(columns, sources[rule.id].keys, sources[other].keys)
                    missing_columns = [name for name in by if name not in sources[other].types]
                    if missing_columns:
                        # The fault is in this rule; the other one must not fail because of it.
                        run.fail(rule, ValueError(f"{other} has no column {', '.join(missing_columns)} to compare by"))
                        continue
                    for one in (rule.id, other):
                        found.setdefault(one, {}).update(dict.fromkeys(by))
    return {rule: tuple(columns) for rule, columns in found.items()}


def _scan_unit(run: _Run, plans: list[Plan]) -> None:
    """Scan for all plans together; if that fails, one at a time, so that only the faulty rule is lost."""
    try:
        with read_only(run.connection):
            result = scan(run.connection, plans)
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


def _roll_up_active(run: _Run, lines_of: Lines | None) -> list[ActiveObjects]:
    """Roll up the objects that no rule shadows into groups, rule by rule."""
    active: list[ActiveObjects] = []
    for rule_id, result in sorted(run.scans.items()):
        if not result.counts[rule_id].violated or rule_id in run.errors:
            continue
        plan = next(one for one in result.plans if one.rule.id == rule_id)
        try:
            with read_only(run.connection):
                table, run.silenced[rule_id] = active_objects(run.connection, plan, run.scans)
                active.append(ActiveObjects(plan, table, at_values(roll_up(run.connection, plan, table), lines_of)))
        except Exception as error:  # noqa: BLE001 - one rule's fault is one rule's error
            run.fail(plan.rule, error)
    return active


def _places(
    run: _Run,
    active: Sequence[ActiveObjects],
    known: Mapping[str, Mapping[str, str]],
    lines_of: Lines | None,
) -> Mapping[tuple[str, int], tuple[Place, ...]]:
    with read_only(run.connection):
        return locate(run.connection, active, known, lines_of)


def _compose(
    run: _Run,
    active: Sequence[ActiveObjects],
    places: Mapping[tuple[str, int], tuple[Place, ...]],
    platforms: Mapping[tuple[str, str], frozenset[str]],
) -> list[Finding]:
    causes = _causes(run, active)
    findings: list[Finding] = []
    for item in active:
        rule = item.plan.rule
        try:
            composed = [
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
            findings += composed
    return findings


def _causes(run: _Run, active: Sequence[ActiveObjects]) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """The causes of each finding: fingerprints of findings of the rules in ``caused_by`` on the same objects."""
    by_rule = {item.plan.rule.id: item for item in active}
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for item in active:
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


def _rule_coverage(
    run: _Run, rule: Rule, coverage: Coverage, without_data: Mapping[str, Mapping[str, int]]
) -> RuleCoverage:
    error = run.errors.get(rule.id)
    result = run.scans.get(rule.id)
    if error is not None or result is None:
        return RuleCoverage(rule.id, error=error)
    counts = result.counts[rule.id]
    silenced = run.silenced.get(rule.id, 0)
    return RuleCoverage(
        rule.id,
        passed=counts.passed,
        failed=counts.violated - silenced,
        outside=counts.outside,
        not_evaluated=counts.unknown,
        silenced=silenced,
        missing=coverage.missing_facts(rule.id),
        hosts_without_data=without_data.get(rule.id, {}),
        can_be_error="error" in severities_of(rule, run.settings),
    )


def _order(finding: Finding) -> tuple[Any, ...]:
    """Sort key: file, line, rule and object; findings without a place come last."""
    place = finding.location
    where = (1, "", "", 0) if place is None else (0, place.file, place.member or "", place.line)
    objects = tuple(str(value) for value in finding.objects[0].values()) if finding.objects else ()
    return (*where, finding.rule, objects, finding.fingerprint)
