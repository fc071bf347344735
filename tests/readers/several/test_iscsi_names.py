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
        ("netapp-7mode.txt", [("web_hosts", "iqn.1994-05.com.redhat:web93")]),
        ("3par-showhost.txt", [("web73", "iqn.1994-05.com.redhat:web73")]),
        ("3par-showvlun.csv", [("web73", "iqn.1994-05.com.redhat:web73")]),
        ("3par-wsapi.host.json", [("web73", "iqn.1994-05.com.redhat:web73")]),
        ("clariion-getall.txt", [("SG_esx01", "iqn.1998-01.com.vmware:esx01-1a2b3c4d")]),
        ("clariion-storagegroup-list.txt", [("SG_esx01", "iqn.1998-01.com.vmware:esx01-1a2b3c4d")]),
        ("compellent-rest.mappings.json", [("lin01", "iqn.1993-08.org.debian:01:aa")]),
        # Of an initiator without a host, this list doesn't say what it is mapped to.
        ("dothill-initiators.txt", []),
        (
            "dothill-json.maps.json",
            [("db01.*", "iqn.2004-10.com.example:db01"), ("cluster1.*.*", "iqn.2004-10.com.example:db01")],
        ),
        (
            "eseries-rest.host.json",
            [
                ("84000000600A098000000000000000A1", "iqn.2004-10.com.example:db01"),
                ("85000000600A098000000000000000B1", "iqn.2004-10.com.example:db01"),
            ],
        ),
        (
            "hitachi-raidcom-hba-iscsi.txt",
            [("CL5-A-1", "iqn.1994-05.com.example:web33"), ("CL5-A-2", "iqn.1998-01.com.example:esx08-1a2b3c4d")],
        ),
        ("infinidat-rest.hosts.json", [("lin01", "iqn.1994-05.com.redhat:lin01")]),
        ("nimble-rest.initiator.json", [("iscsi01", "iqn.2004-10.com.example:db")]),
        ("oceanstor-initiator.txt", [("host 2", "iqn.1996-04.com.example:host2")]),
        (
            "powerstore-rest.host.json",
            [("h-0001", "iqn.1998-01.com.vmware:esx21"), ("g-0001", "iqn.1998-01.com.vmware:esx21")],
        ),
        ("unity-rest.hostinitiator.json", [("Host_1", "iqn.1998-01.com.vmware:esx11")]),
        ("unity-uemcli.initiator.txt", [("Host_1", "iqn.1998-01.com.vmware:esx11")]),
    ],
)
def test_iscsi_names_in_initiator_groups(file: str, members: list[tuple[str, str]]) -> None:
    assert _members(sample(file)) == members


WEB = "iqn.1994-05.com.example:web01"


@pytest.mark.parametrize(
    ("text", "members"),
    [
        pytest.param(
            f"""\
{{"total": 1, "members": [{{"lun": 1, "volumeName": "vol_a", "hostname": "web01", "remoteName": "{WEB}", "active": true,
  "portPos": {{"node": 0, "slot": 2, "cardPort": 1}}, "type": 3, "volumeWWN": "60002AC0000000000000000700011B2C"}}]}}
""",
            [("web01", WEB)],
            id="VLUN of a 3PAR",
        ),
        pytest.param(
            f"""\
Initiator View [ID ({WEB}) Name (web01-1) Profile (Standard) ] Mapping:
   Name   Serial Number                      LUN  Access      Ports
   -----------------------------------------------------------------
   vol01  00c0ff0000a10000d1e2f35a01000000   1    read-write  3,4
""",
            [("web01-1", WEB)],
            id="show maps initiator of a Dot Hill array",
        ),
        pytest.param(
            f"""\
Volume View [Serial Number (00c0ff0000a10000d1e2f35a01000000) Name (vol01)] Mapping:
   Ports  LUN  Access        Identifier                     Nickname  Profile
   --------------------------------------------------------------------------
   3,4    1    read-write    {WEB}  web01-1   Standard
""",
            [("web01-1", WEB)],
            id="show maps of a Dot Hill array",
        ),
        pytest.param(
            f"""\
Host Information
----------------
Name: web01
Serial Number: 00c0ff0000a10000aa00f35a01010000
Member Count: 1

  Nickname        Discovered Mapped Profile  Host Type  ID
  ----------------------------------------------------------------------
  web01-1         Yes        Yes    Standard iSCSI      {WEB}
""",
            [("web01.*", WEB)],
            id="show host-groups of a Dot Hill array",
        ),
        pytest.param(
            f"""\
TOPOLOGY DEFINITIONS

   DEFAULT GROUP
      Default type: Linux (DM-MP)
      Host Group: rac
         Host: web01
            Host type: Linux (DM-MP)
            Interface type: iSCSI
            Host port identifier: {WEB}
               Alias: web01-1
""",
            [("web01", WEB), ("rac", WEB)],
            id="SMcli",
        ),
        pytest.param(
            f"""\
{{"startRow": 0, "endRow": 1, "totalRows": 1, "data": [
 {{"id": "02", "name": "web01", "host_type": "auto", "access_protocol": "iscsi", "fc_initiators": null,
  "iscsi_initiators": [{{"initiator_id": "0b01", "label": "web01", "iqn": "{WEB}", "ip_address": "*"}}]}}]}}
""",
            [("web01", WEB)],
            id="initiator group of a Nimble",
        ),
        pytest.param(
            f"""\
{{"data": [{{"hostIscsiId": "CL5-A,1,iqn.1994-05.com.example%3Aweb01", "portId": "CL5-A", "hostGroupNumber": 1,
  "hostGroupName": "web01", "iscsiName": "{WEB}", "iscsiNickname": "-"}}]}}
""",
            [("CL5-A-1", WEB)],
            id="REST API of a VSP",
        ),
        pytest.param(
            f"""\
id 4
name web01
port_count 1
type generic
iogrp_count 4
status online
iscsi_name {WEB}
node_logged_in_count 1
state active
""",
            [("web01", WEB)],
            id="lshost of an SVC",
        ),
        pytest.param(
            f"""\
Symmetrix ID                : 000192601234
Masking View Name           : web01_view
Initiator Group Name        : web01_ig
   Host Initiators
     {{
       IQN  : {WEB}
              [alias: web01/eth2]
       WWN  : 10000000c9030103
     }}
""",
            [("web01_view", WEB)],
            id="symaccess show view",
        ),
        pytest.param(
            f"""\
>> host_list
Name    Type      FC Ports           iSCSI Ports                     User Group   Cluster
------- --------- ------------------ ------------------------------- ------------ ---------
web01   default   10000000C9000001   {WEB}                web_a
""",
            [("web01", WEB)],
            id="host_list of an XIV",
        ),
        pytest.param(
            f"""\
{{"content": {{"initiator-id": ["i9", "web01_1", 9], "name": "web01_1", "ig-id": ["g1", "web01", 1], "port-address": "{WEB}",
  "port-type": "iscsi", "initiator-conn-state": "connected", "xms-id": ["77c1", "xms-lab", 1]}},
 "links": [{{"href": "https://192.0.2.10/api/json/types/initiators/9", "rel": "self"}}]}}
""",
            [("web01", WEB)],
            id="initiator of an XtremIO",
        ),
        pytest.param(
            f"""\
{{"entries": [{{"content": {{"id": "Host_1", "name": "web01", "type": 5, "osType": "Linux", "fcHostInitiators": [],
  "iscsiHostInitiators": [{{"id": "HostInitiator_9", "initiatorId": "{WEB}"}}]}}}}],
 "@base": "https://192.0.2.20/api/types/host/instances?fields=id"}}
""",
            [("Host_1", WEB)],
            id="host of a Unity",
        ),
        pytest.param(
            f"""\
Information about each HBA:

HBA UID:                 {WEB}
Server Name:             web01
Server IP Address:       192.0.2.31
HBA Model Description:
HBA Vendor Description:
HBA Device Driver Name:
Information about each port of this HBA:

    SP Name:               SP A
    SP Port ID:            4
    HBA Devicename:        iqn
    Trusted:               NO
    Logged In:             YES
    Defined:               YES
    Initiator Type:           3
    StorageGroup Name:     SG_web01
""",
            [("SG_web01", WEB)],
            id="port -list -all of a VNX",
        ),
    ],
)
def test_iscsi_names_are_members_of_the_views_that_have_the_volumes(text: str, members: list[tuple[str, str]]) -> None:
    assert _members(text) == members


def _members(text: str) -> list[tuple[str, str]]:
    reader = best_reader(text)
    assert reader is not None
    observations = read(reader, text, owner="a1").observations
    iscsi = [(str(row["view"]), str(row["initiator_name"])) for row in observations.rows("mask_iscsi")]
    assert not [
        row
        for row in observations.rows("mask_initiator")
        if row.get("initiator_wwpn") is None and (row["view"], WEB) in iscsi
    ]
    return iscsi


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
