"""Standard output that is full, closed, or not buffered: everything is written, or the run fails and says so."""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.command import ENTRY, ZONES, environment, run

UNBUFFERED = [{}, {"PYTHONUNBUFFERED": "1"}]
FULL = "sanlint: error: standard output cannot be written: "


@pytest.mark.parametrize("variables", UNBUFFERED, ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "arguments", [["--version"], ["-V"], ["--help"], ["check", "--help"], ["formats"]], ids=" ".join
)
def test_a_full_device_is_an_error(tmp_path: Path, arguments: list[str], variables: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(tmp_path, *arguments, stdout=full, variables=variables)
    assert (done.returncode, done.stderr) == (2, f"{FULL}No space left on device\n")


@pytest.mark.parametrize("variables", UNBUFFERED, ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", [["formats"], ["check", "--help"]], ids=" ".join)
def test_a_part_of_the_output_is_an_error(tmp_path: Path, arguments: list[str], variables: dict[str, str]) -> None:
    out = tmp_path / "out.txt"
    with out.open("wb") as file:
        done = run(tmp_path, *arguments, stdout=file, variables=variables, limits={resource.RLIMIT_FSIZE: 1000})
    assert (done.returncode, done.stderr) == (2, f"{FULL}File too large\n")


def test_unbuffered_output_is_complete(tmp_path: Path) -> None:
    whole, unbuffered = (
        run(tmp_path, "rules", "list", "-o", "json", variables=variables).stdout for variables in UNBUFFERED
    )
    assert len(whole) > 65536, "more than a pipe holds"
    assert unbuffered == whole


@pytest.mark.parametrize("variables", UNBUFFERED, ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["rules", "list"], ["--version"]], ids=" ".join)
def test_a_reader_that_stops_is_no_error(tmp_path: Path, arguments: list[str], variables: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*ENTRY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment(**variables)
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), errors) == (0, b"")


@pytest.mark.parametrize(
    "arguments", [["--version"], ["check", "zones.txt", "--isolated", "--select", "ZON"]], ids=" ".join
)
def test_output_that_is_closed_is_an_error(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    command = f"{shlex.join([*ENTRY, *arguments])} >&-"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path, env=environment(), check=False, timeout=300, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (2, [f"{FULL}Bad file descriptor"])
    # What goes into a file needs no standard output.
    command = f"{shlex.join([*ENTRY, 'check', 'zones.txt', '--isolated', '-o', 'report.json', '--exit-zero'])} >&-"
    assert subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment(), check=False).returncode == 0


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    script = (
        "from checker.cli.entry import main\n"
        "import os, sys\n"
        "sys.argv = ['sanlint', 'check', 'zones.txt', '--isolated', '--exit-zero', '-o', 'report.json']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(open(sys.argv[0] + '.txt', 'w').fileno() > 2, file=open('answer.txt', 'w'))"
    )
    command = f"{shlex.join([sys.executable, '-c', script])} <&- >&- 2>&-"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment(), check=False, timeout=60)
    assert done.returncode == 0
    assert (tmp_path / "answer.txt").read_text() == "True\n"
