"""Check a rule file as it is in the editor: its shape, expressions and names, compiled with the same limits as in an audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from checker import resources
from checker.errors import RuleError
from checker.lsp.problem import Problem, problems_in_error
from checker.system.leftovers import private_folder

if TYPE_CHECKING:
    from checker.rules.book.book import Book


def rule_problems(path: Path, text: str, built_in: Callable[[], Book]) -> list[Problem]:
    """Return the problems of a rule file or a file of cases; compiling stops at the first.

    A rule is compiled alone, with its cases, so that faults of other files do not hide its own. If that fails, it may
    refer to rules of its folder, and is compiled with all of them.

    Args:
        path: where the file is or will be.
        text: what it contains in the editor.
        built_in: returns the rules that it may refer to.
    """
    own = _family(path)
    alone = _problems(path, text, built_in, [one for one in _neighbours(path) if _family(one) == own])
    if not alone or resources.is_built_in(path):
        return alone or []
    together = _problems(path, text, built_in, _neighbours(path))
    return alone if together is None else together


def _family(path: Path) -> str:
    """Return the id that the names of a rule and of its cases begin with."""
    return path.name.replace(".", "-").partition("-")[0]


def _neighbours(path: Path) -> list[Path]:
    try:
        return [one for one in sorted(path.parent.glob("*.yaml")) if one.is_file() and one != path]
    except OSError:
        return []


def _problems(path: Path, text: str, built_in: Callable[[], Book], others: list[Path]) -> list[Problem] | None:
    """Return the problems in a file compiled together with others; None if another file has one."""
    with private_folder() as work:
        folder = work / path.parent.name
        folder.mkdir()
        for other in others:
            (folder / other.name).write_bytes(other.read_bytes())
        (folder / path.name).write_text(text, encoding="utf-8", errors="surrogateescape")
        try:
            if resources.is_built_in(path):
                _check_built_in(folder)
            else:
                _check(folder, built_in())
        except RuleError as error:
            found = list(problems_in_error(error, path.name))
            return [problem for file, problem in found if Path(file).name == path.name] or None
    return []


def _check(folder: Path, built_in: Book) -> None:
    from checker.rules.book.sandboxed_compile import compile_sandboxed

    compile_sandboxed(folder, built_in)


def _check_built_in(folder: Path) -> None:
    """Check a rule of sanlint's own checkout, which is trusted; its relations are checked when the book is compiled."""
    from checker.rules.book.rule_file import load_rule
    from checker.rules.book.rule_folder import rule_files
    from checker.rules.language.expression import scratch
    from checker.rules.language.vocabulary import built_in

    words = built_in()
    connection = scratch(words.views)
    try:
        for rule in rule_files(folder)[0]:
            load_rule(rule, words, connection)
    finally:
        connection.close()
