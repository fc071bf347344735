"""Failed parts of switches, lost links and what VPLEX calls failed or suspended: a finding at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.test_findings_of_exports import findings, line_of

FOS = """\
edge4:FID128:admin> psshow

Power Supply #1 is OK
Power Supply #2 is faulty
edge4:FID128:admin> sensorshow
sensor  1: (Temperature) is Ok, value is 31 C
sensor  2: (Power Supply) is Ok
sensor  3: (Power Supply) is Faulty
edge4:FID128:admin> switchshow
switchName:     edge4
switchType:     148.0
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   4
switchId:       fffc04
switchWwn:      10:00:c4:f5:7c:44:02:03
zoning:         ON (PROD)
switchBeacon:   OFF

Index Port Address  Media Speed   State       Proto
==================================================
   0   0   040000   id    N32      Online      FC  F-Port  10:00:00:10:9b:44:22:33
   1   1   040100   id    32G      Online      FC  E-Port  segmented,10:00:c4:f5:7c:4a:0b:0c (zone conflict)
"""
NXOS = """\
core4# show module
Mod  Ports  Module-Type                         Model              Status
---  -----  ----------------------------------- ------------------ ----------
1    48     2/4/8/10/16 Gbps Advanced FC Module DS-X9448-768K9     ok
2    48     2/4/8/10/16 Gbps Advanced FC Module DS-X9448-768K9     powered-dn
core4# show environment fan
Fan:
------------------------------------------------------
Fan             Model                Hw         Status
------------------------------------------------------
ChassisFan1     DS-C9706-FAN         1.0        Ok
ChassisFan2     DS-C9706-FAN         1.0        Failure
core4# show port-channel database
port-channel4
    Administrative channel mode is active
    Operational channel mode is active
    Last membership update succeeded
    First operational port is fc1/3
    2 ports in total, 1 ports up
    Ports:   fc1/3     [up] *
             fc1/4     [down]
"""
SOLARIS = """\
root@ora9:~# fcinfo hba-port
HBA Port WWN: 10000000c9d1b2c4
        Port Mode: Initiator
        Port ID: 0
        OS Device Name: /dev/cfg/c5
        Manufacturer: Emulex
        Model: LPe12002-S
        Driver Name: emlxs
        Driver Version: 3.1.01.0
        Type: unknown
        State: offline
        Supported Speeds: 2Gb 4Gb 8Gb
        Current Speed: not established
        Node WWN: 20000000c9d1b2c4
"""
ZONING = """\
edge4:FID128:admin> cfgactvshow
Effective configuration:
 cfg:   PROD
 zone:  Z_ORA9
                10:00:00:00:c9:d1:b2:c4
                50:00:09:73:00:4a:c4:08
"""
VPLEX = """\
VPlexcli:/> cluster status
Cluster cluster-1
        operational-status:            ok
        transitioning-indications:
        transitioning-progress:
        health-state:                  ok
        health-indications:
        local-com:                     ok

Cluster cluster-2
        operational-status:            degraded
        transitioning-indications:
        transitioning-progress:
        health-state:                  ok
        health-indications:
        local-com:                     ok

        wan-com:                       ok
"""
GROUP = """\
VPlexcli:/> ll /clusters/cluster-1/consistency-groups/CG_FIN
/clusters/cluster-1/consistency-groups/CG_FIN:

Attributes:
Name                  Value
--------------------  ---------------------------------------------------------
active-clusters       [cluster-1, cluster-2]
cache-mode            synchronous
detach-rule           winner cluster-1 after 5s
operational-status    [(cluster-1,{ summary:: suspended, details:: [cluster-departure] }), (cluster-2,{ summary:: unknown, details:: [] })]
storage-at-clusters   [cluster-1, cluster-2]
virtual-volumes       [dd_fin1_vol]
visibility            [cluster-1, cluster-2]
"""
DEVICES = """\
VPlexcli:/> ll /distributed-storage/distributed-devices
Name       Status     Operational  Health         Auto    Rule Set Name       Transfer
---------  ---------  Status       State          Resume  ------------------  Size
---------  ---------  -----------  -------------  ------  ------------------  --------
dd_fin1    running    degraded     major-failure  true    cluster-1-detaches  128K
dd_fin2    suspended  ok           ok             true    cluster-1-detaches  128K
dd_fin3    running    ok           ok             true    cluster-2-detaches  128K
"""
ONTAP = """\
fox9::> lun show -vserver svm4
Vserver   Path                            State   Mapped   Type        Size
--------- ------------------------------- ------- -------- -------- --------
svm4      /vol/ora1/lun1                  online  mapped   linux       500GB
svm4      /vol/ora2/lun2                  offline mapped   linux       500GB
svm4      /vol/old/lun3                   offline unmapped linux       500GB
"""
PURE = """\
pureuser@fa31> purehw list
Name      Status    Identify  Slot  Index  Speed       Temperature  Voltage  Details
CH0.PWR0  ok        -         -     0      -           -            204 V    -
CH0.PWR1  critical  -         -     1      -           -            -        input lost
CH0.BAY9  not_installed  off  -     9      -           -            -        -
pureuser@fa31> puredrive list
Name      Type  Status   Capacity  Details  Protocol
CH0.BAY0  SSD   healthy  1.80T     -        NVMe
CH0.BAY1  SSD   failed   1.80T     -        NVMe
"""
UNITY = """\
Storage system address: 192.0.2.24
Storage system port: 443
HTTPS connection

1:    System name            = unityq
      Model                  = Unity 450F
      Product serial number  = CKM00200400222
      Health state           = MAJOR (20)
"""
LIFS = """\
fox9::> network interface show -vserver svm4
            Logical    Status     Network            Current       Current Is
Vserver     Interface  Admin/Oper Address/Mask       Node          Port    Home
----------- ---------- ---------- ------------------ ------------- ------- ----
svm4
            fc_lif_1   up/up      20:01:00:a0:98:c4:00:11
                                                     fox9-01       0a      true
            fc_lif_2   up/down    20:02:00:a0:98:c4:00:11
                                                     fox9-02       0a      true
            fc_lif_3   up/down    20:03:00:a0:98:c4:00:11
                                                     fox9-02       0b      true
            fc_lif_4   down/down  20:04:00:a0:98:c4:00:11
                                                     fox9-02       0c      true
4 entries were displayed.
edge4:FID128:admin> cfgactvshow
Effective configuration:
 cfg:   PROD
 zone:  Z_ORA9
                10:00:00:00:c9:d1:b2:c4
                20:01:00:a0:98:c4:00:11
                20:02:00:a0:98:c4:00:11
                20:04:00:a0:98:c4:00:11
"""
BACK_END = """\
VPlexcli:/> connectivity validate-be
Summary
Cluster cluster-1
        0 storage-volumes which are dead or unreachable.
        3 storage-volumes which do not meet the high availability requirement for storage volume paths*.
        0 storage-volumes which are not visible from all directors.
"""
SRDF = """\
$ symrdf -g dg_ora query

Device Group (DG) Name       : dg_ora
DG's Symmetrix ID            : 000192604321    (Microcode Version: 5876)
Remote Symmetrix ID          : 000192608765    (Microcode Version: 5876)
RDF (RA) Group Number        :   3 (02)

        Source (R1) View                 Target (R2) View     MODE
DEV001   000A1 RW       0     120 NR 000B1 WD       0       0 S..X. Partitioned
DEV002   000A2 RW       0       0 RW 000B2 WD       0       0 S..X. Synchronized
"""


@pytest.mark.parametrize(
    ("text", "rule", "severity", "line"),
    [
        (FOS, "FAB028", "error", "Power Supply #2 is faulty"),
        (FOS, "FAB029", "error", "segmented,"),
        (NXOS, "FAB028", "warning", "powered-dn"),
        (NXOS, "FAB028", "error", "ChassisFan2"),
        (NXOS, "FAB030", "warning", "fc1/4     [down]"),
        (SOLARIS + ZONING, "HOST035", "warning", "State: offline"),
        (VPLEX, "ARR025", "warning", "operational-status:            degraded"),
        (GROUP, "MET031", "error", "operational-status    ["),
        (DEVICES, "ARR024", "error", "dd_fin1 "),
        (DEVICES, "ARR026", "error", "dd_fin2 "),
        (ONTAP, "ARR024", "error", "/vol/ora2/lun2"),
        (PURE, "DIR014", "error", "CH0.PWR1  critical"),
        (PURE, "DIR014", "error", "CH0.BAY1  SSD   failed"),
        (UNITY, "ARR025", "error", "MAJOR (20)"),
        (SRDF, "MET032", "error", "Partitioned"),
        (LIFS, "ARR028", "warning", "20:02:00:a0:98:c4:00:11"),
        (BACK_END, "BE016", "warning", "3 storage-volumes"),
    ],
)
def test_a_state_is_a_finding_at_its_line(text: str, rule: str, severity: str, line: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"log.txt": text}, rule)
    assert [one for one in found if one.severity == severity and line in line_of(one, tmp_path)]


def test_a_fault_of_a_part_is_not_repeated_for_its_sensor(tmp_path: Path) -> None:
    found = findings(tmp_path, {"log.txt": FOS}, "FAB028")
    assert [one.message for one in found] == ["edge4 reports a fault: Power Supply #2 (faulty)"]


def test_a_lun_that_is_offline_and_unmapped_is_no_fault(tmp_path: Path) -> None:
    found = findings(tmp_path, {"log.txt": ONTAP}, "ARR024")
    assert [one.message for one in found] == ["fox9 reports volume svm4:/vol/ora2/lun2 as offline"]


def test_only_an_interface_that_is_used_needs_a_link(tmp_path: Path) -> None:
    found = findings(tmp_path, {"log.txt": LIFS}, "ARR028")
    assert [one.message for one in found] == [
        "fox9: port svm4:fc_lif_2 20:02:00:a0:98:c4:00:11 has no link (down), but it is used by zones"
    ]
