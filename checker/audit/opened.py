"""Opened exports: configuration, rule books, observations and the store, each loaded once, when first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from checker.audit.options import Options
from checker.audit.reading import Input, build_store, input_of, read_exports
from checker.audit.remembered import Remembered
from checker.audit.selection import baseline_of, load_books, profile_of, select_rules
from checker.errors import NOTHING_READ, NothingReadError
from checker.system.leftovers import private_folder

if TYPE_CHECKING:
    from checker.estimate.workload.model import LoadFile
    from checker.facts.store.kept import KeptConnection
    from checker.facts.store.store import Store
    from checker.intake.pool import Intake
    from checker.intake.record import ExportRecord
    from checker.intake.texts import Texts
    from checker.rules.book.book import Book
    from checker.rules.book.rule import Rule
    from checker.rules.config.model import Config

Answer = TypeVar("Answer")
_WITHOUT_ESTIMATES = (
    "loads measured in the exports are not used, because numpy is not installed: pip install 'sanlint[estimate]'"
)


class Opened:
    """Exports under one configuration, read once; :class:`checker.audit.session.Session` adds the questions.

    Attributes:
        paths: files, folders and archives.
        options: as given.
        config: the configuration in use.
        as_of: the time that ages are measured against.
        remarks: what the session does without, for its reports.
        kept: a database of earlier audits of nearly the same exports, for one :meth:`check`.
    """

    def __init__(self, paths: Sequence[str], options: Options, config: Config) -> None:
        self.paths = tuple(paths)
        self.options = options
        self.config = config
        self.as_of = options.as_of or config.as_of or datetime.now(UTC).replace(microsecond=0)
        self.remarks: list[str] = []
        self.kept: KeptConnection | None = None
        self._folder: AbstractContextManager[Path] | None = None
        self._folder_path = Path()
        self.remembered = Remembered(self)
        self._input: Input | None = None
        self._intake: Intake | None = None
        self._store: Store | None = None
        self._has_topology = False
        self._changed = self._records_kept = False

    @classmethod
    def open(cls, paths: Sequence[str], options: Options | None = None) -> Self:
        """Load the configuration for these paths; the exports are read later.

        Raises:
            UsageError: the configuration is invalid.
        """
        from checker.rules.config.config import load_config

        chosen = options or Options()
        audited = [path for path in paths if path != "-"]
        config = load_config(
            chosen.config,
            isolated=chosen.isolated,
            audited=audited,
            values=chosen.config_values,
            remember=chosen.remember and chosen.cache,
        )
        return cls(paths, chosen, config)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Free the store and remove the private folder; calling it twice does no harm."""
        if self._store is not None:
            self._store.close()
            self._store = None
        if self._folder is not None:
            self._folder.__exit__(None, None, None)
            self._folder = None

    @cached_property
    def books(self) -> list[Book]:
        """The built-in rule book, then one for each additional folder.

        Raises:
            RuleError: a rule is invalid.
        """
        return load_books(self.options, self.config)

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules to run.

        Raises:
            UsageError: a selector matches no rule, or the configuration names an unknown rule or parameter.
        """
        return select_rules(self.books, self.options, self.config)

    @cached_property
    def workload(self) -> LoadFile | None:
        """The workload file of the options or the configuration, or None.

        Raises:
            UsageError: it is invalid or missing.
        """
        from checker.rules.config.estimate import workload_of

        name = workload_of(self.options.workload, self.config)
        if name is None:
            return None
        from checker.estimate.workload.sources.load import load_workload

        return load_workload(name)

    @cached_property
    def load(self) -> LoadFile | None:
        """The load that findings are priced under: the workload file, else the measured load if the profile uses it.

        Raises:
            UsageError: the workload file is invalid or missing.
        """
        profile = profile_of(self.options, self.config)
        measured = profile is not None and profile.measured_load and self.options.workload is None
        if self.workload is not None or not measured:
            return self.workload
        from checker.estimate.workload.sources.audited import measured_load

        measured_loads = measured_load(self.store, self.records)
        if measured_loads is not None and find_spec("numpy") is None:
            # Not named by the user, so the audit goes on without it.
            self.remarks.append(_WITHOUT_ESTIMATES)
            return None
        return measured_loads

    def prepare(self, *, use_baseline: bool = True) -> None:
        """Load baseline, workload and rules, so that :meth:`check` reports errors in them before reading exports.

        Raises:
            UsageError: one of them is invalid.
        """
        known = baseline_of(self.options, self.config) if use_baseline else None
        if known is not None:
            from checker.rules.suppress.baseline import read_baseline

            read_baseline(known, self.config.places.get("baseline", "") if self.options.baseline is None else "")
        _ = self.workload, self.rules

    @property
    def folder(self) -> Path:
        """The private folder (mode 0700) of the session; removed when it closes."""
        if self._folder is None:
            self._folder = private_folder()
            self._folder_path = self._folder.__enter__()
        return self._folder_path

    @property
    def input(self) -> Input:
        """The files to read."""
        if self._input is None:
            self._input = input_of(self.paths, self.config, self.options, self.folder)
        return self._input

    def keep_streams(self) -> None:
        """Read standard input and pipes now; their content is the same each time it is asked for.

        Raises:
            OSError: one cannot be read.
        """
        self._input = self.input.with_streams()

    @cached_property
    def records(self) -> list[ExportRecord]:
        """One record per export that was read: format, owner, time of collection, notes."""
        from checker.audit.answers import record_classes

        if (
            self._intake is None
            and (records := self.remembered.load("records", lambda: (list, *record_classes()))) is not None
        ):
            return list(records)
        return self._read().records

    @cached_property
    def texts(self) -> Texts:
        """The lines of the exports that were read, for as long as the session is open."""
        from checker.intake.texts import Texts

        intake = self._read()
        return Texts(intake.paths, intake.joined)

    def change_model(self) -> Store:
        """Return the store for changes that the questions after it are to see; none is answered from memory any more."""
        self._changed = True
        return self.store

    def demand_read(self, *, declared: bool = True) -> None:
        """Make sure that something was recognised; with ``declared``, the inventory of the configuration counts.

        Raises:
            NothingReadError: nothing usable was read (exit code 3).
        """
        if not any(one.format and (declared or one.file != self.config.path) for one in self.records):
            raise NothingReadError(NOTHING_READ)

    @property
    def store(self) -> Store:
        """The store with entities and topology. Add no tables to it unless a following ``check`` is to see them."""
        store = self.resolved()
        if not self._has_topology:
            from checker.topology.derive.topology import build_topology

            self.step("topology", 0.0)
            build_topology(store)
            store.compress_if_grown()
            self._has_topology = True
        return store

    @contextmanager
    def take_store(self) -> Iterator[Store]:
        """Yield the store for work that changes it; the next question gets a new one."""
        store = self.store
        self._store = None
        try:
            yield store
        finally:
            store.close()

    @property
    def remembers(self) -> bool:
        """Whether answers of earlier runs are used, and kept for later ones."""
        return not self._changed and self.remembered.on

    def answer(
        self,
        question: object,
        classes: Callable[[], Iterable[type]],
        compute: Callable[[], Answer],
        usable: Callable[[Answer], bool] = lambda _: True,
    ) -> Answer:
        """Return what an earlier run on the same exports found, else compute it.

        Args:
            question: its name, and everything that it depends on besides exports and configuration.
            classes: returns the class of its answer, and those of what it contains.
            compute: finds the answer.
            usable: whether later runs may use it.
        """
        if not self.remembers:
            return compute()
        kept: Answer | None = self.remembered.load(question, classes)
        if kept is not None:
            return kept
        computed = compute()
        if usable(computed):
            self.remembered.keep(question, computed, self.records)
            if self._intake is not None and not self._records_kept:
                # Complete only now: loading them into a store may add notes.
                self.remembered.keep("records", self.records, self.records)
                self._records_kept = True
        return computed

    def step(self, name: str, fraction: float) -> None:
        """Report progress."""
        if self.options.progress is not None:
            self.options.progress(name, fraction)

    def _read(self) -> Intake:
        if self._intake is None:
            self._intake = read_exports(
                self.input, self.config, self.options, self.folder, keep=self.remembered.files_too
            )
        return self._intake

    def resolved(self) -> Store:
        """Return the store with entities; the topology may be missing."""
        if self._store is None:
            # Rules of other folders run on a copy of the facts, which a kept database, once locked, cannot write.
            kept = self.kept if len(self.books) == 1 else None
            self._store = build_store(self._read(), self.options.threads, self.step, topology=False, kept=kept)
            self._has_topology = False
        return self._store
