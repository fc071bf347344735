"""A file of outcomes, one JSON line per rule, written immediately so that an interrupted proof can resume."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from checker.errors import UsageError
from checker.prove.examples import Outcome
from checker.system.files import write_text

_BEGINNING = '{"about": "'


class Record:
    """Outcomes for one state of rules, views and bases, and one way of proving.

    Args:
        path: the file; created if it does not exist.
        folders: a change in any of their files invalidates the outcomes written before.
        ways: a description of how rules are proved.

    Raises:
        UsageError: the file cannot be read or written, or is not such a record.
    """

    def __init__(self, path: Path, folders: Iterable[Path], ways: Iterable[str]) -> None:
        self._path = path
        self._about = _digest(folders, ways)
        self.known: dict[str, Outcome] = {}
        try:
            path.touch()
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: cannot write the outcomes: {error}") from None
        whole = text[: text.rfind("\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                row = json.loads(line)
                if row.pop("about") == self._about:
                    self.known[row["rule"]] = Outcome(**row)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise UsageError(f"{path}:{number}: not a record of `sanlint rules test`") from None
        if not text.startswith(_BEGINNING[: len(text)]):
            raise UsageError(f"{path}:1: not a record of `sanlint rules test`")
        if whole != text:
            # The last line of an interrupted run: its rule is proved again.
            write_text(path, whole)

    def add(self, outcome: Outcome) -> None:
        """Write one outcome immediately."""
        line = json.dumps({"about": self._about, **dataclasses.asdict(outcome)}, ensure_ascii=False)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def _digest(folders: Iterable[Path], ways: Iterable[str]) -> str:
    found = hashlib.sha256("\n".join(ways).encode())
    for folder in folders:
        for file in sorted(one for one in folder.rglob("*") if one.suffix in (".yaml", ".sql", ".py", ".json")):
            found.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return found.hexdigest()[:16]
