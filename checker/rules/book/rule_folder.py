"""The files of a folder of rules: which there are, what messages call them, and a digest of their content."""

from __future__ import annotations

import os
from pathlib import Path

from checker.errors import RuleError
from checker.rules.language.suggest import printable
from checker.rules.language.yaml_source import MAX_BYTES

MAX_FILES = 2000
_NO_RULES = frozenset(["data", "profiles"])


def rule_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the rule files and the cases files of a folder, both ordered by path.

    ``data/``, ``profiles/`` and names that start with a dot are ignored.

    Raises:
        RuleError: the folder cannot be read or contains too many rules, a YAML file is not a regular file or has the
            wrong suffix, or a cases file has no rule.
    """
    from checker.rules.book.rule_examples import CASES_SUFFIX, cases_file

    if not folder.is_dir():
        raise RuleError(f"{folder}: rules folder not found")
    found: list[Path] = []
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.name in _NO_RULES:
            continue
        inside = sorted(entry.iterdir()) if entry.is_dir() else [entry]
        for path in inside:
            if path.suffix == ".yml":
                raise RuleError(f"{shown_name(path, folder)}: rename it to .yaml")
            if path.suffix == ".yaml" and not path.name.startswith("."):
                if not path.is_file():
                    raise RuleError(f"{shown_name(path, folder)}: not a file")
                found.append(path)
    cases = [path for path in found if path.name.endswith(CASES_SUFFIX)]
    rules = [path for path in found if not path.name.endswith(CASES_SUFFIX)]
    if len(rules) > MAX_FILES:
        raise RuleError(f"{folder}: more than {MAX_FILES} rules")
    known = {cases_file(path) for path in rules}
    for path in cases:
        if path not in known:
            rule = f"{path.name.removesuffix(CASES_SUFFIX)}-<name>.yaml"
            raise RuleError(f"{shown_name(path, folder)}: no rule for these cases: {rule} not found in this folder")
    return rules, cases


def shown_name(path: Path, folder: Path) -> str:
    """Return how messages name a file of a folder."""
    return printable(f"{folder.name}/{path.relative_to(folder).as_posix()}", 200)


def state_of(folder: Path) -> frozenset[tuple[str, int, int]]:
    """Return names, sizes and times of change of the files of a folder, which differ if a rule was changed."""
    folders = [str(folder), *(entry.path for entry in os.scandir(folder) if entry.is_dir())]
    entries = (entry for path in folders for entry in os.scandir(path))
    return frozenset(
        (entry.path, status.st_size, status.st_mtime_ns) for entry in entries for status in (entry.stat(),)
    )


def digest_of(folder: Path, files: list[Path]) -> str:
    """Return a digest of the names and contents of files, none of which is larger than a rule may be.

    Raises:
        RuleError: a file is too large or cannot be read.
    """
    import hashlib

    whole = hashlib.sha256()
    for path in files:
        try:
            if path.stat().st_size > MAX_BYTES:
                raise RuleError(
                    f"{shown_name(path, folder)}: larger than {MAX_BYTES // 1024} KiB; a rule is usually a page or two"
                )
            with path.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise RuleError(f"{shown_name(path, folder)}: cannot be read: {error.strerror or error}") from None
        name = path.relative_to(folder).as_posix()
        whole.update(f"{name}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()
