"""Findings about switch ports are at the row of the counter or of the port that they speak of, and not at any row of the port."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Report

SWITCH = """\
core07:admin> switchshow
switchName:     core07
switchType:     162.0
switchState:    Online
switchRole:     Principal
switchDomain:   7
switchWwn:      10:00:88:94:71:0c:07:00
zoning:         ON (cfg_main)

Index Port Address  Media Speed   State       Proto
==================================================
   0   0   070000   id    N32     Online      FC  F-Port  51:4f:0c:50:77:00:07:00
   2   2   070200   id    N16     Online      FC  F-Port  10:00:00:10:9b:70:00:02
   3   3   070300   id    N8      Online      FC  F-Port  10:00:00:10:9b:70:00:03
   6   6   070600   id    N16     Online      FC  E-Port  10:00:88:94:71:0c:08:00 "core08"
core07:admin> cfgactvshow
Effective configuration:
 cfg:   cfg_main
 zone:  z_old_app
                10:00:00:10:9b:70:00:03
                51:4f:0c:50:77:00:07:00
core07:admin> date
Tue Mar 10 10:00:00 CET 2026
"""
COUNTERS = """\
core07:admin> porterrshow
          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy  c3timeout    pcs   uncor
       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                  tx    rx     err    err
  0:    1.2g   2.1g   0      0      0      0      0      0      0      0      0      0      1      0      0      0      0      0      0
  2:  812.3m   1.1g   0    {crc}  {crc}    0      0      0  {enc}      0      0      1      1      0      0      0      0      0      0
  3:   92.3m   1.1g   0      0      0      0      0      0      0   {lost}     0      0      0      0      0    {lost}   0      0      0
  6:   12.3g   9.1g   0      0      0      0      0      0      0      0    {fail}     0      0      0      0      0      0      0      0
"""
LATER = "core07:admin> date\nTue Mar 10 10:30:00 CET 2026\n"


def _audited(folder: Path, text: str) -> tuple[Report, list[str]]:
    (folder / "core07.txt").write_text(text)
    return audit([str(folder)], Options(isolated=True, as_of=datetime(2026, 3, 11), jobs=1)), text.split("\n")


def _rows(report: Report, lines: list[str], rule: str) -> list[str]:
    places = [finding.location for finding in report.findings if finding.rule == rule]
    return [lines[place.line - 1].strip() for place in places if place is not None]


def test_a_counter_in_thousands_is_at_its_row(tmp_path: Path) -> None:
    report, lines = _audited(tmp_path, SWITCH + COUNTERS.format(crc="1.3k", lost="5.2k", fail=0, enc=7))
    (crc,) = _rows(report, lines, "PRT001")
    assert crc.startswith("2:")
    assert "1.3k" in crc
    (lost,) = _rows(report, lines, "PRT021")
    assert lost.startswith("3:")


@pytest.mark.parametrize(("rule", "row"), [("PRT001", "2:"), ("PRT003", "3:"), ("PRT004", "6:"), ("PRT005", "2:")])
def test_what_rose_between_samples_is_at_the_row_of_the_second(tmp_path: Path, rule: str, row: str) -> None:
    first, second = (
        COUNTERS.format(crc=130, lost=120, fail=64, enc=7),
        COUNTERS.format(crc=930, lost=520, fail=95, enc=19),
    )
    report, lines = _audited(tmp_path, SWITCH + first + LATER + second)
    (place,) = [finding.location for finding in report.findings if finding.rule == rule]
    assert place is not None
    assert lines[place.line - 1].strip().startswith(row)
    assert place.line > lines.index("Tue Mar 10 10:30:00 CET 2026")


def test_a_slow_host_port_is_at_its_own_row(tmp_path: Path) -> None:
    report, lines = _audited(tmp_path, SWITCH)
    (row,) = _rows(report, lines, "FAB007")
    assert "10:00:00:10:9b:70:00:03" in row


def test_the_advice_for_an_array_that_only_the_switch_knows_is_that_of_its_vendor(tmp_path: Path) -> None:
    report, _ = _audited(tmp_path, SWITCH)
    commands = " ".join(one.command for one in report.missing_exports)
    assert "xmcli" in commands
    assert "SMcli" not in commands
