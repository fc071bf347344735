"""``hostname``: only the name of a host, which is the machine of the other files in its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session
from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture
from tests.readers.harness import sample

READER = "unix-hostname"


def claimed(text: str, file: str = "capture.txt", command: str | None = None) -> bool:
    return any(
        reader.name == READER for _, reader in claims(Capture(text=text, file=file, owner="owner1", command=command))
    )


@pytest.mark.parametrize(
    "file", ["hostname.txt", "db01_hostname.txt", "hostname", "uname_-n.txt", "etc_hostname.txt", "x/y/hostname-f.out"]
)
def test_files_called_like_the_command(file: str) -> None:
    assert claimed("db01.example.net\n", file)


@pytest.mark.parametrize("command", ["hostname", "hostname -f", "uname -n", "cat /etc/hostname"])
def test_commands(command: str) -> None:
    assert claimed("db01\n", command=command)


@pytest.mark.parametrize(
    "text", ["db01\n", "localhost\n", "db01\ndb02\n", "bash: hostname: command not found\n", "12345\n", "\n"]
)
def test_what_is_no_name_of_a_host(text: str) -> None:
    file = "notes.txt" if text == "db01\n" else "hostname.txt"
    assert not claimed(text, file)
    assert not claimed("db01\n", command="cat notes")


def owners(folder: Path) -> set[str]:
    with Session.open([str(folder)], Options(isolated=True, jobs=1)) as san:
        return {str(owner) for (owner,) in san.store.rows("SELECT DISTINCT owner FROM export")}


@pytest.mark.parametrize("reader", ["esxi-core-path-list", "aix-lspath", "linux-multipath-topology", "windows-mpclaim"])
def test_it_names_the_machine_of_its_folder(tmp_path: Path, reader: str) -> None:
    folder = tmp_path / "box8"
    folder.mkdir()
    (folder / "hostname.txt").write_text("db01.example.net\n")
    (folder / "paths.txt").write_text(sample(reader))
    assert owners(tmp_path) == {"db01.example.net"}


def test_the_name_of_a_management_host_names_no_other_host(tmp_path: Path) -> None:
    (tmp_path / "hostname.txt").write_text("sanadm\n")
    for name in ("a1", "b1"):
        (tmp_path / f"multipath_{name}.txt").write_text(sample("linux-multipath-topology"))
    assert owners(tmp_path) == {"sanadm", "a1", "b1"}


def test_the_owner_is_the_only_word() -> None:
    owner_in = reader_named(READER).owner_in
    assert owner_in is not None
    assert owner_in(sample(READER)) == "db01.example.net"
    assert owner_in("localhost.localdomain\n") is None


@pytest.mark.parametrize(
    "file", ["show_hostname.txt", "sw1_show_hostname.txt", "sw1/show-hostname.log", "sh_hostname.txt"]
)
def test_the_name_of_a_switch_is_no_host(file: str) -> None:
    assert not claimed("sw1.example.net\n", file)
