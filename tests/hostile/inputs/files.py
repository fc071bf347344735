"""Files that are not files, and names that break displays, paths and sorting."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from tests.hostile.inputs.cases import ZONES, Case


def _link(name: str, target: str) -> object:
    return lambda folder: (folder / name).symlink_to(target)


def _socket(folder: Path) -> None:
    before = Path.cwd()
    # The path of a socket may have a hundred characters.
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("x.sock")
    finally:
        os.chdir(before)


def _deep(folder: Path) -> None:
    inner = folder.joinpath(*["d"] * 200)
    inner.mkdir(parents=True)
    (inner / "z.txt").write_text(ZONES)


def _sparse(folder: Path) -> None:
    with (folder / "core.txt").open("wb") as file:
        file.truncate(5 << 30)


def _named(*names: bytes) -> object:
    def write(folder: Path) -> None:
        for name in names:
            Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text(ZONES)

    return write


FILES = (
    Case("a link to nothing", "x.txt", _link("x.txt", "nothing"), "broken symbolic link"),
    Case("a link to itself", "x.txt", _link("x.txt", "x.txt"), ""),
    Case("a link out of the folder", "x.txt", _link("x.txt", "/etc/passwd"), "target outside the folder"),
    Case("a link to a device", "x.txt", _link("x.txt", "/dev/zero"), "target outside the folder"),
    Case("a link to its folder", "x", _link("x", "."), "a folder that is read anyway"),
    Case("a pipe", "x.txt", lambda folder: os.mkfifo(folder / "x.txt"), "not a regular file"),
    Case("a socket", "x.sock", _socket, "not a regular file"),
    Case("a folder in two hundred folders", "d", _deep, reads=1),
    Case("a sparse file of 5 GiB", "core.txt", _sparse, "more than 2,048 MiB"),
    Case("a folder of git", ".git", lambda folder: (folder / ".git").mkdir()),
    Case("names that differ in case", "", _named(b"a.txt", b"A.txt", b"a.TXT"), reads=3),
    Case("names that are not UTF-8", "", _named(b"\xff.txt", b"\xfe.txt"), reads=2),
    Case("a name with a line feed", "", _named(b"a\nb.txt"), reads=1),
    Case("a name with control characters", "", _named(b"\x1b[31mred\x07.txt"), reads=1),
    Case("a name that is an option", "", _named(b"--config=x.txt", b"-"), reads=2),
    Case("a name that is markup", "", _named(b"<img src=x onerror=alert(1)>.txt"), reads=1),
    Case("a name that is a formula", "", _named(b"=cmd|' C'!A0.txt"), reads=1),
    Case("a name that is a command", "", _named(b"$(reboot).txt", b"`reboot`.txt", b"; reboot.txt"), reads=3),
    Case("a name in both directions", "", _named("sw\u202etxt.exe\u2066.txt".encode()), reads=1),
    Case("a name that is invisible", "", _named("\u200b\u2060.txt".encode()), reads=1),
    Case("a name of 255 bytes", "", _named(b"n" * 251 + b".txt"), reads=1),
    Case("a name with an exclamation mark", "", _named(b"a.zip!b.txt"), reads=1),
    Case("names of two spellings", "", _named("\u00e9.txt".encode(), "e\u0301.txt".encode()), reads=2),
)
