"""The programs that are compared: wheels of this checkout and of an earlier commit, and peers from the package index."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "bench"
BASELINE = "fc4e1b0"
PEERS = ("check-jsonschema", "insights-core", "ntc-templates", "yamllint")


@dataclass(frozen=True)
class Program:
    """The environment of a program, and the folder of its cache."""

    folder: Path

    def tool(self, name: str) -> str:
        """Return the path of a command; of one that is not in the package index, that of the system."""
        own = self.folder / "bin" / name
        return str(own) if own.exists() else shutil.which(name) or str(own)

    @property
    def environment(self) -> Mapping[str, str]:
        """Variables without settings of the checkout; modules are compiled once."""
        dropped = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        return {**kept, "XDG_CACHE_HOME": str(self.folder / "cache")}


def this_program() -> Program:
    """Return the wheel of the checkout as it is, installed again."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    whole = hashlib.sha256()
    for name in sorted(name.decode() for name in files if name.startswith((b"checker/", b"rules/", b"pyproject"))):
        path = ROOT / name
        whole.update(name.encode() + (path.read_bytes() if path.is_file() else b""))
    return _installed("this", whole.hexdigest(), lambda: ROOT)


def baseline() -> Program:
    """Return the wheel of the commit that is compared with."""

    def source() -> Path:
        folder = Path(tempfile.mkdtemp(prefix="baseline-", dir=BUILD))
        archive = folder / "source.tar"
        subprocess.run(["git", "archive", "-o", str(archive), BASELINE], cwd=ROOT, check=True)
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        return folder

    return _installed("baseline", BASELINE, source)


def peers() -> Program:
    """Return the other programs."""
    return _installed("peers", " ".join(PEERS), lambda: None)


def _installed(name: str, state: str, source: Callable[[], Path | None]) -> Program:
    """Return an environment; it is made again if ``state`` differs from that of the one there."""
    folder, stamp = BUILD / name, BUILD / name / "state"
    if not stamp.is_file() or stamp.read_text() != state:
        shutil.rmtree(folder, ignore_errors=True)
        BUILD.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        place = source()
        what = PEERS if place is None else (f"{place}[estimate]", "-c", str(place / "constraints.txt"))
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *what], check=True)
        if place not in (None, ROOT):
            shutil.rmtree(place)
        stamp.write_text(state)
    return Program(folder)
