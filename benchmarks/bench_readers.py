"""Benchmark of each reader: MB/s of CPU time, and peak memory relative to the size of the text.

Usage: ``python benchmarks/bench_readers.py [MIB] [READER…]``. Each reader reads its sample (tests/readers/samples), repeated to
the given size, in a separate process. Memory is measured from before the text is created (Linux only), so the text itself
counts as 1. Target: under 3 times the text.
"""

from __future__ import annotations

import gc
import multiprocessing
import statistics
import sys
import time
from pathlib import Path

from checker.intake.decode import decode
from checker.readers.registry import cards, reader_named
from checker.readers.toolkit.base import Capture, read_capture

SAMPLES = Path(__file__).parents[1] / "tests" / "readers" / "samples"
MIB = 2**20


def sample_of(name: str) -> str | None:
    names = {card.name for card in cards()}
    for path in sorted(SAMPLES.iterdir()):
        parts = path.name.split(".")
        if next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in names), None) == name:
            return decode(path.read_bytes())
    return None


def kilobytes(name: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise SystemExit(f"/proc/self/status has no {name}")


def reset_peak() -> int:
    """Reset the peak memory, which includes the start of the program; return the memory in use now."""
    Path("/proc/self/clear_refs").write_text("5")
    return kilobytes("VmRSS")


def measure(name: str, size: int, queue: multiprocessing.SimpleQueue) -> None:
    reader = reader_named(name)
    sample = sample_of(name) or ""
    read_capture(reader, Capture(sample, "warm.txt", owner="owner1"))
    gc.collect()
    before = reset_peak()
    text = sample * (size // max(len(sample), 1) + 1)
    capture = Capture(text, "large.txt", owner="owner1")
    gc.disable()
    started = time.process_time()
    result = read_capture(reader, capture)
    taken = time.process_time() - started
    after = kilobytes("VmHWM")
    queue.put((len(text) / taken / 1e6, (after - before) * 1024 / len(text), result.records, result.failure))


def main() -> None:
    size = int(float(sys.argv[1]) * MIB) if len(sys.argv) > 1 else 8 * MIB
    names = sys.argv[2:] or [card.name for card in cards()]
    context = multiprocessing.get_context("spawn")
    rows = []
    for name in names:
        queue = context.SimpleQueue()
        process = context.Process(target=measure, args=(name, size, queue))
        process.start()
        process.join(300)
        if process.is_alive() or queue.empty():
            process.kill()
            print(f"{name:<45} no result within 300 s", flush=True)
            continue
        speed, memory, records, failure = queue.get()
        rows.append((name, speed, memory))
        print(f"{name:<45}{speed:>9.1f} MB/s{memory:>7.1f} x{records:>10,} records {failure or ''}", flush=True)
    speeds, memories = [row[1] for row in rows], [row[2] for row in rows]
    print(f"{len(rows)} readers: median {statistics.median(speeds):.1f} MB/s, slowest {min(speeds):.2f} MB/s; "
          f"memory median {statistics.median(memories):.1f} x, {sum(m < 3 for m in memories)} under 3 x, most {max(memories):.1f} x")  # fmt: skip


if __name__ == "__main__":
    main()
