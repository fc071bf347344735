"""Commands that name some objects: what they do not list may exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers import registry
from tests.support import model_of

OPTIONS = Options(isolated=True)
A, B = "3600601601234567890abcdef01234501", "3600601601234567890abcdef01234502"
MAP = """\
{name} ({wwid}) dm-{nth} DGC,VRAID
size=10G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 1:0:0:{nth} sd{nth}a 8:1{nth} active ready running
  `- 2:0:0:{nth} sd{nth}b 8:3{nth} active ready running
"""
ALL, ONE, PART = (False, False), (True, False), (False, True)


@pytest.mark.parametrize(
    ("format_name", "command", "expected"),
    [
        ("linux-multipath-topology", "multipath -ll", ALL),
        ("linux-multipath-topology", "multipath -v2 -ll", ALL),
        ("linux-multipath-topology", "multipath -ll -v 2", ALL),
        ("linux-multipath-topology", "multipath -ll 2>/dev/null", ALL),
        ("linux-multipath-topology", "for d in $(ls /dev/mapper); do multipath -ll $d; done", ALL),
        ("linux-multipath-topology", "sudo multipath -ll mpathb", ONE),
        ("linux-multipath-topology", "multipath -v2 -l -v 3 /dev/sdc", ONE),
        ("esxi-core-path-list", "esxcli storage core path list", ALL),
        ("esxi-core-path-list", "esxcli storage core path list -d $disk", ALL),
        ("esxi-core-path-list", "esxcli storage core path list -d naa.1", ONE),
        ("esxi-core-path-list", "esxcli storage core path list --device=naa.1", ONE),
        ("esxi-core-path-list", 'esxcli storage core path list -p "fc.1-fc.2-naa.1"', PART),
        ("esxi-nmp-path-list", "esxcli storage nmp path list --device naa.1", ONE),
        ("powerpath-display-dev", "powermt display dev=all", ALL),
        ("powerpath-display-dev", "powermt display dev=emcpowera", ONE),
        ("powerpath-display-dev", "powermt display dev=all class=vnx", ONE),
        ("aix-lspath", "lspath", ALL),
        ("aix-lspath", "lspath -F 'name parent status'", ALL),
        ("aix-lspath", "lspath -l hdisk4", ONE),
        ("aix-lspath", "lspath -p fscsi0", PART),
        ("aix-lspath", "lspath -s failed", PART),
        ("windows-mpclaim", "mpclaim -s -d", ALL),
        ("windows-mpclaim", "mpclaim -s -d 3", ONE),
        ("veritas-list-dmpnode", "vxdmpadm list dmpnode all", ALL),
        ("veritas-list-dmpnode", "vxdmpadm list dmpnode dmpnodename=emc0_1", ONE),
        ("veritas-getsubpaths", "vxdmpadm getsubpaths ctlr=c3", PART),
        ("nxos-show-zone", "show zone vsan 10", ALL),
        ("nxos-show-zone-active", "show zone name db01 active vsan 10", ONE),
        ("nxos-show-zone-active", "show zone member pwwn 21:00:00:24:ff:00:00:01 active", ONE),
        ("nxos-show-zoneset", "show zoneset name zs1 vsan 10", ONE),
        ("nxos-show-zoneset-active", "show zoneset name zs1 active vsan 10", ALL),
        ("brocade-cfgshow", "cfgshow", ALL),
        ("brocade-cfgshow", 'zoneshow "*"', ALL),
        ("brocade-cfgshow", "zoneshow db01_a", ONE),
        ("brocade-cfgshow", 'zoneshow --ic "db01*"', ONE),
    ],
)
def test_arguments(format_name: str, command: str, expected: tuple[bool, bool]) -> None:
    reader = registry.reader_named(format_name)
    assert (reader.limits_objects(command), reader.limits_parts(command)) == expected


def _capture(date: str, command: str, *maps: tuple[int, str, str]) -> str:
    text = "".join(MAP.format(nth=nth, name=name, wwid=wwid) for nth, name, wwid in maps)
    return f"[root@db07 ~]# date\n{date}\n[root@db07 ~]# {command}\n{text}[root@db07 ~]#\n"


@pytest.mark.parametrize(("command", "left"), [("multipath -ll mpathb", {A, B}), ("multipath -ll", {B})])
def test_a_later_capture_of_one_map_does_not_replace_that_of_all(tmp_path: Path, command: str, left: set[str]) -> None:
    first, second = (1, "mpatha", A), (2, "mpathb", B)
    (tmp_path / "monday.log").write_text(_capture("Mon Nov 23 10:00:00 UTC 2026", "multipath -ll", first, second))
    (tmp_path / "tuesday.log").write_text(_capture("Tue Nov 24 10:00:00 UTC 2026", command, second))
    paths = model_of([str(tmp_path)], OPTIONS).rows["path"]
    assert {row["device"] for row in paths} == {f"naa.{one[1:]}" for one in left}


ZONES = """mds-a1# show clock
10:00:00.000 UTC Tue Nov 24 2026
mds-a1# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            10      0x6a0001     21:00:00:24:ff:11:00:01 20:00:00:24:ff:11:00:01
fc1/2            10      0x6a0002     21:00:00:24:ff:11:00:02 20:00:00:24:ff:11:00:02
fc1/3            10      0x6a0003     50:00:09:73:00:12:34:01 50:00:09:73:00:12:34:00

Total number of flogi = 3.
mds-a1# {command}
zone name db01_a vsan 10
* fcid 0x6a0001 [pwwn 21:00:00:24:ff:11:00:01]
* fcid 0x6a0003 [pwwn 50:00:09:73:00:12:34:01]
mds-a1#
"""
HOST = """hosts:
  db02:
    platform: linux
    initiators:
      host1: {initiator_wwpn: "21:00:00:24:ff:11:00:02"}
"""


@pytest.mark.parametrize(
    ("command", "found"), [("show zone active vsan 10", 1), ("show zone name db01_a active vsan 10", 0)]
)
def test_zones_that_the_command_did_not_name_may_contain_a_port(tmp_path: Path, command: str, found: int) -> None:
    (tmp_path / "mds-a1.log").write_text(ZONES.format(command=command))
    (tmp_path / "hosts.yaml").write_text("sanlint: 1\nobserved: true\n" + HOST)
    report = audit([str(tmp_path)], OPTIONS)
    assert [finding.rule for finding in report.findings].count("ZON028") == found
