"""SDD: devices and paths on AIX, Linux and Windows; paths to a node that is not preferred, and paths that nothing uses."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample

SAMPLE = "sdd-query-device"


def states(name: str) -> list[tuple[object, ...]]:
    return [
        (p["device"], p["path_name"], p["hba"], p["state"], p.get("optimised"), p["errors"]) for p in rows(name, "path")
    ]


def test_paths_on_aix_are_numbered_as_the_system_numbers_them() -> None:
    assert states(f"{SAMPLE}.txt") == [
        ("block:hdisk4", "0", "fscsi0", "active", False, 0),
        ("block:hdisk4", "1", "fscsi0", "active", True, 0),
        ("block:hdisk4", "2", "fscsi1", "active", False, 0),
        ("block:hdisk4", "3", "fscsi1", "dead", True, 7),
        ("block:hdisk5", "0", "fscsi0", "unknown", None, 0),
        ("block:hdisk5", "1", "fscsi1", "disabled", None, 0),
        ("block:hdisk6", "0", "fscsi0", "active", None, 0),
        ("block:hdisk6", "1", "fscsi1", "dead", None, 0),
    ]
    devices = rows(f"{SAMPLE}.txt", "device")
    assert [(d["device"], d["kernel_name"], d["model"], d["policy"], d["multipath_owner"]) for d in devices] == [
        ("naa.600507680c80000000000000000000a1", "hdisk4", "2145", "load_balance", "mpio"),
        ("naa.6005076303ffc0a10000000000001000", "hdisk5", "2107900", "load_balance", "mpio"),
        ("block:hdisk6", "hdisk6", "2107900", "round_robin", "mpio"),
    ]


def test_windows_and_linux() -> None:
    disk = "block:PhysicalDrive2"
    assert states(f"{SAMPLE}.windows.txt") == [
        (disk, "0", "Scsi Port2 Bus0", "active", True, 0),
        (disk, "1", "Scsi Port2 Bus0", "active", False, 0),
        (disk, "2", "Scsi Port3 Bus0", "dead", True, 4),
        (disk, "3", "Scsi Port3 Bus0", "active", False, 0),
    ]
    (host,) = rows(f"{SAMPLE}.windows.txt", "host")
    assert (host["platform"], host["multipath_software"]) == ("windows", "mpio")
    assert states(f"{SAMPLE}.linux.txt") == [
        ("block:vpatha", "sdb", "host1", "active", None, 0),
        ("block:vpatha", "sdc", "host2", "dead", None, 2),
    ]
    (host,) = rows(f"{SAMPLE}.linux.txt", "host")
    assert (host["platform"], host["multipath_software"]) == ("linux", "sdd")


def test_a_missing_device_and_a_truncated_path_are_noticed() -> None:
    text = sample(f"{SAMPLE}.txt")
    result = harness.read(SAMPLE, text[: text.index("DEV#:   6")])
    assert (result.printed_count, result.counted_records) == (3, 2)
    result = harness.read(SAMPLE, text[: text.index("   2765410")])
    assert (result.ends_inside_record, len(list(result.observations.rows("path")))) == (True, 3)


def test_paths_of_another_command_are_the_same_paths_of_the_same_machine(tmp_path: Path) -> None:
    (tmp_path / "db1").mkdir()
    (tmp_path / "db1" / "pcmpath.txt").write_text(sample(f"{SAMPLE}.txt"))
    (tmp_path / "db1" / "lspath.txt").write_text(
        "Enabled hdisk4 fscsi0\nEnabled hdisk4 fscsi0\nEnabled hdisk4 fscsi1\nFailed  hdisk4 fscsi1\n"
    )
    report = audit([str(tmp_path)], Options(jobs=1))
    found = {(one.rule, one.message.partition(" (")[0]) for one in report.findings}
    assert found == {
        ("PTH001", "db1 has only 1 live path to hdisk6; at least 2 are required, and 1 known path is not live"),
        ("PTH014", "db1: the path from fscsi1 is disabled for naa.6005076303ffc0a10000000000001000"),
        ("PTH014", "db1: the path from fscsi1 is dead for hdisk6"),
        ("PTH014", "db1: the path from fscsi1 is dead for naa.600507680c80000000000000000000a1"),
    }
