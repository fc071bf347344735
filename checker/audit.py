"""One audit, from paths to report: read, resolve, topology, views, lock, rules. The public API.

No state outlives a call, inputs and outputs can be pickled, and nothing depends on the working directory beyond the
paths that are given, so that many audits can run side by side.
"""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from checker.judging import baseline_of, judge, suppliers, views_of
from checker.options import AuditOptions, Progress
from checker.readers.bundles.limits import Limits
from checker.readers.choice import Choice
from checker.readers.intake import SECTIONS_A_FILE, read_inventory
from checker.readers.pool import Intake, note_misfits, read_all
from checker.readers.previous import export_rows, take_counters
from checker.readers.sources import sources_of

if TYPE_CHECKING:
    from checker.engine.book import Book
    from checker.engine.config import Config
    from checker.engine.finding import Report
    from checker.engine.profile import Profile
    from checker.engine.rule import Rule
    from checker.estimate.workload_model import LoadFile
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord

__all__ = [
    "AuditOptions", "Progress", "audit", "audit_and_look", "build_store", "configuration", "judge", "load_books",
    "profile_of", "read_exports", "rule_books", "select_rules", "suppliers", "views_of",
    "workload_file",
]  # fmt: skip
Looked = TypeVar("Looked")

SMALL_INPUT_RECORDS = 10_000
"""Below this many observations planning a query takes longer than running it: it is planned plainly, for one thread.

Measured: both ways take as long at 40,000 observations of host paths, plain planning half as long at 4,000."""


def audit(paths: Sequence[str], options: AuditOptions | None = None) -> Report:
    """Audit exports and return the report; the order of ``paths`` does not matter.

    Raises:
        UsageError: wrong configuration, rule or selection (exit code 2).
        SanlintError: a fault of sanlint itself (exit code 4).
    """
    report, _ = audit_and_look(paths, lambda _store, _workload: None, options)
    return report


def audit_and_look(
    paths: Sequence[str], look: Callable[[Store, LoadFile | None], Looked], options: AuditOptions | None = None
) -> tuple[Report, Looked]:
    """Audit exports, and take something more out of the store before it is locked for the rules.

    Args:
        paths: files, folders and archives.
        look: called once, when entities and topology stand, with the store and the load that costs are told under; what it
            returns is returned too.
        options: as for :func:`audit`.

    Raises:
        UsageError, SanlintError: as :func:`audit` does.
    """
    chosen = options or AuditOptions()
    step = chosen.progress or (lambda _name, _share: None)
    # The folder is private: mkdtemp makes it 0700, and it goes with the audit.
    folder = Path(tempfile.mkdtemp(prefix="sanlint-"))
    try:
        config = configuration(paths, chosen)
        if (known := baseline_of(chosen, config)) is not None:
            from checker.engine.baseline import read_baseline

            # A wrong one is told before anything is read.
            read_baseline(known, config.places.get("baseline", "") if chosen.baseline is None else "")
        workload = workload_file(chosen, config)
        books = load_books(chosen, config)
        rules = select_rules(books, chosen, config)
        config = _with_profile(config, rules, chosen)
        intake = read_exports(paths, config, chosen, folder)
        store = build_store(intake, chosen.threads, step)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    try:
        if workload is None:
            workload = audited_load(store, intake.records, chosen, config)
        looked = look(store, workload)
        return judge(store, rules, books, intake.records, chosen, config, step, workload), looked
    finally:
        store.close()


def configuration(paths: Sequence[str], options: AuditOptions) -> Config:
    """Return the configuration that holds for an audit of these paths.

    Raises:
        UsageError: it is wrong.
    """
    from checker.engine.config import load_config

    audited = [path for path in paths if path != "-"]
    return load_config(options.config, isolated=options.isolated, audited=audited, values=options.config_values)


def read_exports(paths: Sequence[str], config: Config, options: AuditOptions, folder: Path) -> Intake:
    """Read everything below the paths, and what the configuration declares.

    Args:
        paths: files, folders and archives.
        config: what it says about files, archives and facts nobody exports.
        options: processes and progress as for an audit.
        folder: a private folder, which has to stay until the store is built.
    """
    from checker.engine.config_find import name_the_used

    sources = sources_of(
        paths, folder, Limits.of(config.bundles), options.progress, Choice(options.include, options.exclude)
    )
    intake = read_all(sources, folder, config.sources, options.jobs, options.progress)
    if options.previous:
        apart = Path(tempfile.mkdtemp(dir=folder))
        older = sources_of(options.previous, apart, Limits.of(config.bundles), options.progress)
        take_counters(intake, read_all(older, apart, config.sources, 1, options.progress))
    name_the_used(intake.records, config.path)
    _declare(config, intake)
    return intake


def load_books(options: AuditOptions, config: Config) -> list[Book]:
    """Return the built-in rules and those of every further folder.

    Raises:
        RuleError: a rule is wrong.
    """
    return rule_books((*config.rules, *options.rules), use_cache=options.cache)


def rule_books(folders: Sequence[str], *, use_cache: bool = True) -> list[Book]:
    """Return the book of the built-in rules, and one for each of the folders; a folder that is named twice counts once.

    Raises:
        RuleError: a rule is wrong, a folder holds none, or two folders hold one id.
    """
    from checker.engine.book import built_in_book, load_book
    from checker.errors import RuleError

    books = [built_in_book(use_cache=use_cache)]
    found: dict[str, str] = {}
    once: dict[Path, str] = {}
    for folder in folders:
        once.setdefault(Path(folder).resolve(), folder)
    for folder in once.values():
        book = load_book(Path(folder), others=books[0], use_cache=use_cache)
        ids = [*book.rules, *book.retired]
        if not ids:
            raise RuleError(f"{folder}: holds no rules; they are files such as XAB001-name.yaml")
        for rule_id in ids:
            if rule_id in found:
                raise RuleError(f"{folder}: rule {rule_id} is in {found[rule_id]} too")
            found[rule_id] = folder
        books.append(book)
    return books


def select_rules(books: Sequence[Book], options: AuditOptions, config: Config) -> list[Rule]:
    """Return the rules that run: the command line's selection, else the configuration's, else the profile's.

    Raises:
        UsageError: a selector fits no rule, or the configuration names unknown rules or parameters.
    """
    from checker.engine.config import check_rules
    from checker.engine.select import ALL, select
    from checker.errors import UsageError
    from checker.views.catalog import views

    by_id = {rule_id: book.rules[rule_id] for book in books for rule_id in book.rules}
    rules = [by_id[rule_id] for rule_id in sorted(by_id)]
    keys = {key for view in views().values() for key in view.grain}
    check_rules(config, by_id, keys)
    for name in ("select", "ignore", "extend_select"):
        for origin, selector in _selectors(name, options, config):
            try:
                select(rules, (selector,)) if name != "ignore" else select(rules, (ALL,), (selector,))
            except UsageError as error:
                raise UsageError(f"{origin}: {error}") from None
    profile = profile_of(options, config)
    return select(
        rules,
        options.select or config.select or (profile.select if profile else (ALL,)),
        (*(profile.ignore if profile else ()), *config.ignore, *options.ignore),
        (*(profile.extend_select if profile else ()), *config.extend_select, *options.extend_select),
        experimental=profile is not None and profile.experimental,
    )


def profile_of(options: AuditOptions, config: Config) -> Profile | None:
    """Return the profile that the command line names, else the configuration; None is the default one.

    Raises:
        UsageError: there is none of that name.
    """
    from checker.engine.profile import profile_named

    name = options.profile or config.profile
    origin = "--profile" if options.profile else config.places.get("profile", "profile")
    return profile_named(name, origin) if name is not None else None


def _with_profile(config: Config, rules: Sequence[Rule], options: AuditOptions) -> Config:
    """Let a profile's severities hold where the configuration says nothing."""
    profile = profile_of(options, config)
    if profile is None:
        return config
    severities = {**profile.severities(rules), **config.settings.severities}
    return dataclasses.replace(config, settings=dataclasses.replace(config.settings, severities=severities))


def _selectors(name: str, options: AuditOptions, config: Config) -> Iterator[tuple[str, str]]:
    """Yield each selector with the place where it was written."""
    for number, selector in enumerate(getattr(config, name) or ()):
        yield config.places.get(f"{name}.{number}") or config.places.get(name, name), selector
    for selector in getattr(options, name):
        yield f"--{name.replace('_', '-')}", selector


def build_store(
    intake: Intake, threads: int | None = None, step: Progress | None = None, *, topology: bool = True
) -> Store:
    """Load what was read into a store, resolve it to entities and build the topology."""
    from checker.facts.resolve import resolve
    from checker.facts.store import Store

    tell = step or (lambda _name, _share: None)
    small = sum(record.records for record in intake.records) < SMALL_INPUT_RECORDS
    store = Store(1 if small and threads is None else threads, small=small)
    note_misfits(intake.records, store.load(intake.observations))
    store.load_files(intake.files)
    store.load_exports(export_rows(intake.records))
    tell("resolving", 0.0)
    resolve(store)
    if topology:
        from checker.topology.build import build_topology

        tell("topology", 0.0)
        build_topology(store)
    return store


def _declare(config: Config, intake: Intake) -> None:
    """Read the facts that the configuration declares, as one more export of intent."""
    if not config.inventory:
        return
    number = 1 + max((record.export_id // SECTIONS_A_FILE for record in intake.records), default=0)
    name = config.path or "configuration"
    intake.records.extend(read_inventory(config.inventory_text, name, number * SECTIONS_A_FILE, intake.observations))


def audited_load(
    store: Store, records: Sequence[ExportRecord], options: AuditOptions, config: Config
) -> LoadFile | None:
    """The load that the exports hold, where the profile rests on it; None where nobody measured any, or wants none.

    Raises:
        UsageError: there is no such profile.
    """
    profile = profile_of(options, config)
    if profile is None or not profile.measured_load or options.workload is not None:
        return None
    from checker.estimate.workload_audited import measured_load

    return measured_load(store, records)


def workload_file(options: AuditOptions, config: Config) -> LoadFile | None:
    """Read the workload under which costs are told; a wrong one is told before anything else is read.

    Raises:
        UsageError: it is wrong, or not there.
    """
    from checker.engine.config_estimate import workload_of

    name = workload_of(options.workload, config)
    if name is None:
        return None
    from checker.estimate.workload_source import load_workload

    return load_workload(name)
