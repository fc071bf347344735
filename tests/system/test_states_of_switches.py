"""States that ``switchshow`` and ``show`` commands print are findings at the line that prints them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Report

FOS = """\
sanfox1:admin> switchshow
switchName:     sanfox1
switchType:     162.0
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   7
switchId:       fffc07
switchWwn:      10:00:c4:f5:7c:11:22:33
zoning:         {zoning}

Index Port Address  Media Speed   State       Proto
==================================================
   0   0   070000   id    N16     Online      FC  F-Port  10:00:00:10:9b:11:aa:01
   2   2   070200   id    N16     Online      FC  F-Port  52:4a:93:71:22:33:44:00
   3   3   070300   id    N16     {state}     FC  {reason}
"""
DEFZONE = """\
sanfox1:admin> defzone --show
Default Zone Access Mode
        committed - {access}
        transaction - No Transaction
"""
NXOS = """\
mdsfox# show zone status vsan 30
VSAN: 30 default-zone: deny distribute: active only Interop: default
    mode: basic merge-control: allow
    session: none
    hard-zoning: enabled broadcast: unsupported
    smart-zoning: disabled
Status:
mdsfox# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            30    0x640000  10:00:00:10:9b:22:aa:01 20:00:00:10:9b:22:aa:01

Total number of flogi = 1.
mdsfox# show interface fc1/2
fc1/2 is down ({reason})
    Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
    Port WWN is 20:02:00:0d:ec:aa:bb:cc
    Admin port mode is auto, trunk mode is on
    Port vsan is 30
"""


def _checked(folder: Path, text: str) -> tuple[Report, list[str]]:
    (folder / "export.txt").write_text(text)
    options = Options(
        isolated=True, as_of=datetime(2026, 3, 11), jobs=1, cache=True, missing=False, passes=True,
        select=("ZON006", "ZON017", "ZON026", "PRT001", "PRT010", "PRT022", "FAB027"),
    )  # fmt: skip
    return audit([str(folder)], options), text.split("\n")


def _found(report: Report, lines: list[str], rule: str) -> list[tuple[str, str]]:
    places = [(finding.message, finding.location) for finding in report.findings if finding.rule == rule]
    return [(message, lines[place.line - 1].strip()) for message, place in places if place is not None]


@pytest.mark.parametrize(
    ("access", "end"),
    [(None, "configuration"), ("No Access", ", and the default zone gives no access, so no device can reach another")],
)
def test_a_fabric_without_zoning_is_a_finding_at_the_line_that_says_so(
    tmp_path: Path, access: str | None, end: str
) -> None:
    text = FOS.format(zoning="OFF", state="No_Light", reason="") + (DEFZONE.format(access=access) if access else "")
    report, lines = _checked(tmp_path, text)
    ((message, line),) = _found(report, lines, "ZON026")
    assert message.startswith("sanfox1 has no effective zone configuration")
    assert message.endswith(end)
    assert line.split() == ["zoning:", "OFF"]


def test_an_open_default_zone_is_reported_once(tmp_path: Path) -> None:
    text = FOS.format(zoning="OFF", state="No_Light", reason="") + DEFZONE.format(access="All Access")
    report, _ = _checked(tmp_path, text)
    assert [(f.rule, f.severity) for f in report.findings if f.rule in ("ZON006", "ZON026")] == [("ZON006", "error")]


def test_a_fabric_with_zoning_is_none(tmp_path: Path) -> None:
    report, _ = _checked(tmp_path, FOS.format(zoning="ON (main)", state="No_Light", reason=""))
    assert "ZON026" not in {finding.rule for finding in report.findings}


@pytest.mark.parametrize(
    ("state", "reason", "said"),
    [
        ("Mod_Inv", "", "the switch does not accept its transceiver (mod_inv)"),
        ("Port_Flt", "", "its hardware is faulty (port_flt)"),
        ("Diag_Flt", "", "it failed its diagnostics (diag_flt)"),
        ("Laser_Flt", "", "its transceiver reports a laser fault (laser_flt)"),
        ("Mod_Val", "", None),
        ("No_Light", "", None),
        ("Mod_Inv", "Disabled (Persistent)", None),
    ],
)
def test_a_faulty_port_or_transceiver(tmp_path: Path, state: str, reason: str, said: str | None) -> None:
    report, lines = _checked(tmp_path, FOS.format(zoning="ON (main)", state=state, reason=reason))
    found = _found(report, lines, "PRT022")
    assert [message for message, _ in found] == ([f"Port 3 of sanfox1 is out of service: {said}"] if said else [])
    assert all(line.split()[5] == state for _, line in found)


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("Hardware failure", "PRT022"),
        ("SFP vendor not supported", "PRT022"),
        ("Error disabled - bit error threshold exceeded", "PRT010"),
        ("Error Disabled - port down due to trustsec", "PRT010"),
        ("SFP not present", None),
        ("Link failure or not-connected", None),
    ],
)
def test_reasons_of_nx_os(tmp_path: Path, reason: str, rule: str | None) -> None:
    report, _ = _checked(tmp_path, NXOS.format(reason=reason))
    assert [finding.rule for finding in report.findings if finding.rule.startswith("PRT")] == ([rule] if rule else [])


def test_basic_zoning_is_at_the_line_with_the_mode(tmp_path: Path) -> None:
    report, lines = _checked(tmp_path, NXOS.format(reason="SFP not present"))
    ((_, line),) = _found(report, lines, "ZON017")
    assert line == "mode: basic merge-control: allow"


FIRMWARE = """\
dirfox:admin> firmwareshow
Slot Name       Appl     Primary/Secondary Versions               Status
--------------------------------------------------------------------------
  1  CP0        FOS      v8.2.3c                                  ACTIVE *
                         {second}
  2  CP1        FOS      {standby}                                  STANDBY
                         v8.2.3c
* Local CP
"""
VERSION = """\
mdsfox# show version
Cisco Nexus Operating System (NX-OS) Software
Software
  BIOS:      version 2.12.0
  kickstart: version {kickstart}
  system:    version 8.4(2b)
Hardware
  cisco MDS 9148S 16G 48 FC (1 Slot) Chassis ("2/4/8/16 Gbps FC/Supervisor")
  Device name: mdsfox
"""


@pytest.mark.parametrize(
    ("text", "releases"),
    [
        (FIRMWARE.format(second="v8.2.3c", standby="v8.2.3c"), None),
        (FIRMWARE.format(second="v8.2.3c", standby="v8.2.1a"), "v8.2.3c, v8.2.1a"),
        (FIRMWARE.format(second="v8.2.2d", standby="v8.2.3c"), "v8.2.3c, v8.2.2d"),
        (VERSION.format(kickstart="8.4(2b)"), None),
        (VERSION.format(kickstart="8.4(1a)"), "8.4(2b), 8.4(1a)"),
    ],
)
def test_different_releases_on_one_switch(tmp_path: Path, text: str, releases: str | None) -> None:
    report, lines = _checked(tmp_path, text)
    messages = [message for message, _ in _found(report, lines, "FAB027")]
    name = lines[0].partition(":")[0].partition("#")[0]
    assert messages == ([f"{name} has different firmware releases installed: {releases}"] if releases else [])
    assert [(rule.failed, rule.passed) for rule in report.rules if rule.rule == "FAB027"] == [
        (len(messages), 1 - len(messages))
    ]


CRC = """\
mdsfox# show interface fc1/1
fc1/1 is up
    Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
    Port WWN is 20:01:00:0d:ec:aa:bb:cc
    Port mode is F, FCID is 0x640000
    Port vsan is 30
    Speed is 16 Gbps
      90412 frames input,  5112340 bytes
        0 discards,  1234 errors
        1234 CRC,  0 unknown class
        0 too long,  0 too short
      88123 frames output,  7712340 bytes
        0 discards,  0 errors
    Last clearing of "show interface" counters : {age}
"""


@pytest.mark.parametrize(
    ("age", "severity", "end"),
    [
        ("1w3d", "warning", "1,234 CRC errors, 0.08569 per minute since the last clearing"),
        ("1y4w", "info", "1,234 CRC errors, 0.002181 per minute since the last clearing"),
        ("never", "info", "1,234 CRC errors"),
    ],
)
def test_the_age_of_counters_without_a_capture_time(tmp_path: Path, age: str, severity: str, end: str) -> None:
    report, _ = _checked(tmp_path, CRC.format(age=age))
    (finding,) = [finding for finding in report.findings if finding.rule == "PRT001"]
    assert finding.severity == severity
    assert finding.message.endswith(end)


def test_a_fabric_without_zoning_is_not_said_to_have_no_export_about_zoning(tmp_path: Path) -> None:
    text = FOS.format(zoning="OFF", state="No_Light", reason="") + DEFZONE.format(access="No Access")
    (tmp_path / "export.txt").write_text(text)
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1, cache=True))
    subjects = {subject for one in report.missing_exports for subject in one.subjects}
    # An export states that there is no zoning; there are no zones in any.
    assert "zones" in subjects
    assert "zoning" not in subjects
