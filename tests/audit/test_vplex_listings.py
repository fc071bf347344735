"""What listings of a VPLEX prove by what they do not contain, and the lines at which its faults are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session
from checker.rules.evaluate.finding import Finding

VIEW = """\
VPlexcli:/> ll /clusters/*/exports/storage-views/*

/clusters/cluster-1/exports/storage-views/sv_old:
Name                      Value
------------------------  -----------------------------------
controller-tag            -
initiators                {initiators}
operational-status        stopped
port-name-enabled-status  [P0000000046E0A101-A0-FC00,true,ok]
ports                     [P0000000046E0A101-A0-FC00]
virtual-volumes           {volumes}
"""
ONE_VOLUME = "[(0,vol_a,VPD83T3:6000144000000010a0a1b20000000001,500G), ... (14 total)]"


def run(folder: Path, text: str, *rules: str) -> tuple[list[Finding], set[str]]:
    """Return the findings of these rules, and those that could not be evaluated."""
    (folder / "vplex1.txt").write_text(text)
    with Session.open([str(folder)], Options(isolated=True, select=rules, jobs=1)) as san:
        report = san.check()
    return list(report.findings), {rule.rule for rule in report.rules if rule.not_evaluated}


@pytest.mark.parametrize(
    ("initiators", "volumes", "parts"),
    [("[]", "[]", "initiators and volumes"), ("[esx01_a]", "[]", "volumes"), ("[esx01_a]", ONE_VOLUME, None)],
)
def test_a_view_whose_lists_are_empty(tmp_path: Path, initiators: str, volumes: str, parts: str | None) -> None:
    findings, unknown = run(tmp_path, VIEW.format(initiators=initiators, volumes=volumes), "DIR010")
    assert [finding.message for finding in findings] == (
        [f"Storage view sv_old of cluster-1 is missing {parts}"] if parts else []
    )
    assert not unknown


def test_a_view_whose_list_of_volumes_is_cut(tmp_path: Path) -> None:
    findings, unknown = run(tmp_path, VIEW.format(initiators="[esx01_a]", volumes="[(0,vol_a"), "DIR010")
    assert not findings
    assert unknown == {"DIR010"}


SYSTEM_VOLUMES = """\
VPlexcli:/> ll /distributed-storage/distributed-devices

/distributed-storage/distributed-devices:
Name  Status   Operational  Health  Auto    Rule Set Name       Transfer
----  -------  Status       State   Resume  ------------------  Size
----  -------  -----------  ------  ------  ------------------  --------
dd_a  running  ok           ok      true    cluster-1-detaches  128K

VPlexcli:/> ll /distributed-storage/distributed-devices/*/distributed-device-components

/distributed-storage/distributed-devices/dd_a/distributed-device-components:
Name    Cluster    Component  Fetch  Geometry  Health  Operational  Rebuild  Rebuild
------  ---------  Index      High   --------  State   Status       Eta      Status
------  ---------  ---------  -----  --------  ------  -----------  -------  -------
leg_a1  cluster-1  0          true   raid-0    ok      ok           -        done
leg_a2  cluster-2  1          false  raid-0    ok      ok           -        done

VPlexcli:/> ll /clusters/*/system-volumes

/clusters/cluster-1/system-volumes:
Name        Volume Type     Operational  Health  Active  Ready  Geometry  Component  Block     Block  Capacity  Slots
----------  --------------  Status       State   ------  -----  --------  Count      Count     Size   --------  -----
----------  --------------  -----------  ------  ------  -----  --------  ---------  --------  -----  --------  -----
logging_c1  logging-volume  ok           ok      -       -      raid-1    2          2621440   4K     10G       -
meta_c1     meta-volume     ok           ok      true    true   raid-1    2          20446976  4K     78G       64000
"""
LOGGING = next(line for line in SYSTEM_VOLUMES.splitlines(keepends=True) if line.startswith("logging_c1"))


def test_a_cluster_whose_list_of_system_volumes_has_no_logging_volume(tmp_path: Path) -> None:
    findings, _ = run(tmp_path, SYSTEM_VOLUMES.replace(LOGGING, ""), "XFR009")
    assert [finding.message for finding in findings] == [
        "cluster-1 of vplex1 has distributed devices (1) but no logging volume"
    ]


def test_a_cluster_with_a_logging_volume_in_its_list(tmp_path: Path) -> None:
    assert not run(tmp_path, SYSTEM_VOLUMES, "XFR009")[0]


def test_a_list_of_system_volumes_that_a_filter_shortened_proves_nothing(tmp_path: Path) -> None:
    text = SYSTEM_VOLUMES.replace(LOGGING, "").replace("system-volumes\n\n", "system-volumes | grep -v logging\n\n")
    assert not run(tmp_path, text, "XFR009")[0]


WITNESS = """\
VPlexcli:/> health-check
Product Version: 6.1.0.01.00.13
Product Type: Metro

VPlexcli:/> ll /cluster-witness/**

/cluster-witness:
Attributes:
Name                Value
------------------  -----------
admin-state         enabled
private-ip-address  192.0.2.3
public-ip-address   192.0.2.40

/cluster-witness/components:
Name       ID  Admin State  Operational State    Mgmt Connectivity
---------  --  -----------  -------------------  -----------------
cluster-1  1   enabled      in-contact           ok
cluster-2  2   enabled      in-contact           ok
server     -   enabled      clusters-in-contact  ok
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("admin-state         enabled", "admin-state         disabled"),
        (
            "cluster-1  1   enabled      in-contact           ok",
            "cluster-1  1   enabled      -                    failed",
        ),
        (
            "cluster-2  2   enabled      in-contact           ok",
            "cluster-2  2   disabled     isolated             failed",
        ),
    ],
)
def test_the_line_of_the_part_of_the_witness_that_is_at_fault(tmp_path: Path, old: str, new: str) -> None:
    text = WITNESS.replace(old, new)
    ((finding,), _) = run(tmp_path, text, "MET003")
    assert finding.location is not None
    assert text.splitlines()[finding.location.line - 1] == new
    assert new.rsplit(maxsplit=1)[-1] in finding.message


DIRECTORS = """\
VPlexcli:/> ll /engines/*/directors

/engines/engine-1-1/directors:
Name            Director ID         Cluster  Commissioned  Operational  Communication
--------------  ------------------  ID       ------------  Status       Status
--------------  ------------------  -------  ------------  -----------  -------------
director-1-1-A  0x0000000047202101  1        true          ok           ok
director-1-1-B  0x0000000047302101  1        true          ok           ok
"""


@pytest.mark.parametrize("rule", ["BE002", "BE003"])
def test_directors_without_any_listed_back_end_path_are_not_evaluated(tmp_path: Path, rule: str) -> None:
    assert run(tmp_path, DIRECTORS, rule) == ([], {rule})


PORTS = """\
VPlexcli:/> health-check
Product Version: 5.5.0.00.00.11
Product Type: Local
Hardware Type: VS2

VPlexcli:/> ll /engines/*/directors/*/hardware/ports

/engines/engine-1-1/directors/director-1-1-A/hardware/ports:
Name     Address             Role       Port Status
-------  ------------------  ---------  -----------
A0-FC00  0x{wwpn}  front-end  up
"""


@pytest.mark.parametrize(("wwpn", "found"), [("5000144280202100", []), ("5000144290202100", ["DOC008"])])
def test_ports_of_the_newer_vs2_directors_show_their_letter(tmp_path: Path, wwpn: str, found: list[str]) -> None:
    assert [finding.rule for finding in run(tmp_path, PORTS.format(wwpn=wwpn), "DOC008")[0]] == found
