"""Two samples of one command in one capture: both are kept, and they give a rate only if their times are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session
from checker.intake.sections import clock
from checker.intake.sections.section import Section
from tests import folders
from tests.support import intake_of, store_of

FIRST = (folders.SAMPLES / "brocade-porterrshow.txt").read_text()
SECOND = FIRST.replace("0      1      0      0      0      0     34", "0      1     91      0      0      0     34")
TIMES = ("Mon Nov 23 08:00:00 UTC 2026", "Mon Nov 23 08:10:00 UTC 2026")
PROMPT = "sw01:admin> "
UNTIMED = {
    "after a prompt each": f"{PROMPT}porterrshow\n{FIRST}{PROMPT}porterrshow\n{SECOND}",
    "one after the other": FIRST + SECOND,
    "with one header": "### sanlint: host=sw01 captured_at=2026-11-23T08:00:00Z\n" + FIRST + SECOND,
    "in a zone that several share": "".join(
        f"{time.replace('UTC', 'IST')}\n{table}" for time, table in zip(TIMES, (FIRST, SECOND), strict=True)
    ),
    "with one time": f"{TIMES[0]}\n{FIRST}{PROMPT}porterrshow\n{SECOND}",
}
TIMED = {
    "date at the prompt": "".join(
        f"{PROMPT}date\n{time}\n{PROMPT}porterrshow\n{table}"
        for time, table in zip(TIMES, (FIRST, SECOND), strict=True)
    ),
    "date without prompt": "".join(f"{time}\n{table}" for time, table in zip(TIMES, (FIRST, SECOND), strict=True)),
    "date of another locale": f"Mon 23 Nov 2026 09:00:00 AM CET\n{FIRST}Mon 23 Nov 2026 09:10:00 AM CET\n{SECOND}",
    "ISO 8601": f"2026-11-23T08:00:00+00:00\n{FIRST}2026-11-23T10:10:00+02:00\n{SECOND}",
    "show clock": f"08:00:00.123 UTC Mon Nov 23 2026\n{FIRST}08:10:00.456 UTC Mon Nov 23 2026\n{SECOND}",
    "a header each": "".join(
        f"### sanlint: host=sw01 captured_at=2026-11-23T08:{minute}:00Z\n{table}"
        for minute, table in (("00", FIRST), ("10", SECOND))
    ),
}
_SAMPLES = "SELECT value, strftime(captured_at, '%H:%M') FROM counter_sample WHERE port = '0' AND counter = 'crc_good_eof' ORDER BY 1"


def _crc(folder: Path, text: str) -> tuple[list[float], int]:
    """Return the rates of CRC errors that are reported, and the number of checks that could not be made."""
    (folder / "sw01").mkdir()
    (folder / "sw01" / "porterrshow.txt").write_text(text)
    with Session.open([str(folder)], Options(isolated=True, select=("PRT001",), jobs=1)) as san:
        report = san.check()
    rates = [finding.evidence["rate_per_min"] for finding in report.findings]
    return rates, sum(rule.not_evaluated for rule in report.rules if rule.rule == "PRT001")


@pytest.mark.parametrize("case", UNTIMED)
def test_samples_without_times_are_kept_and_not_evaluated(case: str, tmp_path: Path) -> None:
    rows = store_of({"sw01/porterrshow.txt": UNTIMED[case]}).rows(_SAMPLES)
    assert [value for value, _ in rows] == [0, 91]
    assert _crc(tmp_path, UNTIMED[case]) == ([], 1)


@pytest.mark.parametrize("case", TIMED)
def test_samples_with_times_give_a_rate(case: str, tmp_path: Path) -> None:
    assert store_of({"sw01/porterrshow.txt": TIMED[case]}).rows(_SAMPLES) == [(0, "08:00"), (91, "08:10")]
    assert _crc(tmp_path, TIMED[case]) == ([pytest.approx(9.1)], 0)


def test_the_output_of_date_is_not_an_unrecognised_export() -> None:
    intake = intake_of({"sw01/porterrshow.txt": TIMED["date at the prompt"]})
    assert [record.format for record in intake.records] == ["brocade-porterrshow"] * 2


def test_the_same_values_twice_are_one_sample() -> None:
    rows = store_of({"sw01/porterrshow.txt": FIRST + FIRST}).rows(_SAMPLES)
    assert rows == [(0, None)]


def test_lines_with_a_time_inside_are_not_times_of_samples() -> None:
    assert not clock._clocks("up 12:00:00\nMon Nov 23 08:00:00 UTC 2026 port 3 offline\n")
    assert clock.timed([Section("not a time\n", 1, "date")])[0].command == "date"


@pytest.mark.parametrize(
    ("date", "first", "utc"),
    [("Wed Mar  4 12:41:33 CET 2026", "11:41:43", True), ("Wed Mar  4 12:41:33 IST 2026", "12:41:43", False)],
)
@pytest.mark.parametrize("prompt", ["# ", "root@aix01:/ # ", "(0) root @ aix01: /\n# "])
def test_times_of_day_are_of_the_date_of_the_command_before(prompt: str, date: str, first: str, utc: bool):
    _, table = (folders.SAMPLES / "workload-iostat-aix.txt").read_text().split("\n", 1)
    text = f"{prompt}date\n{date}\n{prompt}iostat -DlT 10 2\n\n{table}{prompt}"
    intake = intake_of({"aix01/iostat.txt": text}, samples=True)
    rows = intake.observations.rows("load_sample")
    assert rows and {row["utc"] for row in rows} == {utc}
    assert {str(row["started_at"])[:19] for row in rows} == {f"2026-03-04 {first}"}
    silent = intake_of({"aix01/iostat.txt": text.replace(f"{prompt}date\n{date}\n", "")}, samples=True)
    assert not silent.observations.rows("load_sample")
