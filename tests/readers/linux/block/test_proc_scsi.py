"""/proc/scsi/scsi: disks by their addresses."""

from __future__ import annotations

from tests.readers.harness import read, sample
from tests.support import store_of

TEXT = sample("linux-proc-scsi.txt")
TOPOLOGY = """mpatha (36001440000000103000aa00000000001) dm-3 EMC,Invista
size=10G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 3:0:1:4 sdb 8:16 active ready running
  `- 4:0:0:260 sdc 8:32 active ready running
"""


def test_disks_have_addresses_and_products() -> None:
    result = read("linux-proc-scsi", TEXT)
    assert [(row["device"], row["vendor"], row["model"], row["lun"]) for row in result.observations.rows("device")] == [
        ("block:0:2:0:0", "HPE", "LOGICAL VOLUME", 0),
        ("block:3:0:1:4", "EMC", "Invista", 4),
        ("block:4:0:0:260", "EMC", "Invista", 260),
    ]


def test_a_device_without_its_type_is_incomplete() -> None:
    result = read("linux-proc-scsi", TEXT[: TEXT.index("  Type:   Sequential")])
    assert result.ends_inside_record
    assert len(result.observations.rows("device")) == 3


def test_addresses_lead_to_the_lun() -> None:
    store = store_of({"db01/scsi.txt": TEXT, "db01/multipath_ll.txt": TOPOLOGY})
    assert store.rows("SELECT device, revision FROM device ORDER BY device") == [
        ("block:0:2:0:0", "6.60"),
        ("naa.6001440000000103000aa00000000001", "5200"),
    ]


def test_addresses_lead_to_the_name_of_a_disk_and_its_lun() -> None:
    listed = "[3:0:1:4]    disk    EMC      Invista          5200  /dev/sdb\n"
    page = "/dev/sdb\n" + sample("linux-sg-utils.page.txt")
    store = store_of({"db01/scsi.txt": TEXT, "db01/lsscsi.txt": listed, "db01/sg_vpd.txt": page})
    assert ("naa.6001440000000103000aa00000000001", "Invista") in store.rows("SELECT device, model FROM device")
    assert not store.rows("SELECT 1 FROM device WHERE device = 'block:3:0:1:4'")
