"""The rules and their texts, for reports, help pages and ``--require``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from checker.errors import UsageError
from checker.report.base import Presentation

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.rules.book.book import Book
    from checker.rules.book.rule import Rule, RuleText


class Library:
    """Rules and their texts by id, loaded on first use."""

    def __init__(self, load: Callable[[], list[Book]]) -> None:
        self._load = load
        self._loaded: list[Book] | None = None

    @classmethod
    def of(cls, san: Session) -> Self:
        """Return the library of a session's rule books."""
        return cls(lambda: san.books)

    @classmethod
    def of_folders(cls, folders: tuple[str, ...] = (), *, cache: bool = True) -> Self:
        """Return the library of the built-in rules and those of folders."""
        from checker.audit.selection import rule_books

        return cls(lambda: rule_books(folders, use_cache=cache))

    def books(self) -> list[Book]:
        """The built-in book, then one for each folder.

        Raises:
            RuleError: a rule is invalid.
        """
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def rules(self) -> dict[str, Rule]:
        """Every rule that can run, by id, sorted."""
        found = {rule_id: rule for book in self.books() for rule_id, rule in book.rules.items()}
        return dict(sorted(found.items()))

    def retired(self) -> dict[str, Rule]:
        """Every retired rule, by id."""
        return {rule_id: rule for book in self.books() for rule_id, rule in book.retired.items()}

    def rule(self, rule_id: str) -> Rule | None:
        """Return a rule, or None."""
        return next((book.rules[rule_id] for book in self.books() if rule_id in book.rules), None)

    def text(self, rule_id: str) -> RuleText | None:
        """Return the explanatory text of a rule, or None."""
        return next((book.text(rule_id) for book in self.books() if rule_id in book.rules), None)

    def demand(self, rule_ids: tuple[str, ...]) -> None:
        """Make sure that the rules of ``--require`` exist.

        Raises:
            UsageError: one doesn't exist; suggests the nearest.
        """
        from checker.rules.language.suggest import unknown

        known = self.rules() if rule_ids else {}
        for rule_id in rule_ids:
            if rule_id not in known:
                raise UsageError(f"--require: {unknown('rule', rule_id, known)}")

    def presentation(
        self, *, coverage: bool = False, statistics: bool = False, profile: str = "default", quiet: bool = True
    ) -> Presentation:
        """Return a presentation that looks up rules here; formats warn about what they omit unless ``quiet``."""
        from checker.cli.support.terminal import say
        from checker.report.text.source_text import LineEnds

        presentation = Presentation(
            coverage=coverage,
            statistics=statistics,
            rule=self.rule,
            text=self.text,
            line_end=LineEnds(),
            profile=profile,
        )
        return presentation if quiet else replace(presentation, warn=say)
