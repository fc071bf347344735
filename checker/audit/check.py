"""From a store to a report: views, lock, rules, suppressions, baseline, and the cost of findings."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from checker import __version__
from checker.audit.selection import baseline_of
from checker.plugins import problems
from checker.rules.evaluate.finding import FileCoverage, Report
from checker.system.leftovers import private_folder

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.estimate.answer.solved_load import Loaded
    from checker.estimate.workload.model import LoadFile
    from checker.facts.store.store import Store
    from checker.intake.record import ExportRecord
    from checker.intake.texts import Texts
    from checker.rules.book.rule import Rule
    from checker.rules.config.model import Config
    from checker.rules.evaluate.coverage.missing_exports import Supplier
    from checker.rules.evaluate.evaluate import Evaluation
    from checker.rules.evaluate.finding import Finding, Place
    from checker.rules.suppress.model import Suppression

    PricedLoad: TypeAlias = tuple[LoadFile, Loaded] | None


def evaluate_rules(
    san: Opened, store: Store, config: Config, load: LoadFile | None = None, *, use_baseline: bool = True
) -> Report:
    """Build the views that the rules need, lock the store, evaluate the rules and price their findings.

    Args:
        san: the session, for its rules, records and options.
        store: entities and topology; locked afterwards.
        config: the configuration with the severities that apply.
        load: the load that findings are priced under.
        use_baseline: suppress the findings of the baseline.
    """
    from checker.rules.change.complete import completed
    from checker.rules.change.switches import switches_of
    from checker.rules.suppress.finalize import finalize, with_baseline, with_suppressions

    rules = san.rules
    suppressions, remarks = _suppressions(san, config)
    config = dataclasses.replace(config, settings=with_suppressions(config.settings, suppressions, rules, san.as_of))
    priced_load: PricedLoad = None
    if load is not None:
        from checker.costs.load_facts import add_estimate
        from checker.rules.config.estimate import library_of

        san.step("estimate", 0.0)
        priced_load = load, add_estimate(store, load, library_of(config))
    evaluation = _evaluated(san, store, config)
    found = completed(evaluation.findings, lambda: switches_of(store))
    findings, cost_notices = _with_costs(store, found, rules, config, priced_load)
    notices = (*san.remarks, *store.left_out, *remarks, *cost_notices)
    report = _report(san, store, dataclasses.replace(evaluation, findings=findings), notices)
    report = finalize(report, suppressions, rules, san.as_of)
    known = baseline_of(san.options, config) if use_baseline else None
    if known is None:
        return report
    existing = {rule_id for book in san.books for rule_id in book.rules}
    return with_baseline(report, known, rules, existing=existing, present=lambda key: _names(store, key))


def _evaluated(san: Opened, store: Store, config: Config) -> Evaluation:
    """Build views, lock the store and evaluate; rules of additional folders run in a sandbox, on a copy of the facts."""
    from checker.rules.evaluate.evaluate import evaluate
    from checker.views.build import build_views, lock
    from checker.views.catalog import views

    san.step("views", 0.0)
    rules = san.rules
    foreign = {rule_id for book in san.books[1:] for rule_id in book.rules}
    ours = [rule for rule in rules if rule.id not in foreign]
    all_ours = len(ours) == len(rules)
    empty = build_views(store, views_of(rules), _words_of_rows(rules) if all_ours else None)
    # A folder for each evaluation: a copy from an earlier one must not be used again.
    with nullcontext() if all_ours else private_folder(san.folder) as folder:
        problem = None
        if folder is not None:
            from checker.rules.evaluate.sandbox import copy_facts

            problem = copy_facts(store.connection, folder)
        lock(store)
        san.step("rules", 0.0)
        evaluation = evaluate(
            store.connection,
            ours,
            views(),
            config.settings,
            as_of=san.as_of,
            suppliers=suppliers(),
            empty=empty,
            known=_known(store, empty),
            lines_of=san.texts,
            with_passes=san.options.passes or san.remembers,
            with_missing=san.options.missing,
        )
        if folder is None:
            return evaluation
        return _with_foreign(evaluation, folder, rules, foreign, config, san.as_of, problem)


def _report(san: Opened, store: Store, evaluation: Evaluation, notices: tuple[str, ...]) -> Report:
    failures = [
        f"{record.file}:{record.first_line}: {record.failure}" for record in san.records if record.failure is not None
    ]
    return Report(
        as_of=san.as_of.isoformat(),
        as_of_given=(san.options.as_of or san.config.as_of) is not None,
        version=__version__,
        config=san.config.path,
        findings=tuple(_at_origin(san.texts, one) for one in evaluation.findings),
        files=_file_coverages(san, store),
        rules=evaluation.rules,
        missing_exports=evaluation.missing_exports,
        selected_rules=len(san.rules),
        errors=(*evaluation.errors, *failures),
        counts=_counts(store),
        notices=(*problems(), *notices),
        passes=evaluation.passes,
    )


def _at_origin(texts: Texts, finding: Finding) -> Finding:
    """A finding whose places are in files that a user can open."""

    def moved(place: Place) -> Place:
        file, member, line = texts.origin(place.file, place.member, place.line)
        end = None if place.end_line is None else place.end_line + line - place.line
        return dataclasses.replace(place, file=file, member=member, line=line, end_line=end)

    if finding.location is None:
        return finding
    return dataclasses.replace(finding, location=moved(finding.location), related=tuple(map(moved, finding.related)))


def _known(store: Store, empty: Collection[str]) -> dict[str, Mapping[str, str]]:
    """Return the tables that rules and coverage use, with their columns; the first query to DuckDB's catalog is slow."""
    from checker.topology.tables import tables
    from checker.views.catalog import views

    known: dict[str, Mapping[str, str]] = {**store.columns()}
    known.update({table.name: table.sql_types for table in tables().values()})
    for view in views().values():
        if view.name not in empty:
            known[view.name] = view.sql_types
    return known


@cache
def suppliers() -> tuple[Supplier, ...]:
    """Return the facts that each reader can provide, to suggest missing exports."""
    from checker.collect import position
    from checker.readers.registry import cards
    from checker.rules.evaluate.coverage.missing_exports import Supplier

    advised = [card for card in cards() if card.advised]
    return tuple(Supplier(r.name, r.platform, r.command, r.provides, position(r.platform, r.command)) for r in advised)


def views_of(rules: Sequence[Rule]) -> list[str]:
    """Return the names of the views that rules run over or mention in ``rows``."""
    from checker.views.catalog import views

    return sorted({rule.view for rule in rules if rule.view} | (_words_of_rows(rules) & views().keys()))


def _words_of_rows(rules: Sequence[Rule]) -> set[str]:
    return {word for rule in rules if rule.rows for word in _words(rule.rows)}


@cache
def _words(rows: str) -> frozenset[str]:
    import re

    return frozenset(re.findall(r"\w+", rows))


def _with_costs(
    store: Store,
    findings: Sequence[Finding],
    rules: Sequence[Rule],
    config: Config,
    load: PricedLoad,
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Price the findings; without a finding that can be priced, the estimator is not loaded."""
    costly = {rule.id for rule in rules if rule.cost}
    if load is None and not any(finding.rule in costly for finding in findings):
        return tuple(findings), ()
    from checker.costs.price import with_costs
    from checker.rules.config.estimate import library_of
    from checker.views.catalog import views

    by_id = {rule.id: rule for rule in rules}
    return with_costs(store, findings, by_id, views(), config.settings, lambda: library_of(config), load)


def _with_foreign(
    evaluation: Evaluation,
    folder: Path,
    rules: Sequence[Rule],
    foreign: set[str],
    config: Config,
    moment: datetime,
    problem: str | None,
) -> Evaluation:
    """Add the results of rules from additional folders, evaluated together with the rules they refer to.

    If there is a ``problem`` already, each of them becomes an error.
    """
    from checker.rules.evaluate.sandbox import evaluate_in_sandbox, merged_evaluations, not_evaluated

    if problem is not None:
        return merged_evaluations(evaluation, not_evaluated([r.id for r in rules if r.id in foreign], problem))
    theirs = [rule for rule in rules if rule.id in foreign]
    related = {other for rule in theirs for group in (rule.unless, rule.caused_by, rule.only_with) for other in group}
    chosen = [rule for rule in rules if rule.id in foreign or rule.id in related]
    more = evaluate_in_sandbox(
        folder, chosen, [rule.id for rule in theirs], config.settings, as_of=moment, suppliers=suppliers()
    )
    return merged_evaluations(evaluation, more)


def _suppressions(san: Opened, config: Config) -> tuple[tuple[Suppression, ...], list[str]]:
    """Return the suppressions of the configuration and of comments in inventories, and remarks about the comments."""
    if san.options.ignore_suppressions:
        return (), []
    if not any(record.ignores for record in san.records):
        return config.suppressions, []
    from checker.rules.suppress.comments import comments_of

    rules = {rule_id: book.rules[rule_id] for book in san.books for rule_id in book.rules}
    comments, remarks = comments_of(san.records, config.path, rules)
    return (*config.suppressions, *comments), remarks


def _names(store: Store, kind: str) -> set[str]:
    """Return the names of all objects of a kind: the values of the key column with the name of the kind."""
    store.ensure_entities([kind])
    return {str(row[0]) for row in store.rows(f"SELECT {kind} FROM {kind}")}


def _counts(store: Store) -> dict[str, int]:
    """Return the number of devices and paths, for the summary line."""
    counts: dict[str, int] = {}
    for name, table in (("hosts", "host"), ("switches", "switch"), ("storage_arrays", "storage_array")):
        store.ensure_entities([table])
        counts[name] = int(store.rows(f"SELECT count(*) FROM {table}")[0][0])
    store.ensure_entities(["path"])
    counts["paths"] = int(store.rows("SELECT count(*) FROM path")[0][0])
    return counts


def _file_coverages(san: Opened, store: Store) -> tuple[FileCoverage, ...]:
    """Return what was read of each file, with the machine as which it was checked: other exports may name it, or show that it is another."""
    owners: dict[int, str | None] = dict(store.rows("SELECT export_id, owner FROM export"))
    records = sorted(san.records, key=lambda record: (record.file, record.first_line))
    return tuple(_file_coverage(record, owners.get(record.export_id, record.owner)) for record in records)


def _file_coverage(record: ExportRecord, owner: str | None) -> FileCoverage:
    return FileCoverage(
        record.file,
        record.member,
        record.format,
        owner,
        record.owner_basis,
        record.captured_at.isoformat() if record.captured_at else None,
        record.first_line,
        record.lines,
        record.records,
        record.unread_lines,
        tuple(record.notes),
        record.ignored,
        record.first_unread,
        record.ends_inside_record or record.failure is not None or _fewer_than_stated(record),
    )


def _fewer_than_stated(record: ExportRecord) -> bool:
    return None not in (record.printed_count, record.counted_records) and record.printed_count != record.counted_records
