"""Files that sanlint finds by itself, in a folder that others filled: none keeps it busy or takes all memory."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.intake.file_filter import Choice, chosen
from checker.intake.walk import find_files
from checker.system.files import read_regular
from tests.hostile.command import ZONES, run
from tests.hostile.exports.repeated import endless


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


FOUND: dict[str, tuple[Callable[[Path], object], tuple[str, ...], int, str]] = {
    "a large project file": (lambda folder: _sparse(folder / "pyproject.toml"), (), 0, "1 export in 1 file"),
    "a large list of ignored files": (lambda folder: _sparse(folder / ".gitignore"), (), 0, "1 export in 1 file"),
    "a list of ignored files without an end": (
        lambda folder: (folder / ".gitignore").symlink_to("/dev/zero"), (), 0, "1 export in 1 file",
    ),
    "a baseline without an end": (
        lambda folder: (folder / "sanlint.yaml").write_text("baseline: /dev/zero\n"), (), 2, "/dev/zero: cannot be read: not a regular file",
    ),
    "a pipe as baseline": (
        lambda folder: (os.mkfifo(folder / "pipe"), (folder / "sanlint.yaml").write_text("baseline: pipe\n")), (), 2, "not a regular file",
    ),
    "a large baseline": (
        lambda folder: (_sparse(folder / "large"), (folder / "sanlint.yaml").write_text("baseline: large\n")), (), 2, "larger than 256 MiB",
    ),
    "a pipe among reports": (lambda folder: os.mkfifo(folder / "old.json"), ("--since", "."), 2, "contains no JSON report"),
}  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="devices, pipes and limits of POSIX")
@pytest.mark.parametrize("what", FOUND)
def test_it_is_not_read_to_an_end_that_it_does_not_have(what: str, tmp_path: Path) -> None:
    make, options, code, says = FOUND[what]
    (tmp_path / ".git").mkdir()
    (tmp_path / "zones.txt").write_text(ZONES)
    make(tmp_path)
    arguments = ["check", "zones.txt", "--select", "ZON,DOC", "--exit-zero", "--format", "concise", *options]
    done = run(tmp_path, *arguments, limits={resource.RLIMIT_AS: 3 << 30, resource.RLIMIT_CPU: 60})
    assert (done.returncode, says in done.stdout + done.stderr) == (code, True), done.stderr


def test_a_pattern_that_divides_names_in_many_ways_is_not_used(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text(f"{'*a' * 12}b\n**/*.log*\n")
    for name in ("a" * 120 + ".txt", "old.log.1"):
        (tmp_path / name).write_text(ZONES)
    found: list[str] = []

    def filtered() -> None:
        found.extend(one.name for one in chosen(find_files([str(tmp_path)]), Choice()) if one.path is not None)

    assert not endless(iter([("files", filtered)]), 2.0)
    assert [name.rpartition("/")[2] for name in found] == ["a" * 120 + ".txt"]


def test_only_regular_files_of_a_size_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 5) == b"12345"
    with pytest.raises(OSError, match="larger than 0 MiB"):
        read_regular(tmp_path / "file", 4)
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(Path(os.devnull), 5)
