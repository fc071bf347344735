"""Compile a folder of custom rules in a child process with limits on memory and time.

The compiler parses, binds and evaluates constant parts of expressions. A page of YAML can make it need any amount of
memory, and no check of the expression can know how much.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import RuleError
from checker.system.children import run_limited
from checker.system.leftovers import private_folder
from checker.system.space import full, is_full

if TYPE_CHECKING:
    from checker.rules.book.book import Book

SECONDS = 60
MEMORY_BYTES = 2 << 30
_REQUEST, _ANSWER, _ERROR, _CURRENT = "request.json", "answer", "error.txt", "current.txt"


def compile_sandboxed(folder: Path, others: Book | None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the content of ``core.json`` and ``text.json`` of a folder of custom rules.

    Args:
        folder: the rules.
        others: the built-in rules that they may refer to.

    Raises:
        RuleError: a rule is invalid, or compiling it takes too much memory or time.
    """
    from checker.rules.book.book import read_parts, write_book

    with private_folder() as work:
        request = {"folder": str(folder.absolute()), "others": others is not None}
        try:
            if others is not None:
                write_book(others, work / "others")
            (work / _REQUEST).write_text(json.dumps(request), "utf-8", "surrogateescape")
            problem = run_limited(__name__, work, seconds=SECONDS, memory=MEMORY_BYTES)
        except OSError as error:
            if not is_full(error):
                raise
            raise RuleError(f"{folder.name}: cannot be compiled: {full()}") from None
        if (work / _ERROR).is_file():
            raise RuleError((work / _ERROR).read_text("utf-8"))
        if problem is not None:
            current = work / _CURRENT
            where = current.read_text("utf-8") if current.is_file() else folder.name
            raise RuleError(f"{where}: cannot be compiled: {problem}")
        core, text = read_parts(work / _ANSWER)
        return core, text()


def main(arguments: Sequence[str]) -> int:
    """Compile the requested folder and write the result into the private folder; runs in the child."""
    from checker.rules.book.book import compile_folder, read_book, write_book

    work = Path(arguments[0])
    request = json.loads((work / _REQUEST).read_text("utf-8", "surrogateescape"))
    others = read_book(work / "others") if request["others"] else None

    def begin(shown: str) -> None:
        (work / _CURRENT).write_text(shown, "utf-8")

    try:
        write_book(compile_folder(Path(request["folder"]), custom=True, others=others, begin=begin), work / _ANSWER)
    except RuleError as error:
        (work / _ERROR).write_text(str(error), "utf-8", "replace")
        return 1
    return 0
