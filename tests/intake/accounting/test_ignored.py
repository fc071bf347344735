"""What is pasted below or into an output is reported as not read, also by readers of listings that skip the keys they do not need."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.intake.decode import decode
from checker.intake.pool import read_all
from checker.intake.quality import qualities
from checker.intake.record import ExportRecord
from checker.intake.sources import sources_of
from tests import folders

SAMPLES = (
    "clariion-getdisk.txt", "clariion-port-list.txt", "clariion-ndu-list.txt", "brocade-mapsdb.txt", "ds8000-showfbvol.txt", "esxi-vmkernel-log.txt",
    "eseries-health.txt", "nxos-show-version.txt", "svc-lssystem.txt", "symmetrix-symcfg-verbose.txt", "vplex-ll-clusters.txt",
    "vplex-ll-migrations.txt", "workload-sar-hpux.txt", "workload-sar.txt", "dothill-ports.txt", "netapp-node-show.cluster.txt",
)  # fmt: skip


def record_of(folder: Path, text: str) -> ExportRecord:
    """The record of the last export of a file with this text."""
    folder.mkdir()
    (folder / "a.txt").write_text(text, encoding="utf-8")
    intake = read_all(sources_of([str(folder / "a.txt")], folder), folder, jobs=1)
    return [one for one in intake.records if one.format][-1]


@pytest.mark.parametrize("sample", SAMPLES)
def test_words_below_an_output_are_reported(sample: str, tmp_path: Path) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes()).rstrip("\n") + "\n"
    plain = record_of(tmp_path / "plain", text)
    last = text.count("\n")
    for number, below in enumerate(("zzz unexpected 42", "db08", "Host: db08", "=== db08 ===")):
        found = record_of(tmp_path / str(number), f"{text}{below}\n")
        assert found.unread_lines == plain.unread_lines + 1, below
        assert found.records == plain.records
        assert found.first_unread == (plain.first_unread or last + 1)


@pytest.mark.parametrize("number", [2, 3])
def test_words_in_the_heading_of_a_table_are_reported(number: int, tmp_path: Path) -> None:
    lines = decode((folders.SAMPLES / "vplex-ll-ports.txt").read_bytes()).rstrip("\n").split("\n")
    found = record_of(tmp_path / "a", "\n".join([*lines[:number], "zzz unexpected 42", *lines[number:], ""]))
    assert (found.unread_lines, found.first_unread) == (1, number + 1)


def test_lines_of_a_session_and_of_a_listing_without_signs_are_not_reported(tmp_path: Path) -> None:
    text = decode((folders.SAMPLES / "svc-lssystem.short.txt").read_bytes()).rstrip("\n") + "\n"
    assert record_of(tmp_path / "a", f"{text}future_attribute off\n").unread_lines == 0
    assert record_of(tmp_path / "b", f"{text}a few more words\n").unread_lines == 1
    assert record_of(tmp_path / "c", f"{text}Connection to svc01 closed.\n").unread_lines == 0


def test_words_that_end_a_section_of_a_configuration_are_reported(tmp_path: Path) -> None:
    """The lines below belong to what is not known, as for the switch: their facts are lost, and the report says where."""
    text = decode((folders.SAMPLES / "nxos-show-running-config.txt").read_bytes())
    above = "\ninterface fc1/3\n"
    found = record_of(tmp_path / "a", text.replace(above, f"{above}zzz unexpected 42\n"))
    assert (found.unread_lines, found.first_unread) == (1, text[: text.index(above)].count("\n") + 3)


@pytest.mark.parametrize("below", ["exit", "Mon Nov  2 10:00:00 UTC 2026", "root@mgmt:~#", "-----"])
def test_the_end_of_a_session_is_no_loss(below: str, tmp_path: Path) -> None:
    text = decode((folders.SAMPLES / "clariion-ndu-list.txt").read_bytes()).rstrip("\n") + "\n"
    assert record_of(tmp_path / "a", f"{text}{below}\n").unread_lines == 0


def test_a_title_above_another_output_is_no_loss(tmp_path: Path) -> None:
    text = decode((folders.SAMPLES / "clariion-ndu-list.txt").read_bytes()).rstrip("\n") + "\n"
    other = decode((folders.SAMPLES / "clariion-getrg.txt").read_bytes()).rstrip("\n") + "\n"
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{text}Host: db08\n$ naviseccli getrg\n{other}", encoding="utf-8")
    records = read_all(sources_of([str(folder / "a.txt")], folder), folder, jobs=1).records
    assert [(one.format, one.unread_lines) for one in records] == [("clariion-ndu-list", 0), ("clariion-getrg", 0)]


def test_the_quality_of_an_export_counts_such_a_line_once(tmp_path: Path) -> None:
    text = decode((folders.SAMPLES / "clariion-ndu-list.txt").read_bytes()).rstrip("\n") + "\n"
    (tmp_path / "ndu.txt").write_text(f"{text}zzz unexpected 42\n", encoding="utf-8")
    (found,) = qualities(sources_of([str(tmp_path / "ndu.txt")], tmp_path))
    assert found.problems == (f"1 line not read, the first at line {text.count(chr(10)) + 1}",)
