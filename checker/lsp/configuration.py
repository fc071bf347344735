"""Check a configuration as it is in the editor: its keys and values, and the rules and parameters that it names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.audit.options import Options
from checker.errors import UsageError
from checker.lsp.problem import Problem, problems_in_error

if TYPE_CHECKING:
    from checker.rules.book.book import Book


def configuration_problems(text: str, name: str, books: Sequence[Book]) -> list[Problem]:
    """Return the problems of a configuration.

    Args:
        text: the whole file.
        name: the file's name without its folders.
        books: the rules that it may name.
    """
    from checker.audit.selection import select_rules
    from checker.rules.config.config import parse_config
    from checker.rules.config.estimate import library_of

    try:
        config = parse_config(text, name, name)
        if config.estimate.get("parameters"):
            library_of(config)
        select_rules(books, Options(), config)
    except UsageError as error:
        return [problem for _, problem in problems_in_error(error, name)]
    return []
