"""One port under two adapter names, and NVMe controllers that join host ports to array ports."""

from __future__ import annotations

import pytest

from tests import folders
from tests.support import store_of

ADAPTERS = """\
HBA Name  Driver    Link State  UID                                   Capabilities         Description
--------  --------  ----------  ------------------------------------  -------------------  -----------
vmhba2    lpfc      link-up     fc.20000000c9000001:10000000c9000001  Second Level Lun ID  (0000:41:00.0) Emulex LPe32000
vmhba64   lpfc      link-up     fc.20000000c9000001:10000000c9000001                       (0000:41:00.0) Emulex LPe32000
"""
PORT = """\
   Adapter: vmhba{number}
   Port ID: 010200
   Node Name: 20:00:00:00:c9:00:00:01
   Port Name: 10:00:00:00:c9:00:00:01
   Speed: 32 Gbps
   Port State: ONLINE
   Firmware Version: {version}

"""
PATH = """\
fc.20000000c9000001:10000000c9000001-fc.5000144000000001:5000144280000001-naa.6000144000000010300aa00000000001
   Runtime Name: vmhba2:C0:T0:L1
   Device: naa.6000144000000010300aa00000000001
   Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010300aa00000000001)
   Group State: active
   Array Priority: 0
   Storage Array Type Path Config: {TPG_id=1,TPG_state=AO,RTP_id=4,RTP_health=UP}
   Path Selection Policy Path Config: {current: yes; preferred: no}
"""


@pytest.mark.parametrize("numbers", [(64, 2), (2, 64)])
def test_a_port_keeps_the_name_that_its_paths_use(numbers: tuple[int, int]) -> None:
    ports = "".join(PORT.format(number=number, version=f"12.{number}") for number in numbers)
    store = store_of({"esx01/san_fc_list.txt": ports, "esx01/adapters.txt": ADAPTERS, "esx01/nmp_path_list.txt": PATH})
    rows = store.rows("SELECT hba, speed_gbps, firmware_version IS NOT NULL, driver FROM initiator")
    assert rows == [("vmhba2", 32.0, True, "lpfc")]


@pytest.mark.parametrize("numbers", [(64, 2), (2, 64)])
def test_without_paths_a_port_keeps_the_name_of_its_pci_function(numbers: tuple[int, int]) -> None:
    ports = "".join(PORT.format(number=number, version=f"12.{number}") for number in numbers)
    for files in ({"esx01/ports.txt": ports}, {"esx01/adapters.txt": ADAPTERS}):
        assert store_of(files).rows("SELECT hba FROM initiator") == [("vmhba2",)]


def test_names_of_different_ports_stay() -> None:
    other = PORT.format(number=64, version="12").replace("c9:00:00:01", "c9:00:00:02")
    store = store_of({"esx01/san_fc_list.txt": PORT.format(number=2, version="12") + other, "esx01/nmp.txt": PATH})
    assert store.rows("SELECT hba FROM initiator ORDER BY 1") == [("vmhba2",), ("vmhba64",)]


def test_an_nvme_controller_ties_the_ports_of_its_paths_to_the_subsystem() -> None:
    multipath = (folders.SAMPLES / "linux-nvme-subsys.txt").read_text()
    maps = """\
eui.00000a0669af8e91d039ea0000000001 [nvme]:nvme1n1 NVMe,Example Array,08901200
size=20971520 features='n/a' hwhandler='ANA' wp=rw
|-+- policy='n/a' prio=50 status=optimized
| `- 1:2:1 nvme1c2n1 0:0 n/a optimized live
`-+- policy='n/a' prio=10 status=non-optimized
  `- 1:3:1 nvme1c3n1 0:0 n/a non-optimized live
"""
    ports = "".join(f"/sys/class/fc_host/host{number}/port_name:0x10000000c900000{number - 2}\n" for number in (3, 4))
    store = store_of({"db01/subsys.txt": multipath, "db01/multipath.txt": maps, "db01/fc_host.txt": ports})
    assert store.rows("SELECT path_name, hba, initiator_wwpn, target_wwpn FROM path ORDER BY 1") == [
        ("nvme1c2n1", "host3", "10000000c9000001", "50000000aa000001"),
        ("nvme1c3n1", "host4", "10000000c9000002", "50000000aa000002"),
    ]
    assert store.rows("SELECT scsi_target, hba, initiator_wwpn, nqn FROM remote_port ORDER BY 1")[0] == (
        "nvme2", "host3", "10000000c9000001", "nqn.2014-08.com.example:array:0001",
    )  # fmt: skip


AIX = """\
root@aix41:/ # lspath -F "status:name:parent:connection:path_id"
Enabled:hdisk2:fscsi0:5005076811000a01,0:0
Failed:hdisk2:fscsi1:5005076812000a01,0:1
root@aix41:/ # lsattr -El fscsi0
attach       switch  How this adapter is CONNECTED False
scsi_id      0x{first} Adapter SCSI ID           False
root@aix41:/ # lsattr -El fscsi1
attach       switch  How this adapter is CONNECTED False
scsi_id      0x{second} Adapter SCSI ID           False
root@aix41:/ # fcstat fcs2

FIBRE CHANNEL STATISTICS REPORT: fcs2

World Wide Port Name: 0x10000090FAA1B210
Port FC ID: 0x010100
Attention Type:   Link Up

root@aix41:/ # fcstat fcs3

FIBRE CHANNEL STATISTICS REPORT: fcs3

World Wide Port Name: 0x10000090FAA1B211
Port FC ID: 0x{of_port}
Attention Type:   Link Up

"""


def test_paths_of_a_protocol_device_are_those_of_the_adapter_with_its_fc_id() -> None:
    store = store_of({"aix41.log": AIX.format(first="10100", second="20200", of_port="020200")})
    assert store.rows("SELECT hba, initiator_wwpn, state FROM path ORDER BY 1") == [
        ("fcs2", "10000090faa1b210", "active"),
        ("fcs3", "10000090faa1b211", "dead"),
    ]
    assert store.rows("SELECT hba FROM initiator ORDER BY 1") == [("fcs2",), ("fcs3",)]


@pytest.mark.parametrize(("second", "of_port"), [("10100", "010100"), ("20200", "010100"), ("10100", "020200")])
def test_an_fc_id_of_two_ports_or_devices_proves_nothing(second: str, of_port: str) -> None:
    """The switches of two fabrics may have the same domain."""
    store = store_of({"aix41.log": AIX.format(first="10100", second=second, of_port=of_port)})
    assert ("fscsi0", None) in store.rows("SELECT hba, initiator_wwpn FROM path")
