"""Benchmark of a complete audit of raw ESXi exports: wall time, peak memory, paths per second, and the share of each step.

Usage: ``python benchmarks/bench_audit.py [PATHS…]`` (default 100000 1000000). Each size is measured three times, each in a
fresh process; the output is the median, and the growth between the sizes relative to linear.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from fixtures.generate.sans.many_hosts import write_san

RUNS = 3


def measure(folder: str) -> dict[str, float]:
    from checker.audit import Options, audit

    shares: dict[str, float] = {}
    mark = [time.perf_counter(), "start"]

    def step(name: str, _share: float) -> None:
        now = time.perf_counter()
        shares[mark[1]] = shares.get(mark[1], 0.0) + now - mark[0]
        mark[:] = [now, name]

    begin = time.perf_counter()
    report = audit([folder], Options(isolated=True, progress=step))
    step("end", 1.0)
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {
        "wall": time.perf_counter() - begin,
        "peak_mb": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + 2 * children) / 1024,
        "paths": report.counts["paths"],
        "findings": len(report.findings),
        "errors": len(report.errors),
        **{f"share {name}": value for name, value in shares.items()},
    }


def main(sizes: list[int]) -> None:
    medians: list[tuple[int, dict[str, float]]] = []
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="sanlint-bench-") as folder:
            write_san(Path(folder), size)
            text = sum(path.stat().st_size for path in Path(folder).iterdir())
            runs = []
            for _ in range(RUNS):
                done = subprocess.run(
                    [sys.executable, __file__, "--one", folder], capture_output=True, text=True, check=True
                )
                runs.append(json.loads(done.stdout))
        middle = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
        medians.append((size, middle))
        print(
            f"{size} paths, {text / 1e6:.0f} MB of text: {middle['wall']:.2f} s, {middle['paths'] / middle['wall']:.0f} paths/s, "
            f"peak {middle['peak_mb']:.0f} MB (including 2 × the largest worker), {middle['findings']:.0f} findings, {middle['errors']:.0f} errors"
        )
        for key, value in middle.items():
            if key.startswith("share "):
                print(f"    {key[6:]:<10} {value:6.2f} s  {100 * value / middle['wall']:3.0f} %")
    for (small, one), (large, other) in pairwise(medians):
        ratio = other["wall"] / one["wall"] / (large / small)
        print(f"growth {small} to {large}: {other['wall'] / one['wall']:.1f} times, {ratio:.2f} × linear")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(sys.argv[2])))
    else:
        main([int(word) for word in sys.argv[1:]] or [100_000, 1_000_000])
