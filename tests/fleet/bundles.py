"""Small bundles of exports, and the command in a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from tests import rule_cache

ROOT = Path(__file__).parents[2]


def partition(offset: int, guest: str = "vm-app01") -> str:
    """A disk of a Windows guest with one partition that begins at this byte."""
    return (
        f"# sanlint: host=esx40 guest={guest} disk0=naa.60000970000192601357533030304230\n"
        "BlockSize  Index  Name                   StartingOffset  Type                     \n"
        f"512        0      Disk #0, Partition #0  {offset:<15} Installable File System  \n"
    )


MISALIGNED = partition(32256)
ALIGNED = partition(1048576)


def archive(files: dict[str, str]) -> bytes:
    """Return a compressed tar archive of texts."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return out.getvalue()


def sanlint(*arguments: object, cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a cache of its own, which has the compiled rules, and return what it printed."""
    rule_cache.fill(cache)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "COLUMNS": "120", **environment}
    command = [sys.executable, "-c", "from checker.cli.entry import main; raise SystemExit(main())"]
    return subprocess.run(
        [*command, *map(str, arguments)], env=env, cwd=cache, capture_output=True, text=True, timeout=600, check=False
    )


def rows(results: Path, statement: str, cache: Path) -> list[dict[str, Any]]:
    """Return the rows of a statement over results."""
    done = sanlint("fleet", "query", results, statement, "--format", "json", cache=cache)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["lists"]["rows"]
    return found
