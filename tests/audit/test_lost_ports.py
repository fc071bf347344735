"""A target port that a host has lost, and a port of its own without a link, are findings without any list of paths."""

from __future__ import annotations

from pathlib import Path

from tests.audit.test_findings_of_exports import findings, line_of

LSSCSI = """[7:0:0:3]    disk    fc:0x5000144290771100,0x021400  /dev/sdn
  transport=fc
  node_name=0x5000144047771100
  port_name=0x5000144290771100
  port_state=Online
  roles=FCP Target
  dev_loss_tmo=60
[7:0:1:3]    disk    fc:0x5000144290771101,0x021500  /dev/sdo
  transport=fc
  node_name=0x5000144047771100
  port_name=0x5000144290771101
  port_state={}
  roles=FCP Target
  dev_loss_tmo=60
"""
FCOEADM = """    Description:      82599ES 10-Gigabit SFI/SFP+ Network Connection
    Revision:         01
    Manufacturer:     Intel Corporation
    Driver:           ixgbe 5.1.0-k
    Number of Ports:  1

        Symbolic Name:     fcoe v0.1 over ens2f1.215
        OS Device Name:    host12
        Node Name:         0x1000001B21AABBCD
        Port Name:         0x2000001B21AABBCD
        Speed:             unknown
        FC-ID (Port ID):   0x000000
        State:             {}
"""
NVME = """Name                                                                             Controller Number  Adapter  Transport Type  Is Online  Is VVOL
-------------------------------------------------------------------------------  -----------------  -------  --------------  ---------  -------
nqn.2010-06.com.example:fa.77aa10cc#vmhba66#52442ab1c9d0e800:52442ab1c9d0e810                  301  vmhba66  FC                   true    false
nqn.2010-06.com.example:fa.77aa10cc#vmhba67#52442ab1c9d0e801:52442ab1c9d0e811                  302  vmhba67  FC                  false    false
"""


def test_a_blocked_remote_port_in_lsscsi(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, {"db71_lsscsi_-t_-L.txt": LSSCSI.format("Blocked")}, "PTH033")
    assert finding.message.startswith("db71 cannot reach target port 50:00:14:42:90:77:11:01 from host7")
    assert "Blocked" in line_of(finding, tmp_path)


def test_remote_ports_that_are_online(tmp_path: Path) -> None:
    assert findings(tmp_path, {"db71_lsscsi_-t_-L.txt": LSSCSI.format("Online")}, "PTH033") == []


def test_an_nvme_controller_of_esxi_that_is_offline(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, {"esx61_esxcli_nvme_controller_list.txt": NVME}, "PTH033")
    assert finding.message.startswith("esx61 cannot reach target port 52:44:2a:b1:c9:d0:e8:11 from vmhba67")
    assert "vmhba67#" in line_of(finding, tmp_path)


def test_an_fcoe_interface_without_a_link(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, {"db72/fcoeadm_-i.txt": FCOEADM.format("Linkdown")}, "HOST035")
    assert finding.message.startswith("db72: port host12 20:00:00:1b:21:aa:bb:cd has no link, but")
    assert "Linkdown" in line_of(finding, tmp_path)


def test_an_fcoe_interface_that_is_online(tmp_path: Path) -> None:
    assert findings(tmp_path, {"db72/fcoeadm_-i.txt": FCOEADM.format("Online")}, "HOST035") == []
