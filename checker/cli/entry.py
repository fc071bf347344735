"""The entry point of the command ``sanlint``. Nothing is imported here that ``--version`` doesn't need."""

from __future__ import annotations

import sys

from checker import __version__


def main() -> int:
    """Run the command with the process's arguments and return its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        print(f"sanlint {__version__}")  # noqa: T201 - the answer itself, before anything else is loaded
        return 0
    from checker.cli.run import run

    return run(arguments)
