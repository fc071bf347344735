"""Lines of blanks between the columns of a datastore table: each took minutes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.hostile.command import environment

_READ = """
import sys
from checker.facts.observations import Observations
from checker.intake.read import read_text
text = "Mount Point  Volume Name  UUID  Mounted  Type  Size  Free\\n" + sys.argv[1] + "\\n"
read_text(text, "host.txt", ("host.txt",), 0, Observations())
print("read")
"""


@pytest.mark.parametrize(
    "line",
    ["/vmfs/volumes/x" + " " * 900 + "x", "/vmfs/volumes/x true" + " " * 900 + "5 5", "/vmfs/volumes/x " + "a true  " * 900],
    ids=["name", "type", "words"],
)  # fmt: skip
def test_blanks_between_columns_are_not_divided(line: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _READ, "\n".join([line] * 10)],
        env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.stdout == "read\n"
