"""SDD: counts of the paths of adapters, and their port names."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample

SAMPLE = "sdd-query-adapter"


@pytest.mark.parametrize(
    ("name", "platform", "software", "totals"),
    [
        # Some devices that fscsi2 serves are not in use, so that the number of its paths that work is unknown.
        ("", "aix", "mpio", [("fscsi0", 10, 10), ("fscsi1", 10, 8), ("fscsi2", 10, None), ("fscsi3", 10, 0)]),
        (".windows", "windows", "mpio", [("Scsi Port2 Bus0", 4, 4), ("Scsi Port3 Bus0", 4, 3)]),
        (".linux", "linux", "sdd", [("host1", 2, 2), ("host2", 2, 0)]),
    ],
)  # fmt: skip
def test_paths_are_counted_by_adapter(
    name: str, platform: str, software: str, totals: list[tuple[str, int, int | None]]
) -> None:
    found = rows(f"{SAMPLE}{name}.txt", "path_total")
    assert [(one["hba"], one["printed_paths"], one.get("working_paths")) for one in found] == totals
    assert {one["multipath_owner"] for one in found} == {software}
    (host,) = rows(f"{SAMPLE}{name}.txt", "host")
    assert (host["platform"], host["multipath_software"]) == (platform, software)


def test_port_names_of_adapters() -> None:
    assert [(port["hba"], port["initiator_wwpn"]) for port in rows("sdd-query-wwpn.txt", "initiator")] == [
        ("fscsi0", "10000000c9000001"),
        ("fscsi1", "10000000c9000002"),
    ]


def test_a_truncated_adapter_is_noticed() -> None:
    result = harness.read(SAMPLE, sample(f"{SAMPLE}.txt").rstrip()[:-20])
    assert (result.ends_inside_record, len(list(result.observations.rows("path_total")))) == (True, 3)


def test_paths_that_do_not_work_are_found_where_no_export_lists_them(tmp_path: Path) -> None:
    (tmp_path / "db1").mkdir()
    (tmp_path / "db1" / "adapters.txt").write_text(sample(f"{SAMPLE}.txt"))
    found = {(one.rule, one.message) for one in audit([str(tmp_path)], Options(jobs=1)).findings}
    assert found == {
        ("PTH029", "db1: 2 of 10 paths through adapter fscsi1 do not work"),
        ("PTH029", "db1: 10 of 10 paths through adapter fscsi3 do not work"),
    }
    # The devices list the paths themselves.
    (tmp_path / "db1" / "devices.txt").write_text(sample("sdd-query-device.txt"))
    assert audit([str(tmp_path)], Options(jobs=1, select=("PTH029",))).findings == ()


def test_adapters_and_devices_in_one_file_are_two_outputs(tmp_path: Path) -> None:
    (tmp_path / "db1.txt").write_text(sample(f"{SAMPLE}.txt") + "\n" + sample("sdd-query-device.txt"))
    report = audit([str(tmp_path)], Options(jobs=1))
    assert {one.rule for one in report.findings} == {"PTH001", "PTH014"}
