"""Disks and adapters of AIX, NVMe of Linux, hosts that an array calls degraded, and VSANs: a finding at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.test_findings_of_exports import findings, line_of

AIX = """\
root@aixfin3:/ # lspath -F "status name path_id parent connection"
Enabled hdisk7 0 fscsi0 5005076803019a11,0
Enabled hdisk7 1 fscsi1 5005076803029a11,0
root@aixfin3:/ # lsattr -El hdisk7
algorithm       {algorithm} Algorithm                  True+
hcheck_interval {interval} Health Check Interval       True+
reserve_policy  {reserve} Reserve Policy               True+
rw_timeout      30 READ/WRITE time out value           True
unique_id       33213600507680C800A9910000000000001F204214503IBMfcp Unique device identifier False
root@aixfin3:/ # lsattr -El fcs0 -a num_cmd_elems
num_cmd_elems 500 Maximum number of COMMANDS to queue to the adapter True
root@aixfin3:/ # fcstat fcs0

FIBRE CHANNEL STATISTICS REPORT: fcs0

World Wide Port Name: 0x10000090FA9A1101
Port FC ID: 0x7a0280
Attention Type:   Link Up

Seconds Since Last Reset: 6000

Invalid CRC Count: {crc}

IP over FC Adapter Driver Information
  No Adapter Elements Count: 9000

FC SCSI Adapter Driver Information
  No DMA Resource Count: 0
  No Adapter Elements Count: 0
  No Command Resource Count: {short}

root@aixfin3:/ #
"""
BAD = AIX.format(algorithm="fail_over", interval="0", reserve="single_path", crc="501", short="101")
GOOD = AIX.format(algorithm="shortest_queue", interval="30", reserve="no_reserve", crc="500", short="100")
SVC = """\
IBM_FlashSystem:fs9:admin>lshost
id name    port_count iogrp_count status
0  aixfin3 2          4           degraded
1  aixfin4 2          4           offline
2  aixfin5 2          4           offline
3  aixfin6 2          4           online
IBM_FlashSystem:fs9:admin>lshost 3
id 3
name aixfin6
port_count 2
type generic
iogrp_count 4
status online
WWPN 10000090FA9A1166
node_logged_in_count 2
state inactive
WWPN 10000090FA9A1167
node_logged_in_count 0
state offline
IBM_FlashSystem:fs9:admin>lshostvdiskmap
id name    SCSI_id vdisk_id vdisk_name vdisk_UID                        IO_group_id IO_group_name
0  aixfin3 0       7        fin_a      600507680C800A9910000000000001F2 0           io_grp0
1  aixfin4 0       7        fin_a      600507680C800A9910000000000001F2 0           io_grp0
3  aixfin6 0       7        fin_a      600507680C800A9910000000000001F2 0           io_grp0
"""
VSANS = """\
mdsfin1# show vsan
vsan 210 information
         name:FIN_A  state:{state}
         interoperability mode:default
         loadbalancing:src-id/dst-id/oxid
         operational state:down

mdsfin1# show vsan membership
vsan 210 interfaces:
    fc1/7             fc1/8
mdsfin1# show zone status vsan 210
VSAN: 210 default-zone: deny distribute: full Interop: default
    mode: enhanced merge-control: allow
    session: none
Status: {status} at 04:05:06 UTC Nov 2 2026
"""

NVME = """\
[root@nvfin1 ~]# nvme list-subsys
nvme-subsys0 - NQN=nqn.2014-08.org.nvmexpress.discovery
               iopolicy=numa
\\
 +- nvme9 fc traddr=nn-0x20019a11ea1b2c3d:pn-0x20029a11ea1b2c3d,host_traddr=nn-0x200000109b9a1101:pn-0x100000109b9a1101 live
nvme-subsys1 - NQN=nqn.1992-08.com.netapp:sn.9a11:subsystem.fin
               iopolicy={policy}
\\
 +- nvme0 fc traddr=nn-0x20019a11ea1b2c3d:pn-0x20029a11ea1b2c3d,host_traddr=nn-0x200000109b9a1101:pn-0x100000109b9a1101 live
 +- nvme1 fc traddr=nn-0x20019a11ea1b2c3d:pn-0x20039a11ea1b2c3d,host_traddr=nn-0x200000109b9a1102:pn-0x100000109b9a1102 live
"""


@pytest.mark.parametrize(
    ("text", "rule", "severity", "line"),
    [
        (BAD, "HOST036", "warning", "hcheck_interval 0"),
        (GOOD.replace("hcheck_interval 30", "hcheck_interval 29"), "HOST037", "info", "hcheck_interval 29"),
        (BAD, "HOST038", "info", "algorithm       fail_over"),
        (BAD, "HOST039", "warning", "No Command Resource Count: 101"),
        (BAD, "PRT018", "warning", "Invalid CRC Count: 501"),
        (NVME.format(policy="numa"), "HOST029", "info", "iopolicy=numa"),
        (SVC, "ARR027", "info", "aixfin3 2"),
        (SVC, "ARR027", "warning", "aixfin4 2"),
        (SVC, "ARR019", "warning", "WWPN 10000090FA9A1167"),
        (VSANS.format(state="suspended", status="Activation completed"), "FAB031", "error", "state:suspended"),
        (VSANS.format(state="active", status="Activation failed"), "ZON027", "warning", "Status: Activation failed"),
    ],
)
def test_a_state_is_a_finding_at_its_line(text: str, rule: str, severity: str, line: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"log.txt": text}, rule)
    assert [(one.severity, line in line_of(one, tmp_path)) for one in found if one.severity == severity] == [
        (severity, True)
    ]


@pytest.mark.parametrize("rule", ["HOST036", "HOST037", "HOST038", "HOST039", "PRT018"])
def test_recommended_values_and_rates_at_the_limit_are_no_finding(rule: str, tmp_path: Path) -> None:
    assert findings(tmp_path, {"log.txt": GOOD}, rule) == []


def test_the_policy_of_the_discovery_subsystem_does_not_matter(tmp_path: Path) -> None:
    assert findings(tmp_path, {"log.txt": NVME.format(policy="round-robin")}, "HOST029") == []


def test_a_host_without_volumes_and_an_idle_port_are_no_finding(tmp_path: Path) -> None:
    states = " ".join(one.message for one in findings(tmp_path, {"log.txt": SVC}, "ARR027"))
    assert "aixfin5" not in states and "aixfin6" not in states
    (absent,) = findings(tmp_path, {"log.txt": SVC}, "ARR019")
    assert "10:00:00:90:fa:9a:11:67" in absent.message


@pytest.mark.parametrize("rule", ["FAB031", "ZON027"])
def test_a_vsan_that_works_is_no_finding(rule: str, tmp_path: Path) -> None:
    assert findings(tmp_path, {"log.txt": VSANS.format(state="active", status="Activation completed")}, rule) == []


def test_a_name_that_two_ports_of_one_table_have_is_not_taken_as_the_name_of_one(tmp_path: Path) -> None:
    ports = """\
InstanceName          NodeAddress      PortAddress      ConnectionType
------------          -----------      -----------      --------------
PCI\\VEN_1077&DEV_2261 2000000e1e9a1120 2100000e1e9a1120 Fibre Channel
PCI\\VEN_1077&DEV_2261 2000000e1e9a1121 2100000e1e9a1121 Fibre Channel
"""
    assert findings(tmp_path, {"sqlfin1/Get-InitiatorPort.txt": ports}, "DOC019") == []
