"""A Dask cluster of processes on this machine, and the command as an operator runs it, for ``bench_fleet.py``."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]


class Cluster:
    """A Dask scheduler and workers with one thread each, all of them processes that can be killed."""

    def __init__(self, folder: Path, workers: int) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{one.getsockname()[1]}"
        self.folder = folder
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2])
        self.workers = [self.start_worker() for _ in range(workers)]

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a process of Dask in a group of its own."""
        env = {**os.environ, "PYTHONPATH": str(_ROOT), "XDG_CACHE_HOME": str(self.folder)}
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"], cwd=self.folder, env=env,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker."""
        return self.start("worker", self.address, "--nthreads", "1", "--memory-limit", "0")

    def kill(self, *processes: subprocess.Popen[bytes]) -> None:
        """Kill processes and what they started."""
        for one in processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()

    def restart(self) -> None:
        """Kill everything and start it again under the same address."""
        count = len(self.workers)
        self.kill(self.scheduler, *self.workers)
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2])
        self.workers = [self.start_worker() for _ in range(count)]


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """Yield a cluster whose workers have started."""
    from distributed import Client

    folder.mkdir(parents=True, exist_ok=True)
    found = Cluster(folder, workers)
    try:
        with Client(found.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers)
        yield found
    finally:
        found.kill(found.scheduler, *found.workers)


def sanlint(folder: Path, *arguments: object) -> subprocess.Popen[str]:
    """Start the command as an operator does."""
    command = [sys.executable, "-c", "from checker.cli.entry import main; raise SystemExit(main())", "fleet"]
    env = {**os.environ, "PYTHONPATH": str(_ROOT), "XDG_CACHE_HOME": str(folder)}
    return subprocess.Popen(
        [*command, *map(str, arguments)], cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def finished(process: subprocess.Popen[str]) -> str:
    """Return the summary of a run."""
    out, err = process.communicate()
    if process.returncode not in (0, 3):
        raise SystemExit(err)
    return out.strip()


def asked(folder: Path, results: Path, statement: str) -> dict[str, Any]:
    """Return the only row of a query."""
    rows = json.loads(finished(sanlint(folder, "query", results, statement, "--format", "json")))["lists"]["rows"]
    found: dict[str, Any] = rows[0]
    return found


def audits(folder: Path) -> set[str]:
    """Return the processes that audit a bundle of this cluster."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"checker.fleet.audit.child" in (process / "cmdline").read_bytes():
                ours = os.fsencode(folder) in (process / "environ").read_bytes()
                found |= {process.name} if ours else set()
    return found


def most_memory(process: int) -> float:
    """Return the most memory in MB that a process has had."""
    found = re.search(r"VmHWM:\s+([0-9]+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
