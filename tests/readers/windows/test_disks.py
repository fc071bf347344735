"""Windows partitions and disks: the same properties in wmic's and PowerShell's layouts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from checker.readers.windows.disks import path_identity, unique_identity
from checker.readers.windows.partition_rows import role_of
from tests.readers.harness import best_reader, read, sample


def starts(result: ReadResult) -> list[tuple[object, ...]]:
    return [
        (row["host"], row["device"], row["partition"], row.get("start_bytes"), row.get("role"), row.get("dynamic_disk"))
        for row in result.observations.rows("partition")
    ]


def test_the_table_of_wmic_is_cut_where_its_columns_begin() -> None:
    found = read("windows-wmic-partition", sample("windows-wmic-partition.txt"))
    assert starts(found) == [
        ("owner1", "block:PhysicalDrive0", 1, 1048576, "data", False),
        ("owner1", "block:PhysicalDrive0", 2, 105906176, "data", False),
        ("owner1", "block:PhysicalDrive2", 1, 32256, "data", False),
        ("owner1", "block:PhysicalDrive3", 1, 32256, "data", True),
        ("owner1", "block:PhysicalDrive4", 1, 135266304, "data", False),
    ]
    first = found.observations.rows("partition")[2]
    assert (first["start_sector"], first["sector_bytes"], first["exact"], first["label_type"]) == (
        63,
        512,
        True,
        "msdos",
    )
    assert first["size_bytes"] == 107371560960
    assert found.observations.rows("partition")[4]["label_type"] == "gpt"


def test_the_csv_of_wmic_names_the_machine_and_does_not_quote_names() -> None:
    text = sample("windows-wmic-partition.2.csv")
    assert starts(read("windows-wmic-partition", text)) == [
        ("SQL01", "block:PhysicalDrive1", 1, 1048576, "data", False),
        ("SQL01", "block:PhysicalDrive1", 2, 53687091200, None, None),
    ]
    owner_in = reader_named("windows-wmic-partition").owner_in
    assert owner_in is not None
    assert owner_in(text) == "SQL01"


def test_the_list_of_wmic_ends_a_record_where_a_name_comes_again() -> None:
    text = sample("windows-wmic-partition.3.txt")
    expected = [
        ("owner1", "block:PhysicalDrive5", 1, 65536, "extended", False),
        ("owner1", "block:PhysicalDrive6", 1, 1048576, "data", False),
    ]
    assert starts(read("windows-wmic-partition", text)) == expected
    assert starts(read("windows-wmic-partition", text.replace("\n\n", "\n"))) == expected


def test_collapsed_blanks_are_read_where_every_cell_is_one_word() -> None:
    text = "BlockSize DiskIndex Index StartingOffset\n512 1 0 1048576\n512 1 1 nonsense more words\n"
    found = read("windows-wmic-partition", text)
    assert starts(found) == [("owner1", "block:PhysicalDrive1", 1, 1048576, None, None)]
    assert (found.unread_lines, found.first_unread) == (1, 3)


def test_an_offset_that_is_no_number_is_kept_as_bad() -> None:
    text = sample("windows-wmic-partition.txt").replace("105906176 ", "xxxxxxxxx ")
    found = read("windows-wmic-partition", text)
    assert [(b["fact"], b["value"], b["problem"]) for b in found.observations.rows("bad_value")] == [
        ("startingoffset", "xxxxxxxxx", "redacted")
    ]
    assert "exact" not in found.observations.rows("partition")[1]


def test_a_header_names_the_guest_and_its_lun() -> None:
    header = {"host": "esx40", "guest": "vm01", "disk0": "naa.60000970000000000000533030304232"}
    capture = Capture(
        text="BlockSize  Index  Name                   StartingOffset  \n"
        "512        0      Disk #0, Partition #0  32256           \n"
        "512        0      Disk #1, Partition #0  1048576         \n",
        owner="esx40",
        header=header,
    )
    found = read_capture(reader_named("windows-wmic-partition"), capture)
    rows = found.observations.rows("partition")
    assert [(r["host"], r["guest"], r["device"], r["start_bytes"]) for r in rows] == [
        ("esx40", "vm01", "naa.60000970000000000000533030304232", 32256),
        ("esx40", "vm01", "block:vm01:PhysicalDrive1", 1048576),
    ]
    assert found.observations.rows("host") == []


def test_the_table_of_get_partition_has_exact_offsets_and_names_its_disk() -> None:
    found = read("windows-get-partition", sample("windows-get-partition.txt"))
    symmetrix = "naa.60000970000192601357533030304331"
    assert starts(found) == [
        ("owner1", symmetrix, 1, 17408, "msr", False),
        ("owner1", symmetrix, 2, 135266304, "data", False),
        ("owner1", "block:PhysicalDrive0", 1, 1048576, "data", False),
        ("owner1", "block:PhysicalDrive0", 2, 525336576, "data", False),
    ]
    rows = found.observations.rows("partition")
    assert all("size_bytes" not in row and row["size_low_bytes"] < row["size_high_bytes"] for row in rows)
    flat = "\n".join(" ".join(line.split()) for line in sample("windows-get-partition.txt").split("\n"))
    assert starts(read("windows-get-partition", flat)) == starts(found)


def test_json_of_get_partition_carries_the_lun_in_its_unique_id() -> None:
    text = sample("windows-get-partition.2.json")
    found = read("windows-get-partition", text)
    assert starts(found) == [
        ("owner1", "naa.514f0c5000000111", 1, 17408, "msr", False),
        ("HV02", "naa.514f0c5000000111", 2, 135266304, "data", False),
    ]
    one = json.loads(text)[1]
    del one["UniqueId"], one["PSComputerName"]
    assert starts(read("windows-get-partition", json.dumps(one))) == [
        ("owner1", "block:PhysicalDrive7", 2, 135266304, "data", False)
    ]
    cut = read("windows-get-partition", text[: text.index('"DiskNumber":  7,\n        "PartitionNumber":  2')])
    assert [row[2] for row in starts(cut)] == [1]
    assert cut.ends_inside_record


def test_csv_with_semicolons_and_a_type_line() -> None:
    found = read("windows-get-partition", sample("windows-get-partition.3.csv"))
    assert starts(found) == [
        ("owner1", "block:PhysicalDrive1", 1, 32256, "data", False),
        ("owner1", "block:PhysicalDrive2", 1, 32256, "data", True),
    ]
    commas = sample("windows-get-partition.3.csv").split("\n", 1)[1].replace(";", ",")
    assert starts(read("windows-get-partition", commas)) == starts(found)


def test_a_list_of_get_partition_rounds_sizes_only() -> None:
    text = (
        "UniqueId             : {00000000-0000-0000-0000-100000000000}60000970000192601357533030304331\n"
        "AccessPaths          : {E:\\, \\\\?\\Volume{1f2e3d4c-0000-0000-0000-100000000000}\\}\n"
        "DiskNumber           : 4\nDriveLetter          : E\nGptType              :\nIsBoot               : False\n"
        "MbrType              : 7\nOffset               : 1048576\nPartitionNumber      : 1\nSize                 : 99.87 GB\nType                 : IFS\n"
    )
    assert best_reader(text) == "windows-get-partition"
    found = read("windows-get-partition", text)
    assert starts(found) == [("owner1", "naa.60000970000192601357533030304331", 1, 1048576, "data", False)]
    assert found.observations.rows("bad_value") == []


def test_a_truncated_csv_line_is_reported() -> None:
    text = sample("windows-get-partition.3.csv").rstrip()[:-30]
    found = read("windows-get-partition", text)
    assert len(starts(found)) == 1
    assert found.ends_inside_record


@pytest.mark.parametrize(
    ("kind", "gpt", "mbr", "expected"),
    [
        ("Basic", "{ebd0a0a2-b9e5-4433-87c0-68b6b72699c7}", None, ("data", False)),
        ("Unknown", "{5808c8aa-7e8f-42e0-85d2-e1e90434cfb3}", None, ("data", True)),
        ("GPT: System", None, None, ("efi", False)),
        ("Installable File System", None, None, ("data", False)),
        ("Logical Disk Manager", None, None, ("data", True)),
        ("Extended w/Extended Int 13", None, None, ("extended", False)),
        ("Unknown", None, None, (None, None)),
        (None, None, 66, ("data", True)),
    ],
)
def test_types_become_roles(kind: str | None, gpt: str | None, mbr: int | None, expected: tuple[object, ...]) -> None:
    assert role_of(kind, gpt, mbr) == expected


def test_identities_in_paths_and_unique_ids() -> None:
    digits = "60000970000192601357533030304331"
    hexed = digits.encode().hex()
    assert path_identity(rf"MPIO\DISK&VEN_EMC&PROD_SYMMETRIX&REV_5876\1&7F6AC24&0&{hexed.upper()}") == f"naa.{digits}"
    assert path_identity(rf"\\?\mpio#disk&ven_emc&prod_x#1&7f6ac24&0&{hexed}#{{53f56307}}") == f"naa.{digits}"
    assert path_identity(rf"SCSI\DISK&VEN_EMC\1&7F6AC24&0&{hexed}") is None
    assert unique_identity(digits) == f"naa.{digits}"
    assert unique_identity("{00000000-0000-0000-0000-100000000000}" + digits) == f"naa.{digits}"
    assert unique_identity("0025388B710116A3", "EUI64") == "eui.0025388b710116a3"
    assert unique_identity("IDE\\DiskX:HOST") is None


def test_disks_join_numbers_with_luns() -> None:
    found = read("windows-get-disk", sample("windows-get-disk.2.json")).observations.rows("device")
    assert [(d["device"], d["kernel_name"], d["size_bytes"], d["transport"], d["device_state"]) for d in found] == [
        ("naa.60000970000192601357533030304331", "PhysicalDrive4", 107374182400, "fc", "Online"),
        ("block:PhysicalDrive0", "PhysicalDrive0", 256060514304, "sata", "Online"),
    ]
    assert (found[0]["vendor"], found[0]["model"], found[0]["is_local"]) == ("EMC", "SYMMETRIX", False)
    drives = read("windows-wmic-diskdrive", sample("windows-wmic-diskdrive.txt")).observations.rows("device")
    assert [(d["device"], d["kernel_name"], d.get("vendor"), d.get("model")) for d in drives] == [
        ("block:PhysicalDrive0", "PhysicalDrive0", "DELL", "PERC H730 Mini"),
        ("naa.60000970000192601357533030304330", "PhysicalDrive2", "EMC", "SYMMETRIX"),
        ("block:PhysicalDrive3", "PhysicalDrive3", "Generic", "Flash"),
    ]
    assert [d.get("multipath_owner") for d in drives] == [None, "mpio", None]
    shown = read("windows-get-disk", sample("windows-get-disk.txt")).observations.rows("device")
    assert [(d["kernel_name"], d["device_state"], d["model"]) for d in shown] == [
        ("PhysicalDrive0", "Online", "PERC H730 Mini"),
        ("PhysicalDrive2", "Online", "SYMMETRIX"),
        ("PhysicalDrive3", "Offline", "Invista"),
    ]


def test_a_redacted_unique_id_is_kept_as_bad() -> None:
    text = sample("windows-get-disk.2.json").replace(
        "60000970000192601357533030304331", "6000097000xxxxxxxxxx533030304331"
    )
    found = read("windows-get-disk", text)
    assert [b["problem"] for b in found.observations.rows("bad_value")] == ["redacted"]
    assert found.observations.rows("device")[0]["device"] == "block:PhysicalDrive4"


def test_diskpart_rounds_offsets_except_in_details() -> None:
    found = read("windows-diskpart", sample("windows-diskpart.txt")).observations.rows("partition")
    assert [(r["partition"], r.get("exact"), r.get("start_bytes")) for r in found] == [
        (1, None, None),
        (2, None, None),
        (2, True, 135266304),
    ]
    lost = read("windows-diskpart", sample("windows-diskpart.txt").replace("Disk 2 is now the selected disk.", ""))
    assert lost.observations.rows("partition") == []
    assert lost.unread_lines == 3


DISKPART_GERMAN = """\
Microsoft DiskPart-Version 10.0.19041.964

Copyright (C) Microsoft Corporation.
Auf Computer: WIN01

DISKPART> list disk

  Datenträger ###  Status         Größe    Frei     Dyn  GPT
  ---------------  -------------  -------  -------  ---  ---
  Datenträger 0    Online          465 GB  4096 KB
  Datenträger 3    Online           29 GB    14 GB        *

DISKPART> sel disk 3

Datenträger 3 ist jetzt der gewählte Datenträger.

DISKPART> list part

  Partition ###  Typ               Größe    Offset
  -------------  ----------------  -------  -------
  Partition 1    Reserviert          16 MB    17 KB
* Partition 2    Primär              20 GB  1024 KB
  Partition 0    Erweitert            9 GB    20 GB
"""


def test_diskpart_in_other_languages() -> None:
    result = read("windows-diskpart", DISKPART_GERMAN)
    assert [
        (r["device"], r["partition"], r["role"], r["start_low_bytes"]) for r in result.observations.rows("partition")
    ] == [
        ("block:PhysicalDrive3", 1, "msr", 16 * 1024 + 1),
        ("block:PhysicalDrive3", 2, "data", 1023 * 1024 + 1),
        ("block:PhysicalDrive3", 0, "extended", (19 << 30) + 1),
    ]
    assert result.unread_lines == 0
    assert best_reader(DISKPART_GERMAN) == "windows-diskpart"
    owner_in = reader_named("windows-diskpart").owner_in
    assert owner_in is not None
    assert owner_in(DISKPART_GERMAN) == "WIN01"
    script = "\n".join(line for line in DISKPART_GERMAN.split("\n") if not line.startswith("DISKPART>"))
    assert len(read("windows-diskpart", script).observations.rows("partition")) == 3
    lost = read("windows-diskpart", script.replace("ist jetzt der gewählte Datenträger", ""))
    assert not lost.observations.rows("partition")
    french = """\
Le disque 1 est maintenant le disque sélectionné.

  Partition ###  Type              Taille   Décalage
  -------------  ----------------  -------  --------
  Partition 1    Principale          20 G    1024 K
  Partition 2    Récupération       500 M      20 G
"""
    found = read("windows-diskpart", french).observations.rows("partition")
    assert [(r["device"], r["partition"], r["role"]) for r in found] == [
        ("block:PhysicalDrive1", 1, "data"),
        ("block:PhysicalDrive1", 2, "system"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Size\nvolume one,100\n",
        "Number;Value\n1;2\n",
        '{"Number": 1, "Name": "x"}',
        "Index=1\nName=a\n",
        "[section]\nkey=value\n",
        "DeviceID  Name\nA         B\n",
    ],
)
def test_ordinary_tables_are_not_claimed(text: str) -> None:
    assert not (best_reader(text) or "").startswith("windows-")


def test_a_name_that_fills_its_column_ends_where_the_serial_number_begins() -> None:
    text = (
        "Number Friendly Name Serial Number                    HealthStatus         OperationalStatus      Total Size Partition\n"
        "                                                                                                             Style\n"
        "------ ------------- -------------                    ------------         -----------------      ---------- ----------\n"
        "0      NVMe EXAMPLE… 0000_0000_0000_0001.             Healthy              Online                  953,87 GB GPT\n"
        "1      EXAMPLE Array CKM00000000001                   Healthy              Online                     100 GB GPT\n"
    )
    first, second = read("windows-get-disk", text).observations.rows("device")
    # What the table shortens is no product.
    assert "model" not in first
    assert (second["vendor"], second["model"]) == ("EXAMPLE", "Array")


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (
            '[{"DeviceId":"0","BusType":"SAS","MediaType":"HDD","UniqueId":"6000C29000000000000000000000000A"}]',
            "windows-get-physicaldisk",
        ),
        (
            '[{"Number":1,"FriendlyName":"DGC VRAID","SerialNumber":"CK2","BusType":"Fibre Channel"}]',
            "windows-get-disk",
        ),
        ('[{"Number":1,"FriendlyName":"DGC VRAID","UniqueId":"60060160000000000000000000000001"}]', "windows-get-disk"),
    ],
)
def test_a_few_chosen_properties_are_enough(text: str, reader: str) -> None:
    assert best_reader(text) == reader
    assert len(read(reader, text).observations.rows("device")) == 1


def test_a_table_of_chosen_properties() -> None:
    text = sample("windows-get-disk.4.txt")
    assert best_reader(text) == "windows-get-disk"
    result = read("windows-get-disk", text)
    names = ("kernel_name", "device", "size_bytes", "health_state", "device_state")
    assert [tuple(row[name] for name in names) for row in result.observations.rows("device")] == [
        ("PhysicalDrive1", "naa.624a93705f1c2a7b11d34e2a00011a01", 1 << 40, "healthy", "Online"),
        ("PhysicalDrive2", "naa.624a93705f1c2a7b11d34e2a00011a02", 50 << 30, "unhealthy", "Online"),
        ("PhysicalDrive13", "naa.624a93705f1c2a7b11d34e2a00011a03", 1 << 40, "healthy", "Lost Communication"),
    ]
    assert result.unread_lines == 0


def test_the_health_of_disks_in_the_default_table_and_as_numbers() -> None:
    shown = sample("windows-get-disk.txt").replace("Healthy              Offline", "Unhealthy            Offline")
    assert [row["health_state"] for row in read("windows-get-disk", shown).observations.rows("device")] == [
        "healthy",
        "healthy",
        "unhealthy",
    ]
    text = '[{"Number":1,"FriendlyName":"DGC VRAID","UniqueId":"60060160000000000000000000000001","OperationalStatus":53264,"HealthStatus":2}]'
    (row,) = read("windows-get-disk", text).observations.rows("device")
    assert (row["device_state"], row["health_state"]) == ("Online", "unhealthy")


def test_disks_that_do_not_work_are_found(tmp_path: Path) -> None:
    (tmp_path / "win01-Get-Disk.txt").write_text(sample("windows-get-disk.4.txt"))
    found = [
        one.message for one in audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("HOST041",))).findings
    ]
    assert found == [
        "win01 reports a fault on naa.624a93705f1c2a7b11d34e2a00011a02 of pure; health: unhealthy; status: online",
        "win01 reports a fault on naa.624a93705f1c2a7b11d34e2a00011a03 of pure; health: healthy; status: lost communication",
    ]


def test_systeminfo_names_its_host() -> None:
    reader = reader_named("windows-systeminfo")
    assert reader.owner_in is not None
    assert reader.owner_in(sample("windows-systeminfo.txt")) == "WIN31"
    (row,) = read("windows-systeminfo", sample("windows-systeminfo.txt")).observations.rows("host")
    assert (row["os_name"], row["os_version"]) == ("Microsoft Windows Server 2019 Standard", "10.0.17763")
