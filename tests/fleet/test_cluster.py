"""A cluster started as the documentation says: workers and the scheduler die, and no bundle is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests import rule_cache
from tests.fleet.bundles import ROOT, archive, partition, rows, sanlint

_PATIENCE_S = 120


@dataclass
class Cluster:
    """A Dask scheduler and two workers, each in a process group of its own."""

    folder: Path
    port: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start(self, name: str, *arguments: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(self.folder)}
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
        self.processes[name] = subprocess.Popen(
            command,
            cwd=self.folder,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def start_scheduler(self) -> None:
        self.start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        pytest.fail("the scheduler did not start")

    def start_worker(self, name: str) -> None:
        self.start(name, "worker", self.address, "--nthreads", "1", "--memory-limit", "0")

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    rule_cache.fill(tmp_path / "cluster")
    found = Cluster(tmp_path / "cluster", port)
    found.start_scheduler()
    for name in ("first", "second"):
        found.start_worker(name)
    yield found
    for name in list(found.processes):
        found.kill(name)


def started(cluster: Cluster, bundles: Path, results: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from checker.cli.entry import main; raise SystemExit(main())"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cluster.folder)}
    return subprocess.Popen(
        [*command, "fleet", "run", str(bundles), "-o", str(results), "--isolated", "--engine", cluster.address],
        cwd=cluster.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def audits(cluster: Cluster) -> set[str]:
    """Return the processes that audit a bundle of this cluster."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            mine = str(cluster.folder).encode() in (process / "environ").read_bytes()
            if mine and b"checker.fleet.audit.child" in (process / "cmdline").read_bytes():
                found.add(process.name)
    return found


def wait_for_audits(cluster: Cluster, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until so many audits were seen, the last of which goes on."""
    seen: set[str] = set()
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        running = audits(cluster)
        if len(seen | running) >= count and running:
            return
        seen |= running
        time.sleep(0.02)
    pytest.fail(f"no audit: {process.communicate()[1] if process.poll() is not None else 'it takes too long'}")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc to see what the workers do")
def test_no_bundle_is_lost_if_a_worker_and_then_the_scheduler_are_killed(cluster: Cluster, tmp_path: Path) -> None:
    bundles, results = tmp_path / "bundles", tmp_path / "results"
    bundles.mkdir()
    for number in range(9):
        content = archive({"wmic-partition.txt": partition(32256, f"vm-{number}")})
        (bundles / f"site{number}-2026-11.tar.gz").write_bytes(content)
    process = started(cluster, bundles, results)
    wait_for_audits(cluster, 1, process)
    cluster.kill("first")
    wait_for_audits(cluster, 3, process)
    cluster.kill("scheduler")
    cluster.kill("second")
    cluster.start_scheduler()
    cluster.start_worker("third")
    out, err = process.communicate(timeout=2 * _PATIENCE_S)
    assert "9 bundles: 9 audited" in out, err
    assert err == ""
    found = rows(results, "SELECT site, count(*) AS findings FROM findings GROUP BY site ORDER BY site", cluster.folder)
    assert [row["site"] for row in found] == [f"site{number}" for number in range(9)]
    assert {row["findings"] for row in found} == {found[0]["findings"]}


def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path) -> None:
    (tmp_path / "oslo-2026-11.txt").write_text(partition(32256))
    done = sanlint(
        "fleet", "run", tmp_path / "oslo-2026-11.txt", "-o", tmp_path / "results", "--isolated",
        "--engine", "tcp://127.0.0.1:9", cache=tmp_path,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--engine tcp://127.0.0.1:9: no Dask scheduler answers" in done.stderr
    assert "Traceback" not in done.stderr
