"""Monitors of a VPLEX whose volumes are listed in local time: system monitors print both."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.triage.verdicts import causes, judged, triage
from tests.triage.vplex.test_explanations import ARRAY, AT_ARRAY

_TIME = re.compile(r"(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def _later(text: str, by: timedelta) -> str:
    return _TIME.sub(lambda found: f"{datetime.fromisoformat(found[0]) + by:%Y-%m-%d %H:%M:%S}", text)


def _local(by: timedelta, *, of_system: timedelta | None = None) -> dict[str, str]:
    """The exports of a VPLEX whose local time is ahead of UTC."""
    found = ARRAY.files()
    for name, text in found.items():
        if name.startswith("vplex7/"):
            found[name] = _later(text, by if of_system is None or "_sys_" not in name else of_system)
    return found


@pytest.mark.parametrize("by", [timedelta(hours=5, minutes=30), timedelta(hours=-8), timedelta(0)], ids=str)
def test_local_times_are_read_with_the_difference_that_the_system_monitor_shows(tmp_path: Path, by: timedelta) -> None:
    document = judged(tmp_path, _local(by), "ranked", AT_ARRAY)
    assert "vplex7" not in str([one for one in document["assumptions"] if "UTC" in str(one)])


def test_a_difference_that_changes_says_nothing(tmp_path: Path) -> None:
    """Summer time began or ended: which volumes' times are before is not known."""
    files = _local(timedelta(hours=2))
    for name, text in files.items():
        if "_sys_" in name:
            head, *rows = text.splitlines()
            half = len(rows) // 2
            files[name] = "\n".join(
                [head, *(_later(row, timedelta(hours=-1)) for row in rows[:half]), *rows[half:], ""]
            )
    assert causes(triage(tmp_path, files)) != AT_ARRAY
