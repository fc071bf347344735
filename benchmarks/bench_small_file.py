"""Benchmark of a complete run on one small file: sanlint compared with check-jsonschema and yamllint, alternating in one run.

Usage: ``python benchmarks/bench_small_file.py``; requires check-jsonschema and yamllint (``make bench`` installs them).

Do not set ``PYTHONDONTWRITEBYTECODE``, or the benchmark measures the Python compiler. A checkout checks its rules and readers
for changes, a wheel does not. On a busy machine only the ratios within one run are meaningful.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 15


def tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def main() -> None:
    from fixtures.generate.sans.many_hosts import write_san

    with tempfile.TemporaryDirectory(prefix="sanlint-small-") as folder:
        base = Path(folder)
        write_san(base / "exports", 40)
        capture = next((base / "exports").glob("*core-path-list.txt"))
        (base / "schema.json").write_text(json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}}))
        (base / "data.json").write_text('{"a": 1}')
        (base / "data.yaml").write_text("---\na: 1\n")
        commands = {
            "sanlint check": [tool("sanlint"), "check", "--isolated", str(capture)],
            "sanlint --version": [tool("sanlint"), "--version"],
            "check-jsonschema": [
                tool("check-jsonschema"),
                "--schemafile",
                str(base / "schema.json"),
                str(base / "data.json"),
            ],
            "yamllint": [tool("yamllint"), str(base / "data.yaml")],
            "yamllint --version": [tool("yamllint"), "--version"],
            "python -c pass": [sys.executable, "-c", "pass"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(RUNS + 2):
            for name, command in commands.items():
                begin = time.perf_counter()
                done = subprocess.run(command, capture_output=True, check=False)
                times[name].append(time.perf_counter() - begin)
                if done.returncode not in (0, 1):
                    raise SystemExit(f"{name} failed: {done.stderr.decode()[:300]}")
    medians = {name: statistics.median(values[2:]) for name, values in times.items()}
    for name, value in medians.items():
        print(f"{name:<20} {value * 1000:6.0f} ms")
    print(f"sanlint check / check-jsonschema = {medians['sanlint check'] / medians['check-jsonschema']:.2f}")
    print(f"sanlint check / yamllint = {medians['sanlint check'] / medians['yamllint']:.2f}")
    print(
        f"sanlint --version / yamllint --version = {medians['sanlint --version'] / medians['yamllint --version']:.2f}"
    )


if __name__ == "__main__":
    main()
