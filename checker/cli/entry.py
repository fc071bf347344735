"""The entry point of the ``sanlint`` command. Imports only what ``--version`` needs."""

from __future__ import annotations

import sys

from checker import __version__


def main() -> int:
    """Run the command with the process's arguments and return its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        print(f"sanlint {__version__}")  # noqa: T201 - printed before anything else is loaded
        return 0
    from checker.cli.support.run import run

    return run(arguments)
