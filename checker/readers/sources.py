"""The files of an audit, ready to be read: found, archives unpacked, bundles told apart, fragments put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from checker.readers.bundles.expand import expand
from checker.readers.bundles.gather import gathered
from checker.readers.bundles.layout import told_by_bundles
from checker.readers.bundles.limits import Limits
from checker.readers.choice import Choice, chosen
from checker.readers.walk import SourceFile, find_files

Progress = Callable[[str, float], None]


def sources_of(
    paths: Sequence[str],
    folder: Path,
    limits: Limits | None = None,
    progress: Progress | None = None,
    choice: Choice | None = None,
) -> list[SourceFile]:
    """Return everything there is to read below the given paths, in stable order; nothing is raised for bad input.

    Args:
        paths: files, folders and archives as the user named them; ``-`` is standard input.
        folder: a private folder, which has to stay until everything is read.
        limits: what unpacking archives may cost.
        progress: told the name of the step and the share that is done.
        choice: which files of folders are read; what git ignores is left out in any case.
    """
    found = expand(chosen(find_files(paths), choice or Choice()), folder, limits, progress)
    return gathered(told_by_bundles(found), folder)
