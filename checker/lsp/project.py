"""A folder in an editor: which of its documents are checked together, and the check of each.

Documents that are exports are checked with the paths of the command line if they are below one of these, else each by
itself. A configuration and a rule file are always checked by themselves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from checker.audit.options import Options
from checker.lsp.carried import carried
from checker.lsp.configuration import configuration_problems
from checker.lsp.documents import Document, Kind
from checker.lsp.export import Audited, Problems, audit
from checker.lsp.problem import Problem
from checker.lsp.rule_file import rule_problems
from checker.rules.book.book import Book, built_in_book

if TYPE_CHECKING:
    from checker.facts.store.kept import KeptConnection


@dataclass(frozen=True)
class Task:
    """A check to make: of the exports below paths, of one configuration, or of one rule file; by names in the audit."""

    kind: Kind
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """The result of a task: the problems of each file; ``audited`` if it was an audit."""

    task: Task
    problems: Mapping[Path, Sequence[Problem]]
    audited: Audited | None = None


class Project:
    """The folder that an editor works in, which must be the current folder: names in audits are relative to it."""

    def __init__(self, root: Path, paths: Sequence[str], options: Options) -> None:
        """Take the folder, the paths that belong together, and the options of every audit."""
        self.root = root
        self._paths = tuple(paths)
        self._options = options
        self._kept: tuple[Task, KeptConnection] | None = None

    def name(self, path: Path) -> str:
        """Return the name of a file in audits: relative to the folder if it is inside."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def path(self, name: str) -> Path:
        """Return the file of a name in an audit."""
        return self.root / name

    def task_of(self, document: Document) -> Task:
        """Return the check that a document takes part in."""
        kind = document.kind
        if kind == "export" and any(_is_below(document.path, self.path(given)) for given in self._paths):
            return Task(kind, self._paths)
        return Task(kind, (self.name(document.path),))

    def tasks(self, documents: Iterable[Document]) -> set[Task]:
        """Return the checks of all open documents and of the paths of the command line."""
        shared = {Task("export", self._paths)} if self._paths else set()
        return shared | {self.task_of(document) for document in documents}

    def run(
        self, task: Task, documents: Mapping[Path, Document], last: Checked | None, early: Callable[[Checked], bool]
    ) -> Checked | None:
        """Make a check; may run in any thread, as long as only one runs at a time.

        Args:
            task: the check.
            documents: the open documents by path, as they are now.
            last: the last result of the task.
            early: called with the first part of an audit: what cannot be read, and the findings of the last audit on
                lines that are as they were; returns whether to go on. If not, the result is None.
        """
        if task.kind == "export":
            return self._audit(task, documents, last, early)
        path = self.path(task.paths[0])
        document = documents.get(path)
        if document is None:
            return Checked(task, {})
        if task.kind == "configuration":
            return Checked(task, {path: configuration_problems(document.text, path.name, [self.built_in])})
        return Checked(task, {path: rule_problems(path, document.text, lambda: self.built_in)})

    def _audit(
        self, task: Task, documents: Mapping[Path, Document], last: Checked | None, early: Callable[[Checked], bool]
    ) -> Checked | None:
        contents = {os.path.realpath(one.path): one.text.encode() for one in documents.values()}

        def go_on(unread: Problems) -> bool:
            found = {self.path(name): list(problems) for name, problems in unread.items()}
            if last is not None and last.audited is not None:
                before = last.audited.options.contents
                for path, document in documents.items():
                    text = before.get(os.path.realpath(path))
                    if text is not None and path in last.problems:
                        found.setdefault(path, []).extend(carried(last.problems[path], text.decode(), document.text))
            return early(Checked(task, found, last.audited if last is not None else None))

        audited = self._audited(task, replace(self._options, contents=contents, missing=False), go_on)
        if audited is None:
            return None
        return Checked(task, {self.path(name): found for name, found in audited.problems.items()}, audited)

    def _audited(self, task: Task, options: Options, go_on: Callable[[Problems], bool]) -> Audited | None:
        """Audit with the database of the last audit, if it was of the same paths, else with a new one."""
        from checker.facts.store.kept import StaleError
        from checker.facts.store.store import kept_connection

        if self._kept is None or self._kept[0] != task:
            self._forget()
            self._kept = task, kept_connection()
        kept = self._kept[1]
        try:
            audited = audit(task.paths, options, go_on, kept)
            if not kept.broken:
                return audited
        except StaleError:
            pass
        except BaseException:
            self._forget()
            raise
        self._forget()
        return audit(task.paths, options, lambda _: True)

    def _forget(self) -> None:
        if self._kept is not None:
            self._kept[1].close()
            self._kept = None

    @cached_property
    def built_in(self) -> Book:
        """The built-in rules."""
        return built_in_book(use_cache=self._options.cache)


def _is_below(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
