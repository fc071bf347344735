"""Large files are refused before they are read: sparse files, binary files, endless streams."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake import walk
from checker.intake.bundles.limits import Limits
from checker.intake.decode import decode
from checker.intake.read import read_file
from checker.intake.sources import sources_of

_MIB = 2**20


def _sparse(path: Path, size: int, begin: bytes = b"") -> Path:
    with path.open("wb") as file:
        file.write(begin)
        file.truncate(size)
    return path


_TOO_LARGE = "more than 2,048 MiB (bundles.max_member_bytes); not read"


@pytest.mark.parametrize(
    "begin", [b"", b"switchName: sw1\n", b"switchName: sw1\n" * 1_000, b"sw1\0" + b"switchName: sw1\n" * 1_000]
)
def test_a_sparse_file_of_5_gb_is_not_read(begin: bytes, tmp_path: Path) -> None:
    (source,) = sources_of([str(_sparse(tmp_path / "core.txt", 5_000 * _MIB, begin))], tmp_path)
    (record,) = read_file(source, 0, Observations())
    assert record.format is None
    assert record.notes == [(1, _TOO_LARGE)]


def test_the_limit_is_that_of_archive_members(tmp_path: Path) -> None:
    path = tmp_path / "sw1.txt"
    path.write_text("switchName: sw1\n" * 100)
    (source,) = sources_of([str(path)], tmp_path, Limits(max_member_bytes=1_000))
    assert source.problem == "more than 0 MiB (bundles.max_member_bytes); not read"
    (source,) = sources_of([str(path)], tmp_path, Limits(max_member_bytes=1_600))
    assert source.problem is None


def test_of_a_large_binary_file_only_the_first_block_is_read(tmp_path: Path) -> None:
    (source,) = sources_of([str(_sparse(tmp_path / "disk.img", 300 * _MIB))], tmp_path)
    tracemalloc.start()
    (record,) = read_file(source, 0, Observations())
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert record.notes == [(1, "binary data, not text")]
    assert used < 10 * _MIB


def test_nul_bytes_are_not_taken_for_wide_characters() -> None:
    assert decode(b"sw1\0\0\0\0 is up\n") == "sw1 is up\n"
    assert decode(b"ab\0\0" * 2_000) == "ab" * 2_000
    for encoding in ("utf-16-le", "utf-16-be", "utf-16"):
        assert decode("switchName: sw1 \u00e9\n".encode(encoding)) == "switchName: sw1 \u00e9\n"


def test_an_endless_stream_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"x" * size

    class Standard:
        buffer = Endless()

    monkeypatch.setattr(walk, "LARGEST_STREAM", 4 * _MIB)
    monkeypatch.setattr(walk.sys, "stdin", Standard())
    (source,) = sources_of(["-"], tmp_path)
    (record,) = read_file(source, 0, Observations())
    assert record.notes == [(1, "cannot be read: more than 4 MiB without a known size")]
