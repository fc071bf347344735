"""Benchmark of hostile input: how the time grows when a hostile text doubles, and the slowest damaged copy of each reader.

Usage: ``python benchmarks/bench_hostile.py [COPIES [READER…]]``. COPIES is the number of damaged copies per reader (default 24).

Both are ratios within one run, so that a busy machine gives the same answer as an idle one. A text that takes more than three
times as long when it doubles grows faster than linearly (a backtracking pattern). A damaged copy is compared with the intact
sample it was made from. Exits with 1 if a limit is exceeded.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from checker.anonymize.secrets.remove import without_secrets
from checker.intake.sections.split import split_commands
from checker.readers.registry import cards, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.damage import damaged_copies
from tests.readers.test_samples import samples, text_of

MAX_GROWTH = 3.0
MAX_DAMAGED = 200.0
NOISE_S = 0.02
"""Below this CPU time in seconds a ratio says nothing."""

SECRETS = {
    "password.…": "password." * 15_000,
    "key …": "key " * 30_000,
    "a…a password": "a" * 200_000 + " password",
    "private keys": "-----BEGIN RSA KEY-----\n" * 1_500,
}
RULERS = {
    "one long ruler": "-" * 150_000 + " show a",
    "titles in rulers": ("-" * 59 + " show " + "a " * 70 + "\n") * 2_500,
    "rulers only": ("-" * 60 + "\n") * 15_000,
}
LINES = {
    "blanks": " " * 10_000 + "\n",
    "words": "a " * 5_000 + "\n",
    "ranges": "vsan 1-" * 2_500 + "\n",
    "digits": "0x" * 5_000 + "\n",
    "brackets": "[" * 10_000 + "\n",
    "commas": "1," * 5_000 + "\n",
    "zone names": "zone name " * 1_500 + "\n",
    "signs": ":=|;#-" * 2_000 + "\n",
}


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a call in seconds: the better of two."""
    taken = []
    for _ in range(2):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken)


def growth(work: Callable[[str], object], text: str) -> float:
    """Return by how much the time grows when a text doubles; 1 if even the double is too fast to measure."""
    double = seconds(lambda: work(text * 2))
    return double / max(seconds(lambda: work(text)), NOISE_S / 2) if double > NOISE_S else 1.0


def functions() -> Iterator[tuple[str, float]]:
    """Yield the growth of each function that sees text before any reader does."""
    for name, text in SECRETS.items():
        yield f"anonymize, {name}", growth(without_secrets, text)
    for name, text in RULERS.items():
        yield f"split, {name}", growth(split_commands, text)


def read(name: str, text: str) -> None:
    """Detect and read a text with one reader."""
    reader = reader_named(name)
    capture = Capture(text=text, file="capture.txt", owner="owner1")
    reader.detect(capture)
    read_capture(reader, capture)


def figures(name: str, copies: int, others: list[str]) -> tuple[float, float]:
    """Return a reader's worst growth on hostile lines, and its slowest damaged copy relative to the intact text."""
    texts = [text_of(path) for path in samples()[name]]
    worst = max(growth(lambda line: read(name, f"{texts[0]}\n{line}"), line) for line in LINES.values())
    intact = max(seconds(partial(read, name, text)) for text in texts)
    slowest = max(seconds(partial(read, name, copy)) for copy in damaged_copies(texts, others, name, copies))
    return worst, slowest / max(intact, NOISE_S)


def main(copies: int, names: list[str]) -> int:
    """Print all figures, the worst readers first; return 1 if a limit is exceeded."""
    bad = 0
    for title, ratio in functions():
        print(f"{ratio:6.1f} × for a text twice as long: {title}")
        bad += ratio > MAX_GROWTH
    others = [text_of(paths[0]) for _, paths in sorted(samples().items())][:: max(len(samples()) // 12, 1)]
    chosen = names or sorted(card.name for card in cards())
    rows = sorted(((name, *figures(name, copies, others)) for name in chosen), key=lambda row: -max(row[1:]))
    for name, ratio, slowest in rows[:20]:
        print(f"{ratio:6.1f} × for a hostile line twice as long, {slowest:6.1f} × for the slowest damaged copy: {name}")
    bad += sum(ratio > MAX_GROWTH or slowest > MAX_DAMAGED for _, ratio, slowest in rows)
    print(
        f"{len(rows)} readers, {copies} damaged copies each: {bad} above the limits ({MAX_GROWTH:g} × and {MAX_DAMAGED:g} ×)"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 24, sys.argv[2:]))
