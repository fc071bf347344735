"""inqraid of CCI: disks of a host with the numbers of their volumes on the array."""

from __future__ import annotations

from tests.readers.array_exports import rows, sample
from tests.support import store_of

ARRAY = {f"540001/{name}.json": sample(f"hitachi-{name}.json") for name in ("rest-storages", "rest.ldev")}
NAA = "naa.60060e8008ab01000050ab010000018d"


def test_disks_and_their_volumes() -> None:
    columns = ("kernel_name", "vendor", "model", "array_serial", "array_device")
    assert [tuple(row.get(column) for column in columns) for row in rows("cci-inqraid.txt", "device")] == [
        ("sda", None, "PERC H700", None, None),
        ("sdb", "HITACHI", "OPEN-V", "540001", "397"),
        ("sdc", "HITACHI", "OPEN-V", "540001", "397"),
        ("sdd", "HITACHI", "OPEN-V-CVS", "540001", "510"),
    ]
    assert [(row["device"], row.get("array_device")) for row in rows("cci-inqraid.windows.txt", "device")] == [
        ("block:PhysicalDrive0", None),
        ("block:PhysicalDrive2", "397"),
        ("block:PhysicalDrive3", "510"),
    ]


def test_the_export_is_one_of_a_host() -> None:
    store = store_of({"lin7/inqraid.txt": sample("cci-inqraid.txt"), **ARRAY})
    assert store.rows("SELECT host, platform FROM host") == [("lin7", "linux")]


def test_disks_are_the_volumes_with_their_numbers() -> None:
    store = store_of({"lin7/inqraid.txt": sample("cci-inqraid.txt"), **ARRAY})
    assert store.rows("SELECT device FROM device WHERE array_device = '397'") == [(NAA,)]
    assert store.rows("SELECT device FROM device WHERE kernel_name = 'sda'") == [("block:sda",)]
