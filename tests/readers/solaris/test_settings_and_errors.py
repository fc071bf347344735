"""Solaris: settings of MPxIO, and disks as ``iostat -En`` lists them."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_disks_with_products_and_exact_sizes_and_no_drives_without_a_medium() -> None:
    assert harness.best_reader(sample("solaris-iostat-errors.txt")) == "solaris-iostat-errors"
    columns = ("device", "kernel_name", "vendor", "model", "revision", "size_bytes")
    assert [tuple(row.get(one) for one in columns) for row in rows("solaris-iostat-errors.txt", "device")] == [
        ("block:c1t0d0", "c1t0d0", "SEAGATE", "ST914602SSUN146G", "0603", 146810535936),
        (
            "naa.60060e8000000001000000000000a001", "c6t60060E8000000001000000000000A001d0", "HITACHI", "OPEN-V      -SUN",
            "5001", 53687091200,
        ),
    ]  # fmt: skip


def test_the_name_of_the_driver_and_a_truncated_record() -> None:
    text = sample("solaris-iostat-errors.txt").replace("c1t0d0 ", "ssd12 ")
    devices = list(harness.read("solaris-iostat-errors", text).observations.rows("device"))
    assert devices[0]["device"] == "block:ssd12"
    cut = harness.read("solaris-iostat-errors", text[: text.rindex("Transport Errors: 12")])
    assert (cut.ends_inside_record, len(list(cut.observations.rows("device")))) == (True, 1)


def test_the_port_in_the_name_of_a_path_is_no_lun() -> None:
    text = sample("solaris-iostat-errors.txt")
    for lun in (0, 1):
        named = text.replace("c1t0d0 ", f"c2t500009735008849Cd{lun} ")
        device = next(iter(harness.read("solaris-iostat-errors", named).observations.rows("device")))
        assert device["device"] == f"block:c2t500009735008849Cd{lun}"


def test_load_balancing_of_mpxio_that_is_off_is_found(tmp_path: Path) -> None:
    assert [(row["setting"], row["value"]) for row in rows("solaris-vhci-conf.txt", "host_setting")] == [
        ("load-balance", "none"),
        ("auto-failback", "enable"),
    ]
    (tmp_path / "sol1").mkdir()
    (tmp_path / "sol1" / "scsi_vhci.conf").write_text(sample("solaris-vhci-conf.txt"))
    (finding,) = audit([str(tmp_path)], Options(jobs=1)).findings
    assert (finding.rule, finding.message) == (
        "HOST031",
        "sol1: load-balance of MPxIO is none instead of round-robin",
    )
