"""What arrays print as degraded, failed or away is a finding about the right part, at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.test_findings_of_exports import findings, line_of

DOT_HILL = """# show system
System Information
------------------
System Name: msa07
Midplane Serial Number: 00C0FF5511E0
Vendor Name: HPE
Product ID: MSA 2060 FC
Health: {}
Other MC Status: Operational

Success: Command completed successfully. (2026-10-02 09:14:01)
"""
NESTED = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<RESPONSE VERSION="L100" REQUEST="show system">
<OBJECT basetype="system" name="system-information" oid="1">
    <PROPERTY name="system-name">me5lab</PROPERTY>
    <PROPERTY name="midplane-serial-number">00C0FF66AA01</PROPERTY>
    <PROPERTY name="health">Degraded</PROPERTY>
    <OBJECT basetype="unhealthy-component" name="unhealthy-component" oid="2">
        <PROPERTY name="component-type">Host Port</PROPERTY>
    </OBJECT>
</OBJECT>
</RESPONSE>
"""
HOST_PORTS = """# show ports
Ports Media Target ID        Status       Speed(A)   Speed(C)  Health     Reason                                Action
----------------------------------------------------------------------------------------------------------------------
A1    FC(P) 207000c0ff5511e0 Up           16Gb       Auto      OK
A2    FC(-) 217000c0ff5511e0 Disconnected            Auto      N/A        There is no active connection.
B2    FC(-) 257000c0ff5511e0 Disconnected            Auto      Fault      An unsupported SFP is present.
----------------------------------------------------------------------------------------------------------------------
Success: Command completed successfully. (2026-10-02 09:14:11)
"""
SHOWPORT = """N:S:P      Mode             State ----Node_WWN---- -Port_WWN/HW_Addr-  Type Protocol Label Partner FailoverState
0:2:1    target             ready 2FF70002AC0419C1   20210002AC0419C1  host       FC     -   1:2:1          none
0:2:2    target         loss_sync 2FF70002AC0419C1   20220002AC0419C1  host       FC     -   1:2:2   failed_over
0:2:3    target         loss_sync 2FF70002AC0419C1   20230002AC0419C1  free       FC     -   1:2:3          none
1:2:2    target             ready 2FF70002AC0419C1   21220002AC0419C1  host       FC     -   0:2:2        active
----------------------------------------------------------------------------------------------------------------
    4
"""
SHOWNODE = """                                                           Control    Data        Cache
Node --Name--- -State- Master InCluster -Service_LED ---LED--- Mem(MB) Mem(MB) Available(%)
   0 1617044-0 OK      Yes    Yes       Off          GreenBlnk   32768   65536          100
   1 1617044-1 OK      No     No        Off          GreenBlnk   32768   65536            0
"""
MAPPINGS = """Performing syntax check...

Syntax check complete.

MAPPINGS (Storage Partitioning - Enabled (2 of 64 used))-------------------

   Volume Name     LUN  Controller  Accessible by       Volume status
   Access Volume   31   A,B         Host Group rac      Optimal
   ora_data        0    A           Host Group rac      Optimal
   ora_log         1    B           Host Group rac      Failed
"""
SYSTEMS = """[{"id": "1", "name": "eser45", "wwn": "600A098000450000A100000000515AF3", "model": "2834", "fwVersion": "11.50.3.00",
  "chassisSerialNumber": "721500000045", "status": "needsAttn", "driveCount": 24, "trayCount": 1}]
"""
CONTROLLERS = """{"startRow":0,"endRow":2,"totalRows":2,"data":[
 {"id":"c301","name":"A","array_name":"nimb3","serial":"AF-300001-C1","hostname":"nimb3-A","state":"active","ctrlr_side":"A","ctrlr_attributes":{}},
 {"id":"c302","name":"B","array_name":"nimb3","serial":"AF-300001-C2","hostname":"nimb3-B","state":"stale","ctrlr_side":"B","ctrlr_attributes":{}}]}
"""
GROUP = """{"startRow":0,"endRow":1,"totalRows":1,"data":[
 {"id":"0901","name":"nimb3","serial":"AF-300001","model":"AF40","extended_model":"AF40-4P-11T-1","version":"5.2.1.500-796142-opt","pool_name":"default",
  "status":"unreachable","role":"leader","is_supported_hw_config":true}]}
"""
ENCLOSURES = """CLI> show enclosure-status -type all
Enclosure View
 Storage System Name               [eternus31]
 Serial Number                     [4600000031]
 Status                            [Normal]

Controller Enclosure #0 Status
 Controller Module Status/Status Code
  CM#0         [Normal      / 0xE001]
  CM#1         [Normal      / 0xE001]
 Power Supply Unit Status/Status Code
  PSU#0        [Normal      / 0xE001]

Controller Enclosure #1 Status
 Controller Module Status/Status Code
  CM#0         [Normal      / 0xE001]
  CM#1         [Error       / 0xE002]
 Power Supply Unit Status/Status Code
  PSU#0        [Error       / 0xE002]
CLI>
"""
BROKEN_PORT = """CM#0 CA#0 Port#0 Information
 Port Type           [FC]
 Port Mode           [CA]
 Status/Status Code  [Error       / 0xE002] (Error Code : 0x0012)
 Link Status         [Link Down]
 Port WWN            [500000E0D0310120]
CM#0 CA#0 Port#1 Information
 Port Type           [FC]
 Port Mode           [CA]
 Status/Status Code  [Unconnected / 0xC000] (Error Code : 0x0000)
 Link Status         [Link Down]
 Port WWN            [500000E0D0310121]
"""
NODES = """{"result": [
  {"id": 1, "name": "node-1", "state": "ACTIVE", "model": "F6000",
   "fc_ports": [
    {"id": 2, "wwpn": "5742b0f0000cc812", "state": "ERROR", "link_state": "Link Down", "role": "HARD_PORT", "enabled": true},
    {"id": 4, "wwpn": "5742b0f0000cc814", "state": "OK", "link_state": "Link Down", "role": "HARD_PORT", "enabled": true}]}],
 "error": null, "metadata": {"ready": true}}
"""
INFINIBOX = """{"result": {"name": "ibox3044", "serial_number": 3044, "version": "7.1.11.0",
  "operational_state": {"state": "DEGRADED", "mode": "NORMAL"}}, "error": null, "metadata": {"ready": true}}
"""
SC_CONTROLLERS = """[{"scName": "SC 64844", "scSerialNumber": 64844, "objectType": "ScController", "instanceName": "SN 64844", "status": "Up"},
 {"scName": "SC 64844", "scSerialNumber": 64844, "objectType": "ScController", "instanceName": "SN 64845", "status": "Down"}]
"""
IO_PORTS = """{"server": {"status": "ok", "code": "CMUC00183I"}, "counts": {"data_counts": 2, "total_counts": 2},
 "data": {"ioports": [
  {"id": "I0231", "state": "Offline", "protocol": "SCSI-FCP", "wwpn": "500507630410C45D", "speed": "16 Gb/s"},
  {"id": "I0232", "state": "Failed", "protocol": "SCSI-FCP", "wwpn": "500507630410C46D", "speed": "16 Gb/s"}]}}
"""
LDEV = """# raidcom get ldev -ldev_id 68 -fx
Serial#  : 544123
LDEV : 44
VOL_TYPE : OPEN-V-CVS
VOL_Capacity(BLK) : 209715200
NUM_PORT : 1
PORTs : CL1-A-3 0 db76
LDEV_NAMING : ora1
STS : BLK
"""


@pytest.mark.parametrize(
    ("text", "rule", "expected"),
    [
        (DOT_HILL.format("Fault"), "ARR025", [("error", "msa07", "not healthy; status: Fault", "Health: Fault")]),
        (
            DOT_HILL.format("Degraded"),
            "ARR025",
            [("warning", "msa07", "not healthy; status: Degraded", "Health: Degraded")],
        ),
        (DOT_HILL.format("OK"), "ARR025", []),
        (NESTED, "ARR025", [("warning", "me5lab", "not healthy; status: Degraded", ">Degraded<")]),
        (HOST_PORTS, "DIR014", [("error", "unknown array", "port B2", "unsupported SFP")]),
        (SHOWPORT, "DIR014", [("warning", "unknown array", "port 0:2:2", "0:2:2    target")]),
        (SHOWNODE, "DIR014", [("error", "unknown array", "controller 1", "1617044-1")]),
        (MAPPINGS, "ARR024", [("error", "unknown array", "volume ora_log", "ora_log         1")]),
        (SYSTEMS, "ARR025", [("warning", "eser45", "not healthy; status: needsAttn", "needsAttn")]),
        (CONTROLLERS, "DIR014", [("warning", "unknown array", "controller nimb3 B", '"stale"')]),
        (GROUP, "DIR014", [("error", "AF-300001", "nimb3", "unreachable")]),
        (
            ENCLOSURES,
            "DIR014",
            [
                ("error", "eternus31", "CE#1 PSU#0", "PSU#0        [Error"),
                ("error", "eternus31", "controller CE#1 CM#1", "CM#1         [Error"),
            ],
        ),
        (BROKEN_PORT, "DIR014", [("error", "unknown array", "CM#0 CA#0 Port#0", "CM#0 CA#0 Port#0")]),
        (NODES, "DIR014", [("error", "unknown array", "port N1FC2", "5742b0f0000cc812")]),
        (INFINIBOX, "ARR025", [("warning", "ibox3044", "not healthy; status: DEGRADED", "DEGRADED")]),
        (SC_CONTROLLERS, "DIR014", [("error", "SC 64844", "controller SN 64845", "SN 64845")]),
        (IO_PORTS, "DIR014", [("error", "unknown array", "port I0232", "I0232")]),
        (LDEV, "ARR024", [("error", "544123", "volume 68 (ora1)", "STS : BLK")]),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 10 else "",
)
def test_a_state_that_an_array_prints(
    text: str, rule: str, expected: list[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    found = sorted(findings(tmp_path, {"export.txt": text}, rule), key=lambda finding: finding.message)
    assert [finding.severity for finding in found] == [severity for severity, *_ in expected]
    for finding, (_, array, part, line) in zip(found, expected, strict=True):
        assert finding.message.startswith(array)
        assert f" {part}" in finding.message
        assert line in line_of(finding, tmp_path)


POOL = """Pool Name:  Pool 4
Pool ID:  4
Raid Type:  r_5
Disk Type:  SAS
State:  Offline
Status:  Storage Pool offline(0x712d8514)
User Capacity (Blocks):  2810560512
Consumed Capacity (Blocks):  2000000000
"""
DISK_GROUPS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<RESPONSE VERSION="L100" REQUEST="show disk-groups">
<OBJECT basetype="disk-groups" name="disk-group" oid="1">
    <PROPERTY name="name">dgB01</PROPERTY>
    <PROPERTY name="raidtype">RAID5</PROPERTY>
    <PROPERTY name="diskcount">4</PROPERTY>
    <PROPERTY name="status">CRIT</PROPERTY>
    <PROPERTY name="health">Degraded</PROPERTY>
</OBJECT>
</RESPONSE>
"""
MDISK_GROUPS = """id name   status   mdisk_count vdisk_count capacity extent_size free_capacity
0  pool_0 online   4           101         8.13TB   1024        3.06TB
1  pool_1 offline  2           11          4.00TB   1024        1.00TB
"""
VSP_POOLS = """{"data": [{"poolId": 4, "poolStatus": "POLE", "usedCapacityRate": 75, "poolName": "gold",
           "availableVolumeCapacity": 1048576, "totalPoolCapacity": 4194304, "poolType": "HDP"}]}
"""


@pytest.mark.parametrize(
    ("text", "severity", "part"),
    [
        (POOL, "error", "Pool 4"),
        (DISK_GROUPS, "warning", "RAID group dgB01"),
        (MDISK_GROUPS, "error", "pool_1"),
        (VSP_POOLS, "error", "pool 4 (gold)"),
    ],
    ids=["vnx", "dot hill", "svc", "vsp"],
)
def test_a_pool_or_raid_group_that_is_not_in_order(text: str, severity: str, part: str, tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, {"export.txt": text}, "DIR014")
    assert finding.severity == severity
    assert f" on {part};" in finding.message


def test_flash_array_hardware_without_slot_and_index(tmp_path: Path) -> None:
    text = """{"items": [{"name": "CT0", "status": "ok", "type": "controller"}, {"name": "CT1", "status": "critical", "type": "controller"},
 {"name": "CH0.PWR1", "status": "critical", "type": "power_supply"}]}"""
    one, two = sorted(finding.message for finding in findings(tmp_path, {"hardware.json": text}, "DIR014"))
    assert "on controller CT1" in one
    assert "on power supply CH0.PWR1" in two


def test_a_copy_pair_that_an_error_suspended(tmp_path: Path) -> None:
    text = """# raidscan -p CL1-A-1 -fw
PORT# /ALPA/C,TID#, LU#.Num(LDEV#....)...P/S, Status,Fence, LDEV#,LUN-WWN
CL1-A-1 /e1/ 4, 28,   0.1(397)...........P-VOL PAIR  NEVER    397,60060e8008ab44000050ab440000018d
CL1-A-1 /e1/ 4, 28,   1.1(398)...........P-VOL PSUE  NEVER    398,60060e8008ab44000050ab440000018e
CL1-A-1 /e1/ 4, 28,   2.1(399)...........SMPL  ----  ------ -----,60060e8008ab44000050ab440000018f
"""
    (finding,) = findings(tmp_path, {"raidscan.txt": text}, "DIR014")
    assert finding.severity == "warning"
    assert "copy pair P-VOL 398" in finding.message
    assert "PSUE" in line_of(finding, tmp_path)
