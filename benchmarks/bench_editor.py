"""Benchmark of the language server: from a change of an inventory of 5,000 lines to what an editor shows.

Usage: ``python benchmarks/bench_editor.py [LINES]``. Each step is given as elapsed time and as processor time of the server's
process, which does not depend on what else the machine does. The targets are 300 ms for what could not be read, and for
findings on unchanged lines; there is none for new findings, which need an evaluation of all rules.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

CHANGES = 8
TARGET_S = 0.3
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
    first: list[tuple[float, float]] = []
    whole: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory(prefix="sanlint-editor-") as folder:
        os.chdir(folder)
        project = Project(Path(folder), (), Options(jobs=1, profile="pre-commit"))
        path = Path(folder) / "san.yaml"
        last: Checked | None = None
        for number in range(CHANGES + 1):
            changed = text.replace("    site: s1\n", f"    site: site{number}\n", 1 + number)
            begin = time.perf_counter(), time.process_time()
            reached: list[tuple[float, float]] = []

            def early(_checked: Checked, begin: tuple[float, float] = begin, reached: list = reached) -> bool:
                reached.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))
                return True

            document = Document(path, changed)
            last = project.run(project.task_of(document), {path: document}, last, early)
            # The first one loads rules and libraries.
            if number:
                first += reached
                whole.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))
        os.chdir("/")
    print(f"{text.count(chr(10)):,} lines, {CHANGES} changes; medians")
    for name, values in (("what cannot be read, and earlier findings", first), ("new findings", whole)):
        elapsed, processor = (statistics.median(one[part] for one in values) for part in (0, 1))
        print(f"{name:<42} {elapsed * 1000:6.0f} ms elapsed, {processor * 1000:6.0f} ms of processor time")
    processor = statistics.median(one[1] for one in first)
    print(f"first step / target = {processor / TARGET_S:.2f} (processor time)")


if __name__ == "__main__":
    main()
