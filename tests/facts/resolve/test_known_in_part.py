"""Logins and zones that are known in part prove nothing about the others; a filtered capture replaces none."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.toolkit.base import Capture
from tests.support import model_of

OPTIONS = Options(isolated=True, select=("ZON", "DOC013"))
MEMBERS = """sw1:admin> fabricshow
Switch ID   Worldwide Name           Enet IP Addr    FC IP Addr      Name
-------------------------------------------------------------------------
  1: fffc01 10:00:00:05:1e:aa:00:01 10.0.0.1        0.0.0.0        >"sw1"

The Fabric has 1 switches
"""
ZONES = """sw1:admin> cfgshow
Defined configuration:
 cfg:   cfg1    z1
 zone:  z1      10:00:00:00:c9:aa:00:01; 10:00:00:00:c9:aa:00:11

Effective configuration:
 cfg:   cfg1
 zone:  z1      10:00:00:00:c9:aa:00:01
                10:00:00:00:c9:aa:00:11

"""
SWITCHSHOW = """sw1:admin> switchshow
switchName:     sw1
switchType:     109.1
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   1
switchId:       fffc01
switchWwn:      10:00:00:05:1e:aa:00:01
zoning:         ON (cfg1)
switchBeacon:   OFF

Index Port Address Media Speed       State   Proto
==================================================
   2   2   010200   id    16G       Online      FC  F-Port  10:00:00:00:c9:aa:00:01
"""
SEVERAL = "   3   3   010300   id    16G       Online      FC  F-Port  1 N Port + 2 NPIV public\n"
TRUNKED = """\
   4   4   010400   id    16G       Online      FC  F-Port  10:00:00:00:c9:aa:00:04 (Trunk master)
   5   5   010500   id    16G       Online      FC  F-Port  (Trunk port, master is Port 4 )
"""
NAMED = """sw1:admin> nsshow
{
 Type Pid    COS     PortName                NodeName                 TTL(sec)
 N    010200;      3;10:00:00:00:c9:aa:00:01;20:00:00:00:c9:aa:00:01; na
    Port Index: 2
 N    010301;      3;10:00:00:00:c9:aa:00:03;20:00:00:00:c9:aa:00:03; na
    Port Index: 3
The Local Name Server has 2 entries }
"""
PORTSHOW = """sw1:admin> portshow 2
portIndex:   2
portName: port2
portHealth: HEALTHY
portType:  24.0
portState: 1    Online
Protocol: FC
portPhys:  6    In_Sync         portScn:   32   F_Port
portId:    010200
portIfId:    43020009
portWwn:   20:02:00:05:1e:aa:00:01
portWwn of device(s) connected:
        10:00:00:00:c9:aa:00:01
Distance:  normal
portSpeed: N16Gbps
"""
PORTLOGINSHOW = """sw1:admin> portloginshow 2
Type  PID     World Wide Name        credit df_sz cos
=====================================================
  fe  010200  10:00:00:00:c9:aa:00:01    16  2048   c  scr=0x3
"""
FLOGI = """\
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
"""
FIRST = "fc1/3            10    0x0a0001  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01\n"
SECOND = "fc1/4            10    0x0a0002  10:00:00:00:c9:aa:00:02 20:00:00:00:c9:aa:00:02\n"


def absent(folder: Path, *texts: str) -> list[str]:
    """What is said about members that are not logged in."""
    (folder / "sw1.txt").write_text("".join([MEMBERS, ZONES, *texts]))
    return [one.message for one in audit([str(folder)], OPTIONS).findings if one.rule == "ZON009"]


@pytest.mark.parametrize("known", [SWITCHSHOW, SWITCHSHOW + TRUNKED, SWITCHSHOW + SEVERAL + NAMED])
def test_every_login_is_named(tmp_path: Path, known: str) -> None:
    [message] = absent(tmp_path, known)
    assert ": 10:00:00:00:c9:aa:00:11 is not logged in" in message


@pytest.mark.parametrize("known", [SWITCHSHOW + SEVERAL, PORTSHOW, PORTLOGINSHOW, PORTSHOW + PORTLOGINSHOW])
def test_some_logins_are_not_named(tmp_path: Path, known: str) -> None:
    assert absent(tmp_path, known) == []


def logins(folder: Path, *texts: str) -> dict[object, object]:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts, 1):
        when = f"# sanlint: host=mds1 captured_at=2026-03-{number:02}T08:00:00Z\n"
        (folder / f"{number}.txt").write_text(when + text)
    return {row["wwpn"]: row.get("local") for row in model_of([str(folder)], OPTIONS).rows["login"]}


def test_a_filtered_list_replaces_no_whole_one(tmp_path: Path) -> None:
    whole = f"mds1# show flogi database\n{FLOGI}{FIRST}{SECOND}\nTotal number of flogi = 2.\n"
    for number, later in enumerate((f"| begin INTER\n{FLOGI}{FIRST}", f"| inc fc1/3\n{FIRST}")):
        found = logins(tmp_path / str(number), whole, f"mds1# show flogi database {later}")
        assert list(found.values()) == [True, True]
    newer = f"mds1# show flogi database\n{FLOGI}{FIRST}\nTotal number of flogi = 1.\n"
    assert list(logins(tmp_path / "whole", whole, newer)) == ["10000000c9aa0001"]


@pytest.mark.parametrize(
    ("arguments", "local"),
    [("", True), (" vsan 10", True), (" | no-more", True), (" interface fc1/3", None), (" | grep fc1/3", None)],
)
def test_a_partially_requested_list(tmp_path: Path, arguments: str, local: bool | None) -> None:
    found = logins(tmp_path, f"mds1# show flogi database{arguments}\n{FLOGI}{FIRST}")
    assert found == {"10000000c9aa0001": local}


@pytest.mark.parametrize(
    ("arguments", "local"), [("", False), (" vsan 10", False), (" local", True), (" fcid 0x0a0001 vsan 10", None)]
)
def test_a_partially_requested_name_server(tmp_path: Path, arguments: str, local: bool | None) -> None:
    table = (
        "VSAN 10:\nFCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE\n"
        "0x0a0001    N     10:00:00:00:c9:aa:00:01 (Emulex)        scsi-fcp:init\n"
    )
    assert logins(tmp_path, f"mds1# show fcns database{arguments}\n{table}") == {"10000000c9aa0001": local}


def test_rows_that_a_filter_left(tmp_path: Path) -> None:
    text = (
        f"mds1# show flogi database | inc fc1/3\n{FIRST}"
        "mds1# show npv flogi-table | inc aa:00:05\n"
        "vfc711    10   0x0a0005 10:00:00:00:c9:aa:00:05 20:00:00:00:c9:aa:00:05 fc2/1\n"
        "mds1# show fcns database vsan 10 | inc aa:00:06\n"
        "0x0a0006    N     10:00:00:00:c9:aa:00:06 (Emulex)        scsi-fcp:init\n"
    )
    assert logins(tmp_path, text) == {
        "10000000c9aa0001": None,
        "10000000c9aa0005": None,
        "10000000c9aa0006": None,
    }
    found = audit([str(tmp_path)], OPTIONS).findings
    assert [one.severity for one in found if one.rule == "DOC013"] == ["info"] * 3


@pytest.mark.parametrize(
    ("command", "filtered"),
    [
        ("cfgshow | grep zone:", True),
        ("show flogi database|inc fc1", True),
        ("show interface brief | i up | count", True),
        ("esxcli storage core path list | head -50", True),
        ("Get-Disk | Where-Object BusType -eq FC | Format-List *", True),
        ("for d in $(ls /dev/disks | grep -v :); do echo $d; done", False),
        ("for d in `ls /dev/disks | grep -v :`; do echo $d; done", False),
        ("show interface brief | no-more", False),
        ("show zoneset active | json-pretty", False),
        ("switchshow | more", False),
        ("Get-Disk | Format-List *", False),
        ("zoneshow", False),
    ],
)
def test_commands_with_a_filter(command: str, filtered: bool) -> None:
    assert Capture(text="", command=command).filtered is filtered


BOTH = """sw1:admin> nsshow
{
 Type Pid    COS     PortName                NodeName                 TTL(sec)
 N    010200;      3;10:00:00:00:c9:aa:00:01;20:00:00:00:c9:aa:00:01; na
    Port Index: 2
    Device type: Physical Initiator
 N    010300;      3;50:00:09:75:00:aa:00:01;50:00:09:75:00:aa:00:01; na
    Port Index: 3
    Device type: Physical Target
The Local Name Server has 2 entries }
"""
FCNS = """mds1# show fcns database
VSAN 10:
--------------------------------------------------------------------------
FCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE
--------------------------------------------------------------------------
0x0a0001    N     10:00:00:00:c9:aa:00:01 (Emulex)        scsi-fcp:init
0x0a0002    N     50:00:09:75:00:aa:00:01 (EMC)           scsi-fcp:target

Total number of entries = 2
"""
ONE_MEMBER = "zone name z1 vsan 10\n  * fcid 0x0a0001 [pwwn 10:00:00:00:c9:aa:00:01]\n"


def lonely(folder: Path, text: str) -> list[object]:
    folder.mkdir(exist_ok=True)
    (folder / "a.txt").write_text(text)
    return [one.rule for one in audit([str(folder)], OPTIONS).findings if one.rule == "ZON010"]


@pytest.mark.parametrize(
    ("command", "zones"),
    [
        ("cfgshow | grep -e zone: -e conf", "Effective configuration:\n zone:  z1      10:00:00:00:c9:aa:00:01\n"),
        ("cfgactvshow | grep zone:", " zone:  z1      10:00:00:00:c9:aa:00:01\n"),
        ("zoneshow | grep zone:", " zone:  z1      a; b\n zone:  z1      10:00:00:00:c9:aa:00:01\n"),
        ("zoneshow | grep zone:", " zone:  z1      10:00:00:00:c9:aa:00:01;\n"),
    ],
)
def test_zones_with_filtered_members(tmp_path: Path, command: str, zones: str) -> None:
    assert lonely(tmp_path, f"{MEMBERS}{BOTH}sw1:admin> {command}\n{zones}") == []


def test_a_zone_with_one_member(tmp_path: Path) -> None:
    zones = "Effective configuration:\n cfg:   c1\n zone:  z1      10:00:00:00:c9:aa:00:01\n"
    assert lonely(tmp_path / "a", f"{MEMBERS}{BOTH}sw1:admin> cfgactvshow\n{zones}") == ["ZON010"]
    assert lonely(tmp_path / "b", f"{FCNS}mds1# show zone active\n{ONE_MEMBER}") == ["ZON010"]
    # What a filter omitted is unknown, even where this one shows whole zones.
    assert lonely(tmp_path / "c", f"{FCNS}mds1# show zone active | begin z1\n{ONE_MEMBER}") == []
    assert lonely(tmp_path / "d", f"{FCNS}mds1# show zone active | inc c9:aa|name\n{ONE_MEMBER}") == []
    sets = "zoneset name zs1 vsan 10\n  zone name z1 vsan 10\n  zone name z2 vsan 10\n"
    assert lonely(tmp_path / "e", f"{FCNS}mds1# show zoneset active | inc zone\n{sets}") == []
