"""Prepare the input files of an audit: find them, unpack archives, recognise bundles, join fragments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from checker.intake.budget import within_limits
from checker.intake.bundles.expand import expand
from checker.intake.bundles.fragments import reassembled
from checker.intake.bundles.layout import with_bundle_hosts
from checker.intake.bundles.limits import Limits
from checker.intake.file_filter import Choice, chosen
from checker.intake.walk import SourceFile, find_files

Progress = Callable[[str, float], None]


def sources_of(
    paths: Sequence[str],
    folder: Path,
    limits: Limits | None = None,
    progress: Progress | None = None,
    choice: Choice | None = None,
) -> list[SourceFile]:
    """Return all files to read below the given paths, in stable order; bad input raises no error.

    Args:
        paths: files, folders and archives as the user named them; ``-`` is standard input.
        folder: a private folder that must exist until all files are read.
        limits: the limits for unpacking archives and for what is read.
        progress: called with the name of the step and the fraction that is done.
        choice: which files of folders are read; files that git ignores are always skipped.
    """
    limits = limits or Limits()
    found = expand(chosen(find_files(paths), choice or Choice()), folder, limits, progress)
    return within_limits(reassembled(with_bundle_hosts(found), folder), limits)
