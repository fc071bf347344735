"""Sessions of commands: options from the command line, and progress on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.audit.options import Options
from checker.cli.support.arguments import config_arguments
from checker.cli.support.progress import ProgressLine

if TYPE_CHECKING:
    from checker.audit.session import Session


def options_of(config: list[str] | None, *, isolated: bool = False, jobs: int | None = None) -> Options:
    """Return the options that most commands share.

    Raises:
        UsageError: ``--config`` names two files.
    """
    given = config_arguments(config or [])
    return Options(config=given.file, config_values=given.values, isolated=isolated, jobs=jobs)


@contextmanager
def open_session(
    paths: Sequence[str], options: Options, *, quiet: bool = False, verbose: bool = False
) -> Iterator[Session]:
    """Open a session that shows progress on a terminal unless ``quiet``.

    Raises:
        UsageError: the configuration is invalid.
    """
    from checker.audit.session import Session

    with (
        ProgressLine(not quiet, verbose) as progress,
        Session.open(paths, replace(options, progress=progress)) as san,
    ):
        yield san
