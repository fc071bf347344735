"""Benchmark of the tests: processor time of `make test` and `make lint`, here and in an earlier commit, and how much each of them tests.

Usage: ``python benchmarks/bench_tests.py``; writes its section of ``RESULTS.md``. Each commit is checked out and set up in a
folder of its own; what is not committed is not measured. It takes as long as the tests do, twice.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from support.programs import BASELINE, BUILD, ROOT
from support.results import machine, write_section

TARGET = 1 / 3


@dataclass(frozen=True)
class Tested:
    """What one commit's tests took, in processor seconds with all processes, and how many there are."""

    test: float
    lint: float
    tests: int
    examples: int
    properties: int


def _run(folder: Path, *words: str) -> tuple[float, str]:
    """Run a command to its end; return its processor seconds with all children, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    dropped = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    environment |= {"XDG_CACHE_HOME": str(folder / "build" / "cache")}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    log = BUILD / f"tests-{folder.name}-{words[-1].strip('.').replace('/', '-')}.log"
    log.write_text(done.stdout + done.stderr)
    print(
        f"{folder.name}: {' '.join(words)}: exit code {done.returncode}, {seconds:.0f} s; printed in {log}", flush=True
    )
    return seconds, done.stdout + done.stderr


def _count(pattern: str, text: str) -> int:
    """Return the last number that a pattern finds in a text, 0 without one."""
    found = re.findall(pattern, text)
    return int(found[-1].replace(",", "")) if found else 0


def tested(commit: str, folder: Path) -> Tested:
    """Check out a commit, set it up, and run its tests.

    Raises:
        SystemExit: it cannot be set up, or runs no test.
    """
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "checkout", "--quiet", commit], check=True)
    python = f"PYTHON={sys.executable}"
    _, printed = _run(folder, "make", "--silent", python, ".venv/.dev")
    test, summary = _run(folder, "make", python, "test")
    if not (count := _count(r"([0-9]+) passed", summary)):
        raise SystemExit(f"{commit} runs no test\n{(printed + summary)[-800:]}")
    lint, checks = _run(folder, "make", python, "lint")
    properties = sum(path.read_text().count("@given") for path in (folder / "tests").rglob("*.py"))
    return Tested(test, lint, count, _count(r"([0-9,]+) examples", checks), properties)


def main() -> None:
    where = machine()
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tests-", dir=BUILD) as name:
        here, there = tested("HEAD", Path(name) / "this"), tested(BASELINE, Path(name) / BASELINE)
    rows = ["| what | here | fc4e1b0 | ratio | target | reached |", "|---|---|---|---|---|---|"]
    for what, one, other in (("make test", here.test, there.test), ("make lint", here.lint, there.lint)):
        verdict = "yes" if one <= TARGET * other else "**no**"
        rows.append(f"| `{what}`, s | {one:.0f} | {other:.0f} | {one / other:.2f} | {TARGET:.2f} | {verdict} |")
    each, before = 1000 * here.test / here.tests, 1000 * there.test / there.tests
    rows.append(f"| `make test`, ms for each test | {each:.0f} | {before:.0f} | {each / before:.2f} | | |")
    counts = (
        ("tests that pass", here.tests, there.tests),
        ("examples of rules", here.examples, there.examples),
        ("properties", here.properties, there.properties),
    )
    for what, one, other in counts:
        rows.append(f"| {what} | {one:,} | {other:,} | {one / other:.2f} | 1 | {'yes' if one >= other else '**no**'} |")
    write_section("Tests", "bench_tests.py", where, "\n".join(rows))
    print("\n".join(rows))


if __name__ == "__main__":
    main()
