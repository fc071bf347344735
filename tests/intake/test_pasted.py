"""Outputs of two commands of one machine in one file, without a prompt or heading between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.intake.decode import decode
from checker.intake.pool import Intake, read_all
from checker.intake.sources import sources_of
from tests import folders

_OF_MACHINE = {"host", "switch", "storage_array", "line"}
PAIRS = [
    ("clariion-ndu-list.txt", "clariion-getcache.txt"), ("clariion-getcontrol.txt", "clariion-ioportconfig.txt"),
    ("clariion-lun-list.txt", "clariion-networkadmin.txt"), ("dothill-versions.txt", "dothill-greeting.txt"),
    ("linux-systool-fc.txt", "linux-lsblk.2.txt"), ("xiv-vol-list.txt", "xiv-xcli.txt"), ("vplex-ll-migrations.txt", "vplex-report-ports.txt"),
    ("eseries-health.txt", "eseries-smcli.dell.txt"), ("aix-errpt-a.txt", "aix-lsdev.txt"), ("esxi-filesystem-list.txt", "esxi-mpath-brief.txt"),
    ("nxos-show-vsan-membership.txt", "nxos-show-device-alias-database.txt"), ("linux-systool-fc.txt", "linux-udev-rules.txt"),
    ("linux-systool-bus.txt", "linux-udev-rules.txt"), ("linux-udevadm-info.txt", "linux-udev-rules.txt"),
    ("linux-udevadm-walk.txt", "linux-udev-rules.txt"), ("linux-fcoeadm.targets.txt", "linux-parted.txt"),
    ("esxi-vmkernel-log.txt", "esxi-claimrule-list.txt"), ("esxi-scsidevs-vmfs.txt", "esxi-partedutil.txt"),
]  # fmt: skip


def intake_of(folder: Path, text: str) -> Intake:
    folder.mkdir()
    (folder / "a.txt").write_text(text, encoding="utf-8")
    return read_all(sources_of([str(folder / "a.txt")], folder), folder, jobs=1)


def facts(intake: Intake) -> set[object]:
    """What is stated, without the names of machines."""
    found: set[object] = set()
    for chunk in intake.observations.chunks():
        for values in zip(*map(list, chunk.values), strict=True):
            row = zip(chunk.columns, values, strict=True)
            found.add((chunk.kind, *((name, repr(value)) for name, value in row if name not in _OF_MACHINE)))
    return found


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_both_outputs_are_read(pair: tuple[str, str], turned: bool, tmp_path: Path) -> None:
    one, other = (
        decode((folders.SAMPLES / name).read_bytes()).rstrip("\n") + "\n" for name in pair[:: -1 if turned else 1]
    )
    both = intake_of(tmp_path / "both", one + other)
    expected = facts(intake_of(tmp_path / "one", one)) | facts(intake_of(tmp_path / "other", other))
    assert facts(both) == expected
    assert len({record.format for record in both.records if record.format}) == 2


@pytest.mark.parametrize("upper", ["linux-systool-fc", "linux-systool-module"])
def test_settings_below_a_listing_are_not_its_attributes(upper: str, tmp_path: Path) -> None:
    """A list of settings is not certain enough to divide a text; then its lines are reported."""
    one, other = (decode((folders.SAMPLES / f"{name}.txt").read_bytes()) for name in (upper, "linux-sysctl"))
    both = intake_of(tmp_path / "both", one + other)
    assert facts(both) == facts(intake_of(tmp_path / "one", one))
    assert sum(record.unread_lines for record in both.records) == len(other.splitlines())


@pytest.mark.parametrize("sample", ["clariion-getall.txt", "nxos-show-running-config.txt", "vplex-health-check.txt"])
def test_one_output_that_several_readers_know_stays_one(sample: str, tmp_path: Path) -> None:
    records = intake_of(tmp_path / "a", decode((folders.SAMPLES / sample).read_bytes())).records
    assert [record.format for record in records] == [sample.partition(".")[0]]
