"""Counts of what an audit does, which do not depend on the machine: a table that ``make lint`` compares with.

Usage: ``python benchmarks/counts.py`` compares each input with ``counts.tsv`` and fails if a count is more than a tenth and
five above the table; ``--write`` writes the table. Inputs are the demonstration and one sample of each family of readers. Counted
are calls of the database, imported modules (without those of Python), compiled regular expressions, files that are
opened to be read (without modules), and KiB written, with the report.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "benchmarks" / "counts.tsv"
SAMPLES = ROOT / "tests" / "readers" / "samples"
DEMO = "fixtures/demo/exports"
COUNTS = ("statements", "modules", "patterns", "files", "KiB")
SLACK, LEAST = 1.1, 5
"""What a count may exceed the table by: its tenth, and this many; less is no reason to look."""


def main() -> int:
    """Compare, or write the table; return the exit code."""
    inputs = [DEMO, *(f"tests/readers/samples/{name}" for name in _one_of_each_family())]
    # The first one compiles the rules and the list of readers, if they are not in the cache.
    counted(inputs[-1])
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = dict(zip(inputs, threads.map(counted, inputs), strict=True))
    if "--write" in sys.argv[1:]:
        rows = [("input", *COUNTS), *((name, *(str(counts[one]) for one in COUNTS)) for name, counts in found.items())]
        TABLE.write_text("".join("\t".join(row) + "\n" for row in rows))
        return 0
    _, *lines = TABLE.read_text().splitlines()
    known = {name: [int(one) for one in counts] for name, *counts in (line.split("\t") for line in lines)}
    for name in [name for name, counts in found.items() if _problems({name: counts}, known)]:
        # Processes that find the cache incomplete at the same time do more than they do otherwise.
        again = counted(name)
        found[name] = {what: min(found[name][what], again[what]) for what in COUNTS}
    problems = _problems(found, known)
    print("\n".join(problems) or f"{len(found)} inputs: no count is above benchmarks/counts.tsv")
    return 1 if problems else 0


def _problems(found: Mapping[str, Mapping[str, int]], known: Mapping[str, Sequence[int]]) -> list[str]:
    problems = []
    for name, counts in found.items():
        if name not in known:
            problems.append(f"{name} is not in benchmarks/counts.tsv; add it with: python benchmarks/counts.py --write")
            continue
        for what, before in zip(COUNTS, known[name], strict=True):
            if counts[what] > max(before * SLACK, before + LEAST):
                problems.append(
                    f"{name}: {counts[what]} {what}, {before} in benchmarks/counts.tsv. If it is worth that, write the "
                    "table again: python benchmarks/counts.py --write"
                )
    return problems


def _one_of_each_family() -> list[str]:
    """Return the first sample of each family of readers, in order of the families."""
    from checker.readers.registry import cards

    found: dict[str, str] = {}
    for card in cards():
        family = card.module.split(".")[2]
        for path in sorted(SAMPLES.glob(f"{card.name}.*"))[:1]:
            found.setdefault(family, path.name)
    return [found[family] for family in sorted(found)]


def counted(path: str) -> dict[str, int]:
    """Audit an input in a process of its own and return its counts.

    Raises:
        SystemExit: the audit failed.
    """
    more = ["--config", "fixtures/demo/sanlint.yaml"] if path == DEMO else ["--isolated"]
    command = [sys.executable, __file__, "--count", path, *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{path}: {done.stderr[-2000:]}")
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def _count(arguments: list[str]) -> None:
    """Audit in this process and print the counts."""
    import re

    from checker.audit.remembered import Remembered
    from checker.cli.support.run import run
    from checker.facts.store import statements

    counts = dict.fromkeys(COUNTS, 0)

    def counting(function: Any, what: str) -> Any:
        def called(*given: Any, **named: Any) -> Any:
            counts[what] += 1
            return function(*given, **named)

        return called

    def opened(event: str, given: Any) -> None:
        if event == "open" and not isinstance(given[0], int) and not given[2] & (os.O_WRONLY | os.O_RDWR):
            counts["files"] += not str(given[0]).endswith((".py", ".pyc", ".so"))

    # Answers of earlier runs would replace what is to be counted.
    Remembered.on = Remembered.files_too = False  # type: ignore[assignment, method-assign]
    statements.run = counting(statements.run, "statements")
    compiler: Any = vars(re)["_compiler"]
    compiler.compile = counting(compiler.compile, "patterns")
    sys.addaudithook(opened)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        code = run(["check", *arguments, "--exit-zero", "-q", "-j", "1", "--as-of", "2026-11-02", "-o", str(report)])
        counts["KiB"] = report.stat().st_size // 1024
    if code:
        raise SystemExit(code)
    counts["modules"] = sum(name.partition(".")[0] not in sys.stdlib_module_names for name in sys.modules)
    print(json.dumps(counts))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--count"]:
        _count(sys.argv[2:])
    else:
        raise SystemExit(main())
