"""Local times of hosts across the begin and the end of summer time."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.triage.bundles import Bundle, during, slow_array
from tests.triage.verdicts import causes, triage

_STAMP = re.compile(r"^(\S{10})T(\S{8})\+0000$", re.MULTILINE)
BERLIN = ZoneInfo("Europe/Berlin")


def local(text: str) -> str:
    """The same iostat with times of Berlin as the locale en_US prints them: without a zone."""

    def shown(match: re.Match[str]) -> str:
        at = datetime.fromisoformat(f"{match[1]}T{match[2]}").replace(tzinfo=UTC).astimezone(BERLIN)
        return f"{at:%m/%d/%Y %I:%M:%S %p}"

    return _STAMP.sub(shown, text)


@pytest.mark.parametrize(
    "start",
    [
        # The clock goes from 02:59 back to 02:00 at 01:00 UTC, before, in and after the slow time.
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 10, tzinfo=UTC),
        datetime(2026, 10, 24, 23, 50, tzinfo=UTC),
        datetime(2026, 10, 24, 23, 40, tzinfo=UTC),
        # From 01:59 to 03:00.
        datetime(2026, 3, 29, 0, 30, tzinfo=UTC),
        datetime(2026, 3, 29, 0, 10, tzinfo=UTC),
    ],
    ids=lambda at: f"{at:%d %H:%M}",
)
def test_a_slow_array_across_the_change(tmp_path: Path, start: datetime):
    bundle = replace(Bundle(during(40, 60, slow_array)), linux=True, start=start, step=60, array_step=60)
    files = {name: local(text) for name, text in bundle.files().items()}
    assert "AM" in files["app05/iostat.txt"]
    document = triage(tmp_path / "local", files, "--timezone", "Europe/Berlin")
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    same = triage(tmp_path / "utc", bundle.files())
    assert [document["window"][end] for end in ("since", "until")] == [
        same["window"][end] for end in ("since", "until")
    ]
    measured = [[one["measured_ms"] for one in found["segments"]] for found in (document, same)]
    assert measured[0] == pytest.approx(measured[1], rel=0.02)
