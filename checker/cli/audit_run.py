"""How commands run an audit: what is asked for, the configuration, progress, and the rules' texts afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from checker.errors import UsageError
from checker.options import AuditOptions
from checker.report.base import Presentation

if TYPE_CHECKING:
    from checker.engine.book import Book
    from checker.engine.config import Config
    from checker.engine.finding import Report
    from checker.engine.rule import Rule, RuleText
    from checker.estimate.workload_model import LoadFile
    from checker.facts.store import Store
    from checker.report.base import Section
    from checker.topology.graph import Graph

Audited = TypeVar("Audited")


@dataclass(frozen=True)
class Request(AuditOptions):
    """What a command asks the audit for: its options, in the words of ``sanlint check``, and what is audited."""

    paths: tuple[str, ...] = ()


def configuration(request: Request) -> Config:
    """Find and read the configuration that the audit will use.

    Raises:
        ConfigError: it is wrong.
    """
    from checker.engine.config import load_config

    return load_config(request.config, isolated=request.isolated, audited=request.paths, values=request.config_values)


def run(request: Request, *, shown: bool = True, verbose: bool = False) -> Report:
    """Audit, with progress on a terminal if ``shown``.

    Raises:
        SanlintError: usage, configuration, rules, or nothing read.
    """
    from checker.audit import audit

    return _audited(request, audit, shown, verbose)


def run_for_page(
    request: Request, config: Config, *, shown: bool = True, verbose: bool = False
) -> tuple[Report, Graph, tuple[Section, ...]]:
    """Audit as :func:`run` does, take the topology for a picture, and estimate response times under a workload.

    Raises:
        SanlintError: usage, configuration, rules, the workload, or nothing read.
    """
    from checker.audit import audit_and_look

    def look(store: Store, load: LoadFile | None) -> tuple[Graph, tuple[Section, ...]]:
        from checker.topology.graph import graph_of

        graph = graph_of(store)
        return graph, () if load is None else (_estimate(store, load, config),)

    report, (graph, sections) = _audited(
        request, lambda paths, options: audit_and_look(paths, look, options), shown, verbose
    )
    return report, graph, sections


def _estimate(store: Store, load: LoadFile, config: Config) -> Section:
    from checker.engine.config_estimate import library_of
    from checker.errors import NothingReadError
    from checker.estimated import EstimateRequest, answer_in
    from checker.report.html_page.estimate import estimate_section, no_estimate

    try:
        request = EstimateRequest(load.path, curve=True)
        return estimate_section(answer_in(store, request, load, library_of(config)))
    except NothingReadError as error:
        return no_estimate(str(error))


def _audited(
    request: Request, audit: Callable[[Sequence[str], AuditOptions], Audited], shown: bool, verbose: bool
) -> Audited:
    from checker.cli.progress import ProgressLine

    with ProgressLine(shown, verbose) as progress:
        return audit(request.paths, replace(request, progress=progress))


class Library:
    """Rules and their texts by id, loaded when first asked for."""

    def __init__(self, folders: tuple[str, ...] = (), *, cache: bool = True) -> None:
        self._folders = folders
        self._cache = cache
        self._loaded: list[Book] | None = None

    def books(self) -> list[Book]:
        """The built-in book, then one for each folder.

        Raises:
            RuleError: a rule is wrong.
        """
        if self._loaded is None:
            from checker.audit import rule_books

            self._loaded = rule_books(self._folders, use_cache=self._cache)
        return self._loaded

    def rules(self) -> dict[str, Rule]:
        """Every rule that can run, by id, in order."""
        found = {rule_id: rule for book in self.books() for rule_id, rule in book.rules.items()}
        return dict(sorted(found.items()))

    def retired(self) -> dict[str, Rule]:
        """Every retired rule, by id."""
        return {rule_id: rule for book in self.books() for rule_id, rule in book.retired.items()}

    def rule(self, rule_id: str) -> Rule | None:
        """Return a rule, or None."""
        return next((book.rules[rule_id] for book in self.books() if rule_id in book.rules), None)

    def text(self, rule_id: str) -> RuleText | None:
        """Return the part of a rule that people read, or None."""
        return next((book.text(rule_id) for book in self.books() if rule_id in book.rules), None)

    def demand(self, rule_ids: tuple[str, ...]) -> None:
        """Make sure that all of these rules exist.

        Raises:
            UsageError: one doesn't; says which is nearest.
        """
        from checker.engine.suggest import unknown

        known = self.rules() if rule_ids else {}
        for rule_id in rule_ids:
            if rule_id not in known:
                raise UsageError(f"--require: {unknown('rule', rule_id, known)}")

    def presentation(
        self, *, coverage: bool = False, statistics: bool = False, profile: str = "default", quiet: bool = True
    ) -> Presentation:
        """Return a presentation whose formats find rules here, and tell what they leave out unless ``quiet``."""
        from checker.cli.terminal import tell
        from checker.report.source_text import LineEnds

        presentation = Presentation(
            coverage=coverage,
            statistics=statistics,
            rule=self.rule,
            text=self.text,
            line_end=LineEnds(),
            profile=profile,
        )
        return presentation if quiet else replace(presentation, tell=tell)
