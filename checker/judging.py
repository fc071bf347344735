"""From a store to a report: views, lock, rules, what is hidden, what findings cost. The second half of an audit."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from checker import __version__
from checker.engine.finding import FileCoverage, Report
from checker.options import AuditOptions, Progress

if TYPE_CHECKING:
    from checker.engine.book import Book
    from checker.engine.config import Config
    from checker.engine.evaluate import Evaluation
    from checker.engine.finding import Finding
    from checker.engine.hidden import Suppression
    from checker.engine.rule import Rule
    from checker.engine.suppliers import Supplier
    from checker.estimate.loaded import Loaded
    from checker.estimate.workload_model import LoadFile
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord
    from checker.views.outlined import Outlined


def judge(
    store: Store,
    rules: Sequence[Rule],
    books: Sequence[Book],
    records: Sequence[ExportRecord],
    options: AuditOptions,
    config: Config,
    step: Progress,
    workload: LoadFile | None = None,
) -> Report:
    """Build the views that rules need, lock the store, evaluate the rules and say what findings cost."""
    from checker.engine.evaluate import evaluate
    from checker.engine.settle import settle, with_baseline, with_suppressions
    from checker.views.build import build_views, lock
    from checker.views.catalog import views

    as_of = options.as_of or config.as_of
    moment = as_of or datetime.now(UTC).replace(microsecond=0)
    suppressions, remarks = _suppressions(records, books, options, config)
    config = dataclasses.replace(config, settings=with_suppressions(config.settings, suppressions, rules, moment))
    load: tuple[LoadFile, Loaded] | None = None
    if workload is not None:
        from checker.engine.config_estimate import library_of
        from checker.estimate_facts import add_estimate

        step("estimate", 0.0)
        load = workload, add_estimate(store, workload, library_of(config))
    step("views", 0.0)
    foreign = {rule_id for book in books[1:] for rule_id in book.rules}
    ours = [rule for rule in rules if rule.id not in foreign]
    empty = build_views(
        store, views_of(rules), _words_of_rows(rules) if len(ours) == len(rules) else None, _outlines(store, options)
    )
    # Rules from elsewhere run apart, on a copy; the folder is private, and goes when they are done.
    folder = Path(tempfile.mkdtemp(prefix="sanlint-")) if len(ours) < len(rules) else None
    try:
        if folder is not None:
            from checker.engine.apart import copy_facts

            copy_facts(store.connection, folder)
        lock(store)
        step("rules", 0.0)
        evaluation = evaluate(
            store.connection,
            ours,
            views(),
            config.settings,
            as_of=moment,
            suppliers=suppliers(),
            empty=empty,
            known=_known(store, empty) if store.small else None,
        )
        if folder is not None:
            evaluation = _with_foreign(evaluation, folder, rules, foreign, config, moment)
        findings, told = _with_costs(store, evaluation.findings, rules, config, load)
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
    failures = [
        f"{record.file}:{record.first_line}: {record.failure}" for record in records if record.failure is not None
    ]
    report = Report(
        as_of=moment.isoformat(),
        as_of_given=as_of is not None,
        version=__version__,
        config=config.path,
        findings=findings,
        files=tuple(_file_coverage(record) for record in sorted(records, key=lambda r: (r.file, r.first_line))),
        rules=evaluation.rules,
        missing_exports=evaluation.missing_exports,
        selected_rules=len(rules),
        errors=(*evaluation.errors, *failures),
        counts=_counts(store),
        notices=(*remarks, *told),
    )
    report = settle(report, suppressions, rules, moment)
    known = baseline_of(options, config)
    if known is None:
        return report
    existing = {rule_id for book in books for rule_id in book.rules}
    return with_baseline(report, known, rules, existing=existing, present=lambda key: _names(store, key))


def _outlines(store: Store, options: AuditOptions) -> Mapping[str, Outlined] | None:
    """Return what views of little data are made by; to make it anew would take longer than it saves."""
    if not store.small or not options.cache:
        return None
    from checker.views.outlined import load_outlines

    return load_outlines()


def _known(store: Store, empty: Collection[str]) -> dict[str, Mapping[str, str]]:
    """Return the tables that rules and coverage ask for, with their columns; DuckDB takes long to be asked first."""
    from checker.topology.tables import tables
    from checker.views.catalog import DUCKDB_TYPE, views

    known: dict[str, Mapping[str, str]] = {**store.columns()}
    known.update({table.name: {name: sql for name, sql, _ in table.columns} for table in tables().values()})
    for view in views().values():
        if view.name not in empty:
            known[view.name] = {column.name: DUCKDB_TYPE[column.type] for column in view.columns}
    return known


def baseline_of(options: AuditOptions, config: Config) -> Path | None:
    """Return the baseline that holds for an audit: the command line's, else the configuration's, or None."""
    if options.baseline is not None:
        return Path(options.baseline) if options.baseline else None
    return Path(config.baseline) if config.baseline and not options.ignore_suppressions else None


def suppliers() -> list[Supplier]:
    """Return what each reader could supply, for telling which export is missing."""
    from checker.engine.suppliers import Supplier
    from checker.readers.registry import cards

    return [Supplier(r.name, r.platform, r.command, r.provides) for r in cards() if r.platform != "sanlint"]


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
    load: tuple[LoadFile, Loaded] | None,
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Add what findings cost; a small audit without such findings doesn't load the estimator."""
    costly = {rule.id for rule in rules if rule.cost}
    if load is None and not any(finding.rule in costly for finding in findings):
        return tuple(findings), ()
    from checker.costs import with_costs
    from checker.engine.config_estimate import library_of
    from checker.views.catalog import views

    by_id = {rule.id: rule for rule in rules}
    return with_costs(store, findings, by_id, views(), config.settings, lambda: library_of(config), load)


def _with_foreign(
    evaluation: Evaluation, folder: Path, rules: Sequence[Rule], foreign: set[str], config: Config, moment: datetime
) -> Evaluation:
    """Add what the rules from elsewhere say, evaluated together with those they refer to."""
    from checker.engine.apart import evaluate_apart, joined

    theirs = [rule for rule in rules if rule.id in foreign]
    related = {other for rule in theirs for group in (rule.unless, rule.caused_by, rule.only_with) for other in group}
    chosen = [rule for rule in rules if rule.id in foreign or rule.id in related]
    more = evaluate_apart(
        folder, chosen, [rule.id for rule in theirs], config.settings, as_of=moment, suppliers=suppliers()
    )
    return joined(evaluation, more)


def _suppressions(
    records: Sequence[ExportRecord], books: Sequence[Book], options: AuditOptions, config: Config
) -> tuple[tuple[Suppression, ...], list[str]]:
    """Return what the configuration and comments in inventories suppress, and remarks about comments."""
    if options.ignore_suppressions:
        return (), []
    if not any(record.ignores for record in records):
        return config.suppressions, []
    from checker.engine.comments import comments_of
    from checker.engine.suppressions import check_suppressions

    comments, remarks = comments_of(records, config.path)
    check_suppressions(comments, {rule_id: book.rules[rule_id] for book in books for rule_id in book.rules}, ())
    return (*config.suppressions, *comments), remarks


def _names(store: Store, kind: str) -> set[str]:
    """Return the names of all things of a kind, which are also the values of the key column of that name."""
    store.ensure_entities([kind])
    return {str(row[0]) for row in store.rows(f"SELECT {kind} FROM {kind}")}


def _counts(store: Store) -> dict[str, int]:
    """How much of the SAN was seen, for the summary line."""
    counts: dict[str, int] = {}
    for name, table in (("hosts", "host"), ("switches", "switch"), ("storage_arrays", "storage_array")):
        store.ensure_entities([table])
        counts[name] = int(store.rows(f"SELECT count(*) FROM {table}")[0][0])
    store.ensure_entities(["path"])
    counts["paths"] = int(store.rows("SELECT count(*) FROM path")[0][0])
    return counts


def _file_coverage(record: ExportRecord) -> FileCoverage:
    return FileCoverage(
        record.file,
        record.member,
        record.format,
        record.owner,
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
