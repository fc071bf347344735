"""parted: exact starts only where the text has them."""

from __future__ import annotations

from tests.readers.harness import facts, read
from tests.readers.linux.partitions.listings import MACHINE, PARTED, rows


def test_parted_listing() -> None:
    result = read("linux-parted", PARTED, owner="db01")
    found = rows(result)
    assert found[0] == {
        "host": "db01",
        "device": "block:sdc",
        "partition": 1,
        "start_bytes": 1_048_576,
        "start_sector": 2048,
        "size_bytes": 536_870_912,
        "sector_bytes": 512,
        "role": "efi",
        "file_system": "fat32",
        "label_type": "gpt",
        "label": "EFI System Partition",
        "boot": True,
        "exact": True,
        "line": 8,
    }
    assert [
        (r["partition"], r["role"], r.get("file_system"), r.get("label"), r.get("exact"), r["line"]) for r in found[1:]
    ] == [
        (2, "swap", "linux-swap(v1)", None, True, 9),
        (3, "lvm", None, "data one", True, 10),
        (1, "data", "xfs", None, True, 20),
        (2, "extended", None, None, None, 21),
    ]
    assert [r["device"] for r in found[3:]] == ["block:mapper/oradata"] * 2
    # Only sector 63 of 512 bytes begins at 32.3 kB.
    assert (found[3]["start_bytes"], found[3]["start_sector"]) == (32_256, 63)
    assert "start_bytes" not in found[4]
    assert result.observations.rows("device") == [
        {
            "host": "db01",
            "device": "block:sdc",
            "kernel_name": "sdc",
            "vendor": "EMC",
            "model": "Invista",
            "size_bytes": 10_737_418_240,
            "sector_bytes": 512,
            "line": 2,
        }
    ]
    assert result.unread_lines == 0


def test_parted_listing_that_lost_its_columns() -> None:
    flat = "\n".join(" ".join(line.split()) for line in PARTED.split("\n"))
    assert facts(read("linux-parted", flat)) == facts(read("linux-parted", PARTED))


def test_parted_in_bytes() -> None:
    text = (
        PARTED.split("\n\n\n", 1)[0]
        .replace("20971520s", "10737418240B")
        .replace("2048s     1050623s   1048576s", "1048576B  1050623B   1048576B")
    )
    first = rows(read("linux-parted", text))[0]
    assert (first["start_bytes"], first["start_sector"], first["exact"]) == (1_048_576, 2048, True)


def test_parted_machine_readable() -> None:
    result = read("linux-parted", MACHINE)
    assert [(r["partition"], r["start_sector"], r["role"], r["boot"], r["line"]) for r in rows(result)] == [
        (1, 63, "data", True, 3),
        # -m prints no type, but a partition that encloses a logical one is the extended partition.
        (2, 16065, "extended", False, 4),
        (5, 16128, "lvm", False, 5),
    ]
    (disk,) = result.observations.rows("device")
    assert (disk["vendor"], disk["model"]) == ("EMC", "Invista")
    cut = read("linux-parted", MACHINE[:-8])
    assert cut.ends_inside_record
    assert facts(cut) - facts(result) <= {f for f in facts(cut) if dict(f[1]).get("partition") == 2}


def test_a_sector_smaller_than_any_disk_has_is_a_bad_value() -> None:
    result = read("linux-parted", PARTED.replace("512B/4096B", "012B/4096B"), owner="db01")
    [bad] = result.observations.rows("bad_value")
    assert (bad["fact"], bad["value"]) == ("sector_bytes", "012")
    [first, *_] = result.observations.rows("partition")
    assert first["start_sector"] == 2048
    assert "start_bytes" not in first
