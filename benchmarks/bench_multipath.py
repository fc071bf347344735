"""Benchmark of reading ``multipath -ll``: paths per second compared with insights-core on the same text, alternating in one run.

Usage: ``python benchmarks/bench_multipath.py``; requires insights-core (``make bench`` installs it).

Garbage collection is off while either tool reads, because sanlint turns it off when reading large inputs; the result is
freed after the time has been taken, for both tools.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

MAPS = 5000
PATHS = 4
RUNS = 5


def text() -> str:
    parts = []
    for number in range(MAPS):
        rows = [
            f"mpath{number} (36000144000000010{number:016x}) dm-{number} EMC,Invista",
            "size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw",
            "`-+- policy='round-robin 0' prio=1 status=active",
        ]
        for path in range(PATHS):
            branch = "`-" if path == PATHS - 1 else "|-"
            minor = (number * PATHS + path) * 16 % 1048576
            rows.append(
                f"  {branch} {3 + path % 2}:0:{path // 2}:{number % 256} sd{name(number * PATHS + path)} {8 + minor // 256}:{minor % 256} active ready running"
            )
        parts.append("\n".join(rows))
    return "\n".join(parts) + "\n"


def name(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


def seconds(read: Callable[[], object]) -> float:
    """Wall time of one run, without freeing its result."""
    gc.collect()
    gc.disable()
    try:
        begin = time.perf_counter()
        result = read()
        took = time.perf_counter() - begin
    finally:
        gc.enable()
    del result
    return took


def main() -> None:
    from insights.parsers.multipath_v4_ll import MultipathDevices
    from insights.tests import context_wrap

    from checker.readers.registry import reader_named
    from checker.readers.toolkit.base import Capture, read_capture

    capture = text()
    ours = reader_named("linux-multipath-topology")
    paths = MAPS * PATHS
    result = read_capture(ours, Capture(capture, owner="lin1"))
    assert len(result.observations.rows("path")) == paths
    theirs = MultipathDevices(context_wrap(capture))
    assert sum(len(group["path"]) for device in theirs for group in device["path_group"]) == paths
    own, other = [], []
    for _ in range(RUNS):
        own.append(seconds(lambda: read_capture(ours, Capture(capture, owner="lin1"))))
        other.append(seconds(lambda: MultipathDevices(context_wrap(capture))))
    a, b = statistics.median(own), statistics.median(other)
    print(f"sanlint {paths / a:.0f} paths/s, insights-core {paths / b:.0f} paths/s: {b / a:.1f} times")


if __name__ == "__main__":
    main()
