"""Benchmark of the language server: from a change of an inventory of 5,000 lines to what an editor shows.

Usage: ``python benchmarks/bench_editor.py [LINES]``. Each step is given as elapsed time and as processor time of the server's
process, which depends less on what else the machine does. The target is 300 ms, for what could not be read and for new
findings. What a change costs depends on what it changes: a setting of hosts, a new line, or a zone, which matters to every path.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

CHANGES = 8
LINES_A_HOST = 16


def main() -> None:
    from checker.audit.options import Options
    from checker.lsp.documents import Document
    from checker.lsp.project import Checked, Project
    from fixtures.generate.sans.inventories import hosts_inventory

    # As the command does (checker.cli.support.run).
    gc.set_threshold(50_000, 20)
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    text = hosts_inventory(lines // LINES_A_HOST)
    with tempfile.TemporaryDirectory(prefix="sanlint-editor-") as folder:
        os.chdir(folder)
        project = Project(Path(folder), (), Options(jobs=1, profile="pre-commit"))
        path = Path(folder) / "san.yaml"

        def check(changed: str, last: Checked | None) -> tuple[Checked | None, list[tuple[float, float]]]:
            begin = time.perf_counter(), time.process_time()
            reached: list[tuple[float, float]] = []

            def note() -> None:
                reached.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))

            document = Document(path, changed)
            last = project.run(project.task_of(document), {path: document}, last, lambda _: note() is None)
            note()
            return last, reached

        print(f"{text.count(chr(10)):,} lines; medians of {CHANGES} changes; elapsed and processor time in ms")
        print(f"{'changed':<12}{'what cannot be read':>24}{'new findings':>24}")
        # The first one loads rules and libraries.
        last, _ = check(text, None)
        for name, change in EDITS.items():
            times = []
            for number in range(CHANGES):
                last, reached = check(change(text, number), last)
                times.append(reached)
            medians = [
                [statistics.median(one[step][part] for one in times) * 1000 for part in (0, 1)] for step in (0, 1)
            ]
            print(f"{name:<12}" + "".join(f"{elapsed:>16.0f}{processor:>8.0f}" for elapsed, processor in medians))
        os.chdir("/")


EDITS: dict[str, Callable[[str, int], str]] = {
    "setting": lambda text, number: text.replace("    site: s1\n", f"    site: site{number}\n", 1 + number),
    "line": lambda text, number: text.replace(f"  esx000{number}:\n", f"  esx000{number}:\n    model: m{number}\n", 1),
    "zone": lambda text, number: text.replace(f"members: [esx000{number}_hba1, ", "members: [", 1),
}
"""By what they change: a function of the inventory and of a number."""


if __name__ == "__main__":
    main()
