"""Select the files to read in a folder: ``--include``, ``--exclude`` and ``.gitignore``. Named files are always read.

Skipped files stay in the list with the reason, so that coverage can show it; a folder that git ignores counts as one.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from checker.intake.walk import SourceFile
from checker.system.files import read_regular

GITIGNORE = ".gitignore"
_OF_GIT = frozenset({GITIGNORE, ".gitattributes", ".gitmodules"})
_EXCLUDE_FILE = Path("info", "exclude")
_MOST_BYTES = 2**20
_STARS = re.compile(r"\*+")
_MOST_STARS = 3
"""Groups of asterisks in a pattern that is used: a name of a hundred characters is divided among six in a billion ways."""


@dataclass(frozen=True)
class Choice:
    """Globs for paths below the folder or for its subfolders; without ``include`` all files are read."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def chosen(sources: Sequence[SourceFile], choice: Choice) -> list[SourceFile]:
    """Return the sources; skipped ones have no path but a reason."""
    ignored = _Ignored()
    found: dict[str, SourceFile] = {}
    for source in sources:
        kept = source
        if not source.named and source.path is not None and len(source.inside) > 1:
            below = source.inside[1:]
            if below[-1] in _OF_GIT:
                kept = replace(_skipped(source, ""), problem="belongs to git")
            elif choice.exclude and _fits(below, choice.exclude):
                kept = _skipped(source, "--exclude")
            elif choice.include and not _fits(below, choice.include):
                kept = _skipped(source, "--include")
            elif (depth := ignored.depth(source.path, len(below))) is not None:
                # The name of the ignored folder, or of the file if only the file is ignored.
                cut = len(below) - depth
                name = source.name if not cut else source.name.rsplit("/", cut)[0] + "/"
                kept = replace(_skipped(source, GITIGNORE), name=name, inside=source.inside[: depth + 1])
        found.setdefault(kept.name, kept)
    return list(found.values())


def _skipped(source: SourceFile, by: str) -> SourceFile:
    return replace(source, path=None, size=0, problem=f"skipped because of {by}", ignored=True)


def _fits(below: Sequence[str], globs: Iterable[str]) -> bool:
    path = "/".join(below)
    return any(
        fnmatch.fnmatchcase(path, one) or fnmatch.fnmatchcase(path, f"{one.rstrip('/')}/*") or
        fnmatch.fnmatchcase(below[-1], one)
        for one in globs
    )  # fmt: skip


class _Ignored:
    """Applies the ``.gitignore`` files of a work tree. git is not run, because a work tree can configure it."""

    def __init__(self) -> None:
        self._roots: dict[Path, Path | None] = {}
        self._specs: dict[Path, Any] = {}
        self._folders: dict[Path, bool] = {}

    def depth(self, path: Path, below: int) -> int | None:
        """Return the depth of the ignored folder or file below the given folder; None if the file is not ignored.

        Args:
            path: a file.
            below: number of path components below the folder that the user named.
        """
        parents = path.parents
        folder = parents[below - 1]
        if folder not in self._roots:
            self._roots[folder] = self._root(folder.resolve())
        root = self._roots[folder]
        if root is None:
            return None
        base = folder.resolve()
        parts = path.parts[len(path.parts) - below :]
        for depth in range(1, below):
            if self._is_ignored_folder(base.joinpath(*parts[:depth]), root):
                return depth
        return below if self._matches(base.joinpath(*parts), root, "") else None

    def _root(self, folder: Path) -> Path | None:
        """Return the root of the work tree; None outside a work tree, or if git ignores the named folder itself."""
        root = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
        if root is None:
            return None
        above = [one for one in folder.parents if one.is_relative_to(root) and one != root]
        if folder != root and any(self._is_ignored_folder(one, root) for one in (*above, folder)):
            return None
        return root

    def _is_ignored_folder(self, folder: Path, root: Path) -> bool:
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = self._matches(folder, root, "/")
        return known

    def _matches(self, path: Path, root: Path, end: str) -> bool:
        """Check the nearest ``.gitignore`` first; the first file with a matching pattern decides."""
        for folder in path.parents:
            spec = self._spec(folder, root)
            if spec is not None:
                included = spec.check_file(path.relative_to(folder).as_posix() + end).include
                if included is not None:
                    return bool(included)
            if folder == root:
                break
        return False

    def _spec(self, folder: Path, root: Path) -> Any:
        if folder not in self._specs:
            files = [folder / GITIGNORE]
            if folder == root and (root / ".git").is_dir():
                files.insert(0, root / ".git" / _EXCLUDE_FILE)
            lines = [line for file in files if file.is_file() for line in _lines(file)]
            self._specs[folder] = _compiled(lines) if lines else None
        return self._specs[folder]


def _lines(file: Path) -> list[str]:
    try:
        text = read_regular(file, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return []
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [line for line in lines if len(_STARS.findall(line)) <= _MOST_STARS]


def _compiled(lines: Sequence[str]) -> Any:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore import GitIgnorePatternError

    kept = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except GitIgnorePatternError:
            # git ignores invalid patterns as well.
            continue
        kept.append(line)
    return GitIgnoreSpec.from_lines(kept)
