"""Settings of array ports, paths, ISLs and VSANs that are valid but not as recommended: a finding at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.test_findings_of_exports import findings, line_of

VSP = """\
C:\\> raidcom get port -I7
PORT   TYPE  ATTR   SPD  LPID  FAB  CONN  SSW   SL   Serial#  WWN               PHY_PORT
CL1-A  FIBRE TAR    16G    EF  Y    {conn}  {ssw}      0    419111  50060e8008c0ff00  -
CL1-B  FIBRE ELUN   16G    EF  Y    PtoP  N      0    419111  50060e8008c0ff01  -
C:\\> raidcom get host_grp -port CL1-A -I7
PORT   GID  GROUP_NAME                       Serial# HMD          HMO_BITs
CL1-A    1  hpfin1                            419111 HP-UX        2 12 22 25 60
C:\\> raidcom get hba_wwn -port CL1-A -I7
PORT   GID  GROUP_NAME                       HWWN              Serial#  NICK_NAME
CL1-A    1  hpfin1                           50014380c0ff1100   419111  -
"""
SWITCH = """\
switchName:     swfin1
switchWwn:      10:00:00:05:33:c0:ff:01
switchState:    Online
zoning:         ON (fin)

Index Port Address Media Speed State     Proto
==============================================
   0   0   010000   id    N16  Online      FC  F-Port  50:06:0e:80:08:c0:ff:00
"""
TPAR = """\
tparfin cli% showsys -d
System Name             : tparfin
System Model            : HP_3PAR 8400
Serial Number           : 1619411
tparfin cli% showport
N:S:P      Mode     State ----Node_WWN---- -Port_WWN/HW_Addr- Type Protocol Label Partner FailoverState
0:3:1    target     ready 2FF70002AC01C0FF   20310002AC01C0FF host       FC     -   1:3:1          none
tparfin cli% showport -par
N:S:P Connmode ConnType CfgRate MaxRate Class2   UniqNodeWwn VCN      IntCoal  TMWO Smart_SAN
0:3:1 host     {type}    auto    16Gbps  disabled disabled    disabled disabled disabled unsupported
"""
SOLARIS = """\
root@solfin1:~# uname -a
SunOS solfin1 5.11 11.4.48.126.1 sun4v sparc sun4v
root@solfin1:~# mpathadm show lu /dev/rdsk/c0t60002AC000000000000000110001C0FFd0s2
Logical Unit:  /dev/rdsk/c0t60002AC000000000000000110001C0FFd0s2
        mpath-support:  libmpscsi_vhci.so
        Vendor:  3PARdata
        Product:  VV
        Revision:  3315
        Name Type:  unknown type
        Name:  60002ac000000000000000110001c0ff
        Asymmetric:  no
        Current Load Balance:  {policy}
        Logical Unit Group ID:  NA
        Auto Failback:  on
        Auto Probing:  NA

        Paths:
                Initiator Port Name:  21000024ffc0ff01
                Target Port Name:  20310002ac01c0ff
                Override Path:  NA
                Path State:  OK
                Disabled:  no

                Initiator Port Name:  21000024ffc0ff02
                Target Port Name:  20320002ac01c0ff
                Override Path:  NA
                Path State:  OK
                Disabled:  no
"""
HPUX = """\
# scsimgr lun_map -D /dev/rdisk/disk31

        LUN PATH INFORMATION FOR LUN : /dev/rdisk/disk31

Total number of LUN paths     = 2
World Wide Identifier(WWID)    = 0x60060e8008c0ff000000c0ff00000111

LUN path : lunpath4
Hardware path                 = 0/2/0/0/0/0.0x50060e8008c0ff00.0x4001000000000000
SCSI transport protocol       = fibre_channel
State                         = ACTIVE

LUN path : lunpath5
Hardware path                 = 0/4/0/0/0/0.0x50060e8008c0ff10.0x4001000000000000
SCSI transport protocol       = fibre_channel
State                         = {state}

# scsimgr get_attr -D /dev/rdisk/disk31

        SCSI ATTRIBUTES FOR LUN : /dev/rdisk/disk31

name = wwid
current = 0x60060e8008c0ff000000c0ff00000111

name = load_bal_policy
current = {policy}
default = round_robin
saved =
"""
AIX = """\
root@aixfin9:/ # lspath -F "status name path_id parent connection"
Enabled hdisk3 0 fscsi0 5005076803019a11,0
Enabled hdisk3 1 fscsi1 5005076803029a11,0
root@aixfin9:/ # lsattr -El hdisk3
algorithm       shortest_queue Algorithm               True+
queue_depth     32         Queue DEPTH                True+
reserve_policy  {reserve} Reserve Policy             True+
"""
ISLS = """\
swfin1:admin> switchshow
switchName:     swfin1
switchWwn:      10:00:00:05:33:c0:ff:01
switchState:    Online
swfin1:admin> licenseshow
AbCdEfGhIjKlMnOp:
    Trunking license
swfin1:admin> islshow
  1: 16-> 16 10:00:00:05:33:c0:ff:02   2 swfin2          sp: 32.000G bw: 32.000G QOS CR_RECOV
  2: {port}-> {port} 10:00:00:05:33:c0:ff:02   2 swfin2          sp: 32.000G bw: 32.000G QOS CR_RECOV
"""
VSANS = """\
mdsfin{n}# show topology vsan 210

FC Topology for VSAN 210 :
--------------------------------------------------------------------------------
       Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)
--------------------------------------------------------------------------------
           fc1/1  0x0{peer}({peer})           fc1/1  192.0.2.{peer}(mdsfin{peer})
mdsfin{n}# show vsan
vsan 210 information
         name:FIN_A  state:active
         interoperability mode:default
         loadbalancing:{mode}
         operational state:up
"""
ONE, TWO = "src-id/dst-id", "src-id/dst-id/oxid"


def _vsans(first: str, second: str) -> dict[str, str]:
    return {"one.txt": VSANS.format(n=1, peer=2, mode=first), "two.txt": VSANS.format(n=2, peer=1, mode=second)}


@pytest.mark.parametrize(
    ("texts", "rule", "line"),
    [
        ({"vsp.txt": VSP.format(conn="PtoP", ssw="N")}, "ARR031", "CL1-A  FIBRE TAR"),
        ({"vsp.txt": VSP.format(conn="FCAL", ssw="Y"), "switch.txt": SWITCH}, "ARR032", "FCAL"),
        (
            {
                "tpar.txt": TPAR.format(type="loop "),
                "switch.txt": SWITCH.replace("50:06:0e:80:08:c0:ff:00", "20:31:00:02:ac:01:c0:ff"),
            },
            "ARR032",
            "loop",
        ),
        ({"hpfin1.txt": HPUX.format(state="ACTIVE", policy="path_lockdown")}, "HOST048", "disk31"),
        ({"log.txt": SOLARIS.format(policy="none")}, "HOST048", "Load Balance:  none"),
        ({"log.txt": AIX.format(reserve="single_path")}, "HOST050", "single_path"),
        ({"log.txt": ISLS.format(port=17)}, "FAB033", "16-> 16"),
        (_vsans(ONE, TWO), "FAB034", "loadbalancing:"),
    ],
)
def test_a_setting_is_a_finding_at_its_line(texts: dict[str, str], rule: str, line: str, tmp_path: Path) -> None:
    (found,) = findings(tmp_path, texts, rule)
    assert line in line_of(found, tmp_path)


@pytest.mark.parametrize(
    ("texts", "rule"),
    [
        ({"vsp.txt": VSP.format(conn="PtoP", ssw="Y")}, "ARR031"),
        ({"vsp.txt": VSP.format(conn="FCAL", ssw="Y")}, "ARR032"),
        ({"hpfin1.txt": HPUX.format(state="ACTIVE", policy="least_cmd_load")}, "HOST048"),
        ({"log.txt": SOLARIS.format(policy="round-robin")}, "HOST048"),
        ({"hpfin1.txt": HPUX.format(state="STANDBY", policy="preferred_path")}, "HOST048"),
        ({"log.txt": AIX.format(reserve="PR_shared  ")}, "HOST050"),
        ({"log.txt": ISLS.format(port=24)}, "FAB033"),
        (_vsans(TWO, TWO), "FAB034"),
    ],
)
def test_a_setting_that_is_right_or_does_not_matter_is_no_finding(
    texts: dict[str, str], rule: str, tmp_path: Path
) -> None:
    assert findings(tmp_path, texts, rule) == []
