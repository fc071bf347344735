"""A file that keeps a pattern or a reader busy is given up after its processor time, and the other files are read."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from checker.facts import observations
from checker.facts.observations import RECORDS_OF_SHORT_TEXT, Observations, Writer
from checker.intake import read
from checker.intake.bundles.limits import Limits
from checker.intake.pool import read_all
from checker.intake.walk import find_files
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from checker.system.processor_time import TooLongError, limited
from tests.hostile.command import ZONES
from tests.readers.harness import sample

# The beginning of an export is read before, to find the titles above its facts.
_MANY = "".join(f" zone:  z_{number}   10:00:00:00:c9:00:01:{number:02x}\n" for number in range(100, 256))
_BUSY = ZONES.replace("Effective", f"{_MANY} zone:  z_busy  10:00:00:00:c9:00:00:05\nEffective")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "san").mkdir()
    (tmp_path / "san" / "a.txt").write_text(_BUSY + ZONES.replace("sw-a1", "sw-c1"))
    (tmp_path / "san" / "b.txt").write_text(ZONES)
    return tmp_path


def _read(folder: Path, **limits: float) -> dict[tuple[str, int], tuple[str | None, list[str]]]:
    found = read_all(
        find_files([str(folder / "san")]), folder, jobs=1, limits=Limits.of({"max_seconds": 3.6, **limits})
    )
    return {
        (Path(one.file).name, one.first_line): (one.format, [text for _, text in one.notes]) for one in found.records
    }


def _endless(text: str) -> None:
    if "busy" in text:
        re.match("(a+)+$", "a" * 100 + "b")


def test_a_reader_that_does_not_end_keeps_what_it_has_read(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = reader_named("brocade-cfgshow")
    before = reader.read

    def busy(capture: Capture, out: Writer) -> None:
        before(capture, out)
        _endless(capture.text)

    monkeypatch.setitem(reader.__dict__, "read", busy)
    found = _read(files)
    said = "reading stopped: the file takes too much processor time"
    assert found["a.txt", 2] == ("brocade-cfgshow", [said])
    # The other part of that file is not read any more, and the other file is.
    assert [notes for (name, line), (_, notes) in found.items() if name == "a.txt" and line > 2] == [[said]]
    assert found["b.txt", 2] == ("brocade-cfgshow", [])


def test_a_file_whose_recognition_does_not_end_is_not_read(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read.split_commands

    def busy(text: str, *more: Any) -> Any:
        _endless(text)
        return before(text, *more)

    monkeypatch.setattr(read, "split_commands", busy)
    found = _read(files)
    assert found["a.txt", 1] == (None, ["reading stopped: the file takes too much processor time"])
    assert found["b.txt", 2] == ("brocade-cfgshow", [])


def test_a_small_file_gets_a_small_part_of_the_time(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read.split_commands
    monkeypatch.setattr(read, "split_commands", lambda text, *more: (_endless(text), before(text, *more))[1])
    begin = time.process_time()
    found = _read(files, max_seconds=6.0)
    assert time.process_time() - begin < 3.0
    assert found["a.txt", 1] == (None, ["reading stopped: the file takes too much processor time"])
    assert found["b.txt", 2] == ("brocade-cfgshow", [])


def test_files_after_the_time_of_all_files_are_named(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read.split_commands
    monkeypatch.setattr(read, "split_commands", lambda text, *more: (_endless(text), before(text, *more))[1])
    found = _read(files, max_total_seconds=0.2)
    said = "not read: the files before it took 0.2 seconds of processor time (bundles.max_total_seconds)"
    assert found["b.txt", 1] == (None, [said])


def test_observations_are_never_written_in_part() -> None:
    out = Observations()
    for _ in range(20):
        writer = out.writer(1, "sw1")
        with pytest.raises(TooLongError), limited(0.02, frozenset([observations.__name__])):
            while True:
                writer.add("switch_port", 1, switch="sw1", port="1", speed_gbps=8.0)
        assert {len(column) for chunk in out.chunks() for column in (*chunk.values, chunk.line, chunk.seq)} == {
            len(next(out.chunks()).export_id)
        }


def test_an_export_with_too_many_records_is_read_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observations, "BLOCK", 100)
    reader = reader_named("brocade-cfgshow")
    zones = "".join(f" zone:  z_{n}     10:00:00:00:c9:00:{n // 256:02x}:{n % 256:02x}\n" for n in range(3_000))
    result = read_capture(
        reader, Capture(f"Defined configuration:\n cfg:   cfg_a   z_1\n{zones}", owner="sw1"), Observations(1_000)
    )
    assert [note.text for note in result.notes] == [
        "reading stopped: more than 1,000 records in one export (bundles.max_records)"
    ]
    assert result.ends_inside_record
    assert 1_000 < result.records <= 1_200


def test_a_short_export_with_too_many_records_is_read_in_part() -> None:
    view = sample("symmetrix-symaccess-show.3.txt")
    text = "".join(view.replace("00A1:00A3", "00001:00FFF").replace("_view", f"_view{number}") for number in range(200))
    assert len(text) < 100_000
    result = read_capture(reader_named("symmetrix-symaccess-show"), Capture(text, owner="000192601234"))
    limit = RECORDS_OF_SHORT_TEXT + len(text)
    assert [note.text for note in result.notes] == [
        f"reading stopped: more than {limit:,} records in an export of {len(text):,} characters"
    ]
    assert result.ends_inside_record
    assert limit < result.records <= limit + 5_000


def test_short_exports_share_what_they_may_have_beyond_their_length(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"mds{number}.txt").write_text(
            f"!Command: show running-config\nversion 9.4(2a)\nswitchname mds{number}\nvsan database\n  vsan 1-4093\n"
        )
    found = read_all(find_files([str(tmp_path)]), tmp_path, jobs=1)
    assert sum(one.records for one in found.records) < RECORDS_OF_SHORT_TEXT + 60 * 1_000
    cut = [one for one in found.records if one.ends_inside_record]
    assert len(cut) > 20
    assert all("records in an export of" in text for one in cut for _, text in one.notes)
