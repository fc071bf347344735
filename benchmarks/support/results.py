"""The page of results: each benchmark writes its section of ``RESULTS.md`` and leaves the others as they are."""

from __future__ import annotations

import os
import platform
import re
import time
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "RESULTS.md"
_TITLE = "# Speed\n"
_ORDER = ("Whole runs", "Large inputs", "Readers", "A bundle of 10 GB", "Tests")


def machine(longest_wait_s: int = 180) -> str:
    """Return system, cores, load and Python version, for the head of a section.

    Installing programs and the benchmark before also count as load: wait until the machine is quiet, or it is known that
    others use it.
    """
    cores = os.cpu_count()
    until = time.monotonic() + longest_wait_s
    while (load := os.getloadavg()[0]) >= 0.5 * (cores or 1) and time.monotonic() < until:
        time.sleep(5)
    busy = "quiet" if load < 0.5 * (cores or 1) else f"busy, load {load:.0f}"
    return f"{platform.system()} {platform.machine()}, {cores} cores ({busy}), Python {platform.python_version()}"


def write_section(name: str, script: str, where: str, text: str) -> None:
    """Replace a section of the page.

    Args:
        name: its heading; those of ``_ORDER`` come in that order, others after them.
        script: the benchmark that wrote it.
        where: the machine as it was before the benchmark.
        text: Markdown below the line that says when and where it was measured.
    """
    found = re.split(r"^## (.+)\n", PAGE.read_text(), flags=re.MULTILINE) if PAGE.exists() else [""]
    sections = dict(zip(found[1::2], found[2::2], strict=True))
    sections[name] = (
        f"\nWritten by `benchmarks/{script}` on {datetime.now(UTC):%Y-%m-%d}: {where}.\n\n{text.strip()}\n\n"
    )
    rank = {one: number for number, one in enumerate(_ORDER)}
    ordered = sorted(sections, key=lambda one: (rank.get(one, len(rank)), one))
    PAGE.write_text(
        _TITLE + "\n" + "".join(f"## {one}\n\n{sections[one].strip()}\n\n" for one in ordered).rstrip() + "\n"
    )
