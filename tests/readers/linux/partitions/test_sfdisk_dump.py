"""sfdisk -d and sfdisk -J."""

from __future__ import annotations

import json

from tests.readers.harness import best_reader, read
from tests.readers.linux.partitions.listings import DUMP, OLD_DUMP, rows


def test_sfdisk_dump_in_large_sectors() -> None:
    result = read("linux-sfdisk-dump", DUMP)
    first, second = rows(result)
    assert (
        first["device"],
        first["partition"],
        first["start_bytes"],
        first["sector_bytes"],
        first["role"],
        first["label"],
    ) == (
        "block:nvme0n1",
        1,
        1_048_576,
        4096,
        "efi",
        "EFI",
    )
    assert (second["role"], second["partition_type"], second["line"]) == (
        "data",
        "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
        9,
    )
    assert result.unread_lines == 0


def test_sfdisk_dump_without_sector_size_states_no_bytes() -> None:
    first = rows(read("linux-sfdisk-dump", DUMP.replace("sector-size: 4096\n", "")))[0]
    assert first["start_sector"] == 256
    assert "start_bytes" not in first and "sector_bytes" not in first


def test_old_sfdisk_dump_counts_512_bytes() -> None:
    first, second = rows(read("linux-sfdisk-dump", OLD_DUMP))
    assert (first["start_bytes"], first["size_bytes"], first["boot"], first["partition_type"]) == (
        32_256,
        10_733_958_144,
        True,
        "0x83",
    )
    assert (second["role"], second["size_bytes"]) == ("empty", 0)


def test_cut_sfdisk_dump() -> None:
    result = read("linux-sfdisk-dump", OLD_DUMP[: OLD_DUMP.index("964762")])
    assert result.ends_inside_record
    assert "role" not in rows(result)[0]


def test_sfdisk_json() -> None:
    table = {
        "label": "dos",
        "device": "/dev/disk/by-id/scsi-36000144000000010300aa00000000001",
        "unit": "sectors",
        "sectorsize": 512,
        "partitions": [
            {
                "node": "/dev/disk/by-id/scsi-36000144000000010300aa00000000001-part1",
                "start": 2048,
                "size": 4096,
                "type": "8e",
            }
        ],
    }
    text = json.dumps({"partitiontable": table}, indent=1)
    assert best_reader(text) == "linux-sfdisk-json"
    result = read("linux-sfdisk-json", text + "\n" + text)
    first, second = rows(result)
    assert (first["device"], first["partition"], first["start_bytes"], first["role"]) == (
        "naa.6000144000000010300aa00000000001",
        1,
        1_048_576,
        "lvm",
    )
    assert (first["line"], second["line"]) == (8, 24)
    cut = read("linux-sfdisk-json", text[:-20])
    assert cut.ends_inside_record or cut.notes
