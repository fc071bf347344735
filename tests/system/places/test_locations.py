"""Every finding of every scenario has a place, and the lines at its places show something that its message says.

The recomputation here is independent of the program: it takes the words of the message and the objects of the finding,
spells them as commands print them, and opens the file.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Finding, Place
from checker.rules.evaluate.finding import Report as Checked
from tests import folders
from tests.system.test_scenarios import AS_OF, NAMES, _report
from tests.thorough import sample

# Findings whose facts no line states, with the reason.
NO_LINE = {
    "BE002": "back-end paths are printed as pairs of port WWNs, whose director the ports' own listing states",
    "DOC004": "the age of an export is its header's or its file's, so the place is the beginning of the export",
    "DOC013": "the place is the line that was not recognised",
    "LIM010": "the message counts switches; the place is the one that is there",
    "MET007": "the place is the network, whose name the message does not contain",
    "PTH010": "Veritas names the volumes of paths by its own enclosure names",
    "PTH013": "the directors of a storage view are printed as parts of port names",
}
# Findings with further places that no fact of the finding is in, with the reason.
NO_RELATED_LINE = {
    "BE001": "back-end paths are printed as pairs of port WWNs, whose director the ports' own listing states",
    "DOC006": "the ports are listed by WWPN or alias, the message names their host",
    "LIM006": "the message counts the directors that the places list",
    "PTH006": "paths name the ports of the card, not the card",
}
# Counts of other objects and statements about the SAN are no facts of a line, and neither are words of everyday language.
_WORD = re.compile(r"[A-Za-z0-9][\w.:/+-]*[A-Za-z0-9]|\d")
_WWN = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){7}")
_UNITS = {"KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}


@cache
def _lines(file: str, member: str | None) -> tuple[str, ...]:
    if member is None:
        return tuple(Path(file).read_text(errors="replace").split("\n"))
    with tarfile.open(file) as archive:
        return tuple(archive.extractfile(member).read().decode().split("\n"))  # type: ignore[union-attr]


def _spellings(word: str) -> Iterator[str]:
    """A word of a message as commands may print it."""
    lower = word.lower()
    if _WWN.fullmatch(lower):
        yield lower.replace(":", "")
    elif lower.startswith(("naa.", "eui.", "t10.")):
        yield lower[4:]
    else:
        yield lower
        if re.fullmatch(r"[\d,]*\d", word):
            number = int(word.replace(",", ""))
            yield from (str(number), f"0x{number:x}", f"{number}s")


def _said(finding: Finding) -> set[str]:
    """What a message and the objects of its finding name: names, numbers and sizes, each with a digit or a capital."""
    texts = [finding.message, *(str(value) for one in finding.objects for value in one.values() if value)]
    words = {word for text in texts for word in _WORD.findall(text) if re.search(r"[\dA-Z_]", word)}
    # Values of settings and names of objects are any words: the scheduler, the state of a path, a network.
    words |= {value for value in finding.evidence.values() if isinstance(value, str)}
    words |= {str(value) for one in finding.objects for value in one.values() if value}
    for size, unit in re.findall(r"(\d+) (\wiB)", finding.message):
        words |= {f"{size}{unit[0]}", str(int(size) << _UNITS[unit])}
    return {one for word in words for one in _spellings(word)}


def _shows(line: str, finding: Finding) -> bool:
    # As printed, for a name that is not valid, and without the colons of WWNs.
    plain = f"{line.lower()} {re.sub(r'(?<=[0-9a-f]{2}):(?=[0-9a-f]{2})', '', line.lower())}"
    return any(
        one in plain if len(one) > 15 else re.search(rf"(?<![a-z0-9]){re.escape(one)}(?![a-z0-9])", plain)
        for one in _said(finding)
    )


def _places(finding: Finding) -> list[Place]:
    return [place for place in (finding.location, *finding.related) if place is not None]


def _owners_of(report: Checked, key: str) -> dict[tuple[str, str | None], set[str]]:
    """The hosts or arrays that each file was taken from."""
    hosts = {str(one[key]) for finding in report.findings for one in finding.objects if one.get(key)}
    found: dict[tuple[str, str | None], set[str]] = {}
    for file in report.files:
        if file.owner in hosts:
            found.setdefault((file.path, file.member), set()).add(file.owner)
    return found


@pytest.fixture(scope="module", params=sample(NAMES, 3))
def name(request: pytest.FixtureRequest) -> str:
    """Some scenarios in turn: tests of one follow each other, so that its report is made once."""
    return str(request.param)


def test_every_finding_has_a_place_and_each_of_its_lines_shows_a_fact(name: str) -> None:
    wrong = []
    for finding in _report(name).findings:
        assert finding.location is not None or finding.location_unknown, finding.message
        for number, place in enumerate(_places(finding)):
            lines = _lines(place.file, place.member)
            assert 1 <= place.line <= len(lines), f"{finding.rule} {place}"
            exempt = finding.rule in NO_LINE or (number > 0 and finding.rule in NO_RELATED_LINE)
            if not exempt and not _shows(lines[place.line - 1], finding):
                wrong.append(f"{finding.rule} {finding.message}: {place.file}:{place.line} {lines[place.line - 1]}")
    assert wrong == []


@pytest.mark.parametrize("key", ["host", "storage_array"])
def test_no_place_is_in_the_export_of_another_machine(name: str, key: str) -> None:
    report = _report(name)
    owners = _owners_of(report, key)
    for finding in report.findings:
        named = {str(one.get(key)) for one in finding.objects} - {"None"}
        for place in _places(finding):
            others = owners.get((place.file, place.member), set())
            assert not named or not others or named & others or any(one in finding.message for one in others), (
                f"{finding.rule} {finding.message}\n{place}"
            )


BLOCK = """\
/sys/block/sda/device/model:XtremApp
/sys/block/sda/device/wwid:naa.514f0c5000000001
/sys/block/sda/queue/nr_requests:128
/sys/block/sda/queue/rotational:0
/sys/block/sda/queue/scheduler:noop deadline [cfq]
/sys/block/sdb/device/model:XtremApp
/sys/block/sdb/device/wwid:naa.514f0c5000000002
/sys/block/sdb/queue/nr_requests:1024
/sys/block/sdb/queue/rotational:0
/sys/block/sdb/queue/scheduler:[noop] deadline cfq
"""


def _check(folder: Path) -> Checked:
    return audit([str(folder)], Options(isolated=True, as_of=AS_OF, jobs=1))


def test_a_setting_is_found_at_its_own_line_in_an_archive(tmp_path: Path) -> None:
    folder = tmp_path / "lin01"
    folder.mkdir()
    (folder / "block.txt").write_text(BLOCK)
    with tarfile.open(tmp_path / "lin01.tar.gz", "w:gz") as archive:
        archive.add(folder, "lin01")
    (folder / "block.txt").unlink()
    folder.rmdir()
    (finding,) = [one for one in _check(tmp_path).findings if one.rule == "HOST001"]
    assert finding.location is not None
    assert (Path(finding.location.file).name, finding.location.member) == ("lin01.tar.gz", "lin01/block.txt")
    assert finding.location.line == 5


def test_the_demonstration_points_at_the_setting_and_the_state() -> None:
    lines = {}
    for finding in _report("demo").findings:
        if finding.location is not None:
            text = _lines(finding.location.file, finding.location.member)[finding.location.line - 1].strip()
            lines.setdefault(finding.rule, text)
    assert lines["HOST001"] == "/sys/block/dm-2/queue/scheduler:noop anticipatory deadline [cfq]"
    assert lines["NMP002"] == "Path Selection Policy: VMW_PSP_FIXED"
    assert lines["PTH014"] == "State: dead"
    assert lines["NMP009"].startswith("Path Selection Policy Device Config: {policy=rr,iops=1000,")
    assert lines["XFR002"].split() == ["transfer-size", "16M"]


def test_the_folder_of_fixtures_is_what_is_tested() -> None:
    assert len(NAMES) > 15
    assert all((folders.FIXTURES / name).is_dir() for name in NAMES)


HOST_GROUPS = """\
PORT   GID  GROUP_NAME                       Serial# HMD            HMO_BITs
CL1-A    0  1A-G00                            312345 LINUX/IRIX
CL1-A    1  esx-prod                          312345 VMWARE
CL1-A    2  lin-prod                          312345 LINUX/IRIX
"""


def test_a_setting_of_one_host_group_is_not_located_at_the_others(tmp_path: Path) -> None:
    (tmp_path / "raidcom_get_host_grp.txt").write_text(HOST_GROUPS)
    (finding,) = [one for one in _check(tmp_path).findings if one.rule == "ARR022"]
    assert [place.line for place in _places(finding)] == [3]


ZONES = """\
sw1:admin> cfgshow
Defined configuration:
 cfg:	cfg_a	z_db01; z_new
 zone:	z_db01	c0:50:76:00:00:00:00:10; 50:06:01:60:3b:a0:12:34
 zone:	z_new	46:06:01:69:3e:e0:41:ab; 50:06:01:60:3b:a0:12:34

Effective configuration:
 cfg:	cfg_a
 zone:	z_db01	c0:50:76:00:00:00:00:10
		50:06:01:60:3b:a0:12:34
"""
PATHS = """\
[root@ora08 ~]# multipathd show paths
hcil    dev dev_t pri dm_st  chk_st dev_st  next_check
2:0:0:1 sdb 8:16  50  active ready  running XXXXXXXX.. 16/20
"""


def test_findings_about_lists_and_rows_without_identity_have_places(tmp_path: Path) -> None:
    (tmp_path / "cfgshow.txt").write_text(ZONES)
    (tmp_path / "paths.txt").write_text(PATHS)
    lines = {
        finding.rule: _lines(place.file, None)[place.line - 1].split()[:3]
        for finding in _check(tmp_path).findings
        for place in _places(finding)[:1]
    }
    assert lines["ZON008"] in (["cfg:", "cfg_a", "z_db01;"], ["zone:", "z_new", "46:06:01:69:3e:e0:41:ab;"])
    assert lines["ZON024"][1] == "z_db01"
    assert lines["DOC002"][1] == "z_new"
    assert lines["DOC013"][0] == "2:0:0:1"


SWITCHSHOW = """\
switchName:     sw-up
switchType:     162.0
switchState:    Online
switchRole:     Principal
switchDomain:   6
switchId:       fffc06
switchWwn:      10:00:88:94:71:aa:00:06
zoning:         OFF

Index Port Address  Media  Speed   State           Proto
==================================================
   0   0   060000   id    N32     Online      FC  F-Port  52:4a:93:71:00:00:06:00
   1   1   060100   id    N32     Online      FC  F-Port  52:4a:93:71:00:00:06:01
"""
PORTERRSHOW = """\
          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy  c3timeout    pcs    uncor
       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                   tx    rx     err    err
  0:   12.3m   4.0m   0      0      0      0      0      0      0      0      0      1      1      0      0      0      0      0      0
  1:  104.0m   8.8m   0    247    247      0      0      0      0      0      0      1      1      0      0      0      0      0      0
"""


def test_the_row_of_a_counter_comes_before_the_row_of_its_port(tmp_path: Path) -> None:
    """In a row of a table, only the heading names the numbers."""
    (tmp_path / "sw-up").mkdir()
    (tmp_path / "sw-up" / "switchshow.txt").write_text(SWITCHSHOW)
    (tmp_path / "sw-up" / "porterrshow.txt").write_text(PORTERRSHOW)
    report = _check(tmp_path)
    (finding,) = [one for one in report.findings if one.rule == "PRT001"]
    assert [(Path(place.file).name, place.line) for place in _places(finding)] == [
        ("porterrshow.txt", 4),
        ("switchshow.txt", 13),
    ]


def test_a_part_is_found_by_its_own_name_and_not_by_that_of_another_part_in_the_same_state(tmp_path: Path) -> None:
    (tmp_path / "getcrus.txt").write_text(
        "DPE7 Bus 0 Enclosure 0\n"
        "SP A State:                     Present\n"
        "SP B State:                     Faulted\n"
        "Bus 0 Enclosure 0 Power A State: Present\n"
        "Bus 0 Enclosure 0 Power B State: Faulted\n"
    )
    found = {
        place.line: finding.message
        for finding in _check(tmp_path).findings
        for place in _places(finding)
        if finding.rule == "DIR014"
    }
    assert {line: message.split(" on ")[1].split(";")[0] for line, message in found.items()} == {
        3: "SP B",
        5: "power supply Bus 0 Enclosure 0 Power B",
    }


def test_a_value_that_a_setting_of_the_host_gives_to_its_disks_is_shown_at_the_setting(tmp_path: Path) -> None:
    (tmp_path / "win9").mkdir()
    (tmp_path / "win9" / "reg.txt").write_text(
        "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\Disk\n"
        "    Start    REG_DWORD    0x0\n    TimeOutValue    REG_DWORD    0x1e\n    Type    REG_DWORD    0x1\n"
    )
    (tmp_path / "win9" / "mpclaim.txt").write_text(
        "MPIO Disk3: 01 Paths, Round Robin with Subset, Symmetric Access\n    Controlling DSM: Microsoft DSM\n"
        "    SN: 60001440000000103000000000000091\n    Supported Load Balance Policies: FOO RR RRWS LQD WP LB\n\n"
        "    Path ID          State              SCSI Address      Weight\n"
        "    ---------------------------------------------------------------------------\n"
        "    0000000077040000 Active/Optimized   004|000|000|007   0\n"
        "        TPG_State: Active/Optimized  , TPG_Id: 1, TP_Id: 1\n"
    )
    (finding,) = [one for one in _check(tmp_path).findings if one.rule == "HOST020"]
    assert finding.location is not None
    assert (Path(finding.location.file).name, finding.location.line) == ("reg.txt", 3)


def test_a_policy_that_a_configuration_does_not_contain_is_not_shown_at_another_setting(tmp_path: Path) -> None:
    text = (
        "mds9# show running-config\n\n!Command: show running-config\n!Time: Tue Mar  5 08:30:15 2024\n\nversion 9.4(1)\n"
        'feature npiv\nswitchname mds9\nsystem default switchport trunk mode off\nvsan database\n  vsan 10 name "A"\n'
    )
    (tmp_path / "mds9.txt").write_text(text)
    (finding,) = [one for one in _check(tmp_path).findings if one.rule == "PRT013"]
    assert [text.split("\n")[place.line - 1] for place in _places(finding)] == ["switchname mds9"]
