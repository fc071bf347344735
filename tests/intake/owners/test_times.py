"""One machine that was captured several times is one machine if the times are known, and no second machine otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit.reading import build_store
from tests.intake.owners.test_naming import LSBLK, MULTIPATH, intake
from tests.intake.owners.test_sites import owners


def _captures(*layouts: str) -> dict[str, str]:
    return {
        layout.format(c=command): text.replace("{0}", "1")
        for layout in layouts
        for command, text in (("multipath", MULTIPATH), ("lsblk", LSBLK))
    }


@pytest.mark.parametrize(
    "layouts",
    [
        ("x1a_04.03.2026_{c}.txt", "x1a_05.03.2026_{c}.txt"),
        ("x1a_04.03.26_{c}.txt", "x1a_05.03.26_{c}.txt"),
        ("x1a/04.03.26/{c}.txt", "x1a/05.03.26/{c}.txt"),
        ("x1a_{c}.log.1",),
    ],
)
def test_days_in_names_are_those_of_one_machine(layouts: tuple[str, ...], tmp_path: Path) -> None:
    assert set(owners(tmp_path, _captures(*layouts)).values()) == {"x1a"}


@pytest.mark.parametrize(
    "layouts",
    [
        ("x1a_{c}_1.txt", "x1a_{c}_2.txt"),
        ("x1a_{c}_0915.txt", "x1a_{c}_1830.txt"),
        ("x1a_{c}_run1.txt", "x1a_{c}_run2.txt"),
        ("node one_{c}_run1.txt", "node one_{c}_run2.txt"),
        ("x1a_{c}.log.1", "x1a_{c}.log.2"),
        ("x1a/{c}.1", "x1a/{c}.2"),
        ("x1a/0915/{c}.txt", "x1a/1830/{c}.txt"),
        ("alpha/0915/{c}.txt", "alpha/1830/{c}.txt"),
        ("alpha/03-04-2026/{c}.txt", "alpha/03-05-2026/{c}.txt"),
    ],
)
def test_numbers_that_count_captures_are_no_machines(layouts: tuple[str, ...], tmp_path: Path) -> None:
    """Which of them is newer is unknown, so that one must not hide what the other shows."""
    found = owners(tmp_path, _captures(*layouts))
    assert all(owner.startswith("unknown host (") for owner in found.values()), found


def test_a_day_with_the_day_first_is_the_time_of_a_capture(tmp_path: Path) -> None:
    """The newer capture of a day replaces the older one."""
    files = _captures("x1a_28.02.2026_{c}.txt", "x1a_01.03.2026_{c}.txt")
    store = build_store(intake(tmp_path, files), topology=False)
    days = store.rows("SELECT DISTINCT CAST(captured_at AS DATE) FROM export ORDER BY 1")
    assert [str(day) for (day,) in days] == ["2026-02-28", "2026-03-01"]
