"""Benchmark of each reader: CPU time per MB and per record, and peak memory relative to the size of the text.

Usage: ``python benchmarks/bench_readers.py [MIB] [READER…]``. Each reader reads its sample (tests/readers/samples), repeated to
the given size, in a separate process. Every copy has other world wide names and device ids, as exports do: equal ones would
be found in caches. Memory is measured from before the text is created (Linux only), so the text itself counts as 1. Target:
at most 1 s per MB, about 0.05 ms per record, and under 3 times the text. ``intake`` is the time per MB including splitting,
recognition and the owner, for at most 0.5 MB: one file rarely contains as many captures as the copies here.
"""

from __future__ import annotations

import gc
import multiprocessing
import re
import statistics
import sys
import time
from pathlib import Path

from support.results import machine, write_section

from checker.facts.observations import Observations
from checker.intake.decode import decode
from checker.intake.read import read_text
from checker.readers.registry import cards, reader_named
from checker.readers.toolkit.base import Capture, read_capture

SAMPLES = Path(__file__).parents[1] / "tests" / "readers" / "samples"
MIB = 2**20
INTAKE = MIB // 2
_NAME = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:[0-9a-fA-F]{2}[:-]){7,15}|(?:0x|naa\.|eui\.)?[0-9a-fA-F]{10,30})([0-9a-fA-F]{2})(?![0-9A-Za-z])"
)


def sample_of(name: str) -> str | None:
    names = {card.name for card in cards()}
    for path in sorted(SAMPLES.iterdir()):
        parts = path.name.split(".")
        if next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in names), None) == name:
            return decode(path.read_bytes())
    return None


def varied(sample: str, size: int) -> str:
    """Repeat a sample to a size; the last digits of names differ from copy to copy."""
    whole = sample if sample.endswith("\n") else f"{sample}\n"
    copies = []
    for number in range(size // max(len(whole), 1) + 1):

        def other(name: re.Match[str], number: int = number) -> str:
            text, digits = name.group(), f"{number * 7919 % 65536:04x}"
            changed = list(text)
            for place, digit in zip((-1, -2, -4, -5) if text[-3] in ":-" else (-1, -2, -3, -4), digits, strict=True):
                value = int(text[place], 16) + int(digit, 16)
                new = f"{value % 16:x}" if not text.isdigit() else f"{value % 10}"
                changed[place] = new.upper() if text.isupper() else new
            return "".join(changed)

        copies.append(_NAME.sub(other, whole))
    return "".join(copies)


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
    text = varied(sample, size)
    size = len(text)
    gc.collect()
    before = reset_peak()
    capture = Capture(text, "large.txt", owner="owner1")
    gc.disable()
    started = time.process_time()
    result = read_capture(reader, capture)
    taken = time.process_time() - started
    after = kilobytes("VmHWM")
    copies = text[: text.find("\n", min(len(text), INTAKE) - 1) + 1]
    del text, capture
    # Recognition imports readers once.
    read_text(sample, "warm.txt", ("warm.txt",), 0, Observations())
    started = time.process_time()
    try:
        read_text(copies, "large.txt", ("large.txt",), 0, Observations())
        intake = (time.process_time() - started) / len(copies) * 1e6
    except ValueError:
        intake = float("nan")  # more captures than a file may have
    queue.put((taken / size * 1e6, 1 + (after - before) * 1024 / size, intake, result.records, taken, result.failure))


def main() -> None:
    size = int(float(sys.argv[1]) * MIB) if len(sys.argv) > 1 else 8 * MIB
    names = sys.argv[2:] or [card.name for card in cards()]
    context = multiprocessing.get_context("spawn")
    where = machine()
    rows: dict[str, tuple[float, float]] = {}
    for name in names:
        queue = context.SimpleQueue()
        process = context.Process(target=measure, args=(name, size, queue))
        process.start()
        process.join(300)
        if process.is_alive() or queue.empty():
            process.kill()
            print(f"{name:<45} no result within 300 s", flush=True)
            continue
        seconds, memory, intake, records, taken, failure = queue.get()
        rows[name] = seconds, memory
        each = f"{taken / records * 1000:>8.3f} ms" if records else "       - ms"
        print(
            f"{name:<45}{seconds:>7.2f} s/MB{each} each{intake:>7.2f} intake{memory:>7.1f} x{records:>10,} records {failure or ''}",
            flush=True,
        )
    times, memories = [row[0] for row in rows.values()], [row[1] for row in rows.values()]
    if not sys.argv[2:]:
        slow = sorted((one for one in rows.items() if one[1][0] > 1), key=lambda one: -one[1][0])
        listed = "".join(f"\n| {name} | {seconds:.2f} | {memory:.1f} |" for name, (seconds, memory) in slow)
        table = f"\n\n| above 1 s | s per MB | memory / text |\n|---|---|---|{listed}" if slow else ""
        write_section(
            "Readers", Path(__file__).name, where,
            f"{len(rows)} readers, each with {size / MIB:g} MiB of its format: {sum(t <= 1 for t in times)} take at most 1 s of processor time per MB "
            f"(target: all), the median takes {statistics.median(times):.2f} s, the slowest {max(times):.2f} s. Memory: median {statistics.median(memories):.1f} times the text.{table}",
        )  # fmt: skip
    print(f"{len(rows)} readers: median {statistics.median(times):.2f} s/MB, slowest {max(times):.2f}, {sum(t <= 1 for t in times)} at most 1; "
          f"memory median {statistics.median(memories):.1f} x, {sum(m < 3 for m in memories)} under 3 x, most {max(memories):.1f} x")  # fmt: skip


if __name__ == "__main__":
    main()
