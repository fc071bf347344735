"""A word of several zones, such as CST, before the counters of a switch: --timezone decides which of them it is."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.triage.test_bundles import DRAIN
from tests.triage.verdicts import causes, triage


@pytest.mark.parametrize(
    ("word", "hours", "zone", "found"),
    [
        ("CST", 8, "Asia/Shanghai", True),
        ("CST", -6, "America/Chicago", True),
        ("IST", 5.5, "Asia/Kolkata", True),
        # GMT has one meaning, whatever the zone.
        ("GMT", 0, "Asia/Kolkata", True),
        # Another zone does not say what the word means.
        ("CST", 8, "Europe/Berlin", False),
        ("CST", 8, "UTC", False),
    ],
)
def test_a_known_zone_decides_what_its_word_means(tmp_path: Path, word: str, hours: float, zone: str, found: bool):
    files = {
        name: _dated(text, word, hours) if name.endswith("portstats.txt") else text
        for name, text in DRAIN.files().items()
    }
    document = triage(tmp_path, files, "--timezone", zone)
    assert causes(document) == ([("TRI003", ("switch_port south-e1 4",))] if found else [])


def _dated(text: str, word: str, hours: float) -> str:
    """The dates of a session in another zone."""
    form = "%a %b %d %H:%M:%S {} %Y"
    return "\n".join(
        (datetime.strptime(line, form.format("UTC")) + timedelta(hours=hours)).strftime(form.format(word))
        if line.endswith(" UTC 2026")
        else line
        for line in text.split("\n")
    )
