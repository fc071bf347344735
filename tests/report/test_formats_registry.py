"""The list of output formats comes from the file names."""

from __future__ import annotations

import subprocess
import sys

from checker.report.registry import format_names, formats
from tests import folders


def test_the_names_of_formats_are_those_of_their_files() -> None:
    assert format_names() == tuple(formats())


def test_listing_the_names_imports_no_format() -> None:
    script = (
        "import sys; from checker.report.registry import format_names; names = format_names()\n"
        "print([name for name in names if f'checker.report.formats.{name}' in sys.modules], len(names) > 10)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=folders.ROOT)
    assert done.stdout == "[] True\n"
