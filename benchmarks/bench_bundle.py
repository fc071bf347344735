"""Benchmark of a support bundle that is much larger than memory: it is streamed within the limits of ``bundles:``.

Usage: ``python benchmarks/bench_bundle.py [GB]`` (default 10). The bundle is a tar file with logs of 228 MB each, which are
no exports, and the exports of the demonstration. It needs that much space in the folder for temporary files, twice where
members are unpacked.
"""

from __future__ import annotations

import io
import sys
import tarfile
import tempfile
from pathlib import Path

from support.measure import use_of
from support.programs import ROOT, this_program
from support.results import machine, write_section

EXPORTS = ROOT / "fixtures" / "demo" / "exports"
LOG_BYTES = 228_000_000
LINE = b"2026-11-02T10:15:%02d.%03dZ db01 multipathd[1234]: sdb: add path (uevent)\n"


class Log(io.BufferedIOBase):
    """A log of the given size, made as it is read."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._block = b"".join(LINE % (number % 60, number % 1000) for number in range(20_000))

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes, at most one block."""
        given = self._block[: min(len(self._block), self._left, size if size is not None and size >= 0 else self._left)]
        self._left -= len(given)
        return given


def write_bundle(path: Path, size: int) -> tuple[int, int]:
    """Write the bundle; return how many logs and exports it has."""
    logs, exports = max(size // LOG_BYTES, 1), [one for one in sorted(EXPORTS.rglob("*")) if one.is_file()]
    with tarfile.open(path, "w") as tar:
        for number in range(logs):
            member = tarfile.TarInfo(f"bundle/var/log/messages-{number:03}.log")
            member.size = LOG_BYTES
            tar.addfile(member, Log(LOG_BYTES))
        for one in exports:
            tar.add(one, f"bundle/{one.relative_to(EXPORTS)}")
    return logs, len(exports)


def main() -> None:
    size = int(float(sys.argv[1]) * 1e9) if len(sys.argv) > 1 else 10_000_000_000
    where, program = machine(), this_program()
    with tempfile.TemporaryDirectory(prefix="sanlint-bench-") as folder:
        path = Path(folder) / "bundle.tar"
        logs, exports = write_bundle(path, size)
        command = (program.tool("sanlint"), "check", "--isolated", "--exit-zero", "--no-cache", str(path))
        used = use_of(command, folder, program.environment)
    text = (
        f"{size / 1e9:g} GB in one tar file ({logs} logs, {exports} exports): {used.seconds:.0f} s of processor time, "
        f"{used.seconds / size * 1e9:.0f} s per GB; at most {used.mib:,.0f} MiB in one process."
    )
    print(text)
    if size >= 10_000_000_000:
        write_section("A bundle of 10 GB", Path(__file__).name, where, text)


if __name__ == "__main__":
    main()
