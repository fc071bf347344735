"""The iSCSI names of hosts, and those in the initiator groups of arrays, are the same facts whatever exports state them."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read, sample


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("linux-initiatorname.txt", ["iqn.1994-05.com.example:lin01"]),
        ("linux-iscsiadm-iface.txt", ["iqn.1994-05.com.redhat:db01"]),
        ("linux-iscsiadm-session.txt", ["iqn.1994-05.com.example:lin01"]),
        ("esxi-iscsi-adapter-list.txt", ["iqn.1998-01.com.example:esx01-1a2b3c4d"]),
        ("esxi-iscsi-adapter-list-formatted.csv", ["iqn.1998-01.com.example:esx01-1a2b3c4d"]),
        ("windows-get-initiatorport.2.json", ["iqn.1991-05.com.microsoft:hv02"]),
        # A table truncates it.
        ("windows-get-initiatorport.txt", []),
    ],
)
def test_iscsi_names_of_hosts(file: str, names: list[str]) -> None:
    text = sample(file)
    result = read(best_reader(text), text, owner="h1")
    assert [row["initiator_name"] for row in result.observations.rows("iscsi_initiator")] == names
    assert result.unread_lines == 0


@pytest.mark.parametrize(
    ("file", "members"),
    [
        ("netapp-igroup-show.txt", [("svm1:lin51", "iqn.1994-05.com.redhat:1")]),
        ("netapp-igroup-show.table.txt", [("svm1:esx52", "iqn.1998-01.com.vmware:esx52")]),
        ("netapp-rest.igroup.json", [("svm1:esx51", "iqn.1998-01.com.vmware:esx51")]),
        ("pure-rest.host.json", [("lin31", "iqn.1994-05.com.redhat:1")]),
        ("pure-purehost.txt", [("web65", "iqn.1994-05.com.redhat:web65")]),
    ],
)
def test_iscsi_names_in_initiator_groups(file: str, members: list[tuple[str, str]]) -> None:
    text = sample(file)
    rows = read(best_reader(text), text, owner="a1").observations.rows("mask_iscsi")
    assert [(row["view"], row["initiator_name"]) for row in rows] == members


IGROUP = """\
cl1::> lun igroup show -instance
          Vserver Name: svm1
           Igroup Name: web01
              Protocol: iscsi
               OS Type: {system}
Portset Binding Igroup: -
                  ALUA: true
            Initiators: iqn.1994-05.com.example:Web01 (logged in)
"""


@pytest.mark.parametrize(("system", "found"), [("windows", ["ARR021"]), ("linux", [])])
def test_the_system_of_an_iscsi_group_is_compared_with_its_host(tmp_path: Path, system: str, found: list[str]) -> None:
    for name, text in {
        "cl1/igroup.txt": IGROUP.format(system=system),
        "web01/initiatorname.iscsi": "InitiatorName=iqn.1994-05.com.example:web01\n",
    }.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    report = audit([str(tmp_path)], Options(select=("ARR021",)))
    assert [finding.rule for finding in report.findings] == found
    assert all(finding.location and finding.location.line == 5 for finding in report.findings)
