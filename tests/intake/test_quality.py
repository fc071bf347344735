"""What self-check counts: records read and stated, bad values, lines not understood."""

from __future__ import annotations

from pathlib import Path

from checker.intake.quality import qualities, totals
from checker.intake.sources import sources_of

FLOGI = """--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            10    0x010000  10:00:00:00:c9:00:00:01 20:00:00:00:c9:00:00:01
fc1/2            10    0x010100  10:00:xx:xx:c9:00:00:02 20:00:00:00:c9:00:00:02

Total number of flogi = 3.
"""


def checked(folder: Path, files: dict[str, str]) -> list:
    for name, text in files.items():
        (folder / "in").mkdir(exist_ok=True)
        (folder / "in" / name).write_text(text)
    return list(qualities(sources_of([str(folder / "in")], folder)))


def test_what_is_missing_from_an_export_is_counted_and_named(tmp_path: Path) -> None:
    [one] = checked(tmp_path, {"mds1.txt": FLOGI})
    assert (one.format, one.stated, one.bad_values, one.unread_lines) == ("nxos-show-flogi-database", 3, 1, 0)
    assert not one.perfect
    assert "states 3 records; 2 were read" in one.problems
    assert "1 bad value: login.wwpn '10:00:xx:xx:c9:00:00:02'" in one.problems


def test_totals_add_up_by_format_and_unknown_files_come_last(tmp_path: Path) -> None:
    found = checked(tmp_path, {"a.txt": FLOGI, "b.txt": FLOGI, "note.txt": "dear diary\n"})
    first, last = totals(found)
    assert (first.format, first.stated, first.bad_values) == ("nxos-show-flogi-database", 6, 2)
    assert (last.format, last.place) == (None, "0 of 1 complete")
