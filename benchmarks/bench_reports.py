"""Benchmark of the report formats: size and rendering time for 10, 1,000 and 50,000 findings.

Usage: ``python benchmarks/bench_reports.py [FORMAT…]``. The findings are synthetic, as long as those of the demonstration SAN,
with three related locations each and 100 findings per host. Formats that describe rules describe all built-in rules. The time
is the CPU time of rendering, without the audit, after a small report that warms up caches. gzip is the size of an upload.
"""

from __future__ import annotations

import gzip
import sys
import time
from dataclasses import replace

from checker.cli.support.library import Library
from checker.report.base import Format, Presentation
from checker.report.registry import formats
from checker.rules.evaluate.finding import (
    FileCoverage,
    Finding,
    FixStep,
    MissingExport,
    MissingFact,
    Place,
    Report,
    RuleCoverage,
)

COUNTS = (10, 1_000, 50_000)


def finding(number: int, rule_id: str, name: str) -> Finding:
    host = f"esx{number // 100:04}"
    device = f"naa.6000144000000010a1115d00{number:08x}"
    severity = ("error", "warning", "warning", "info")[number % 4]
    return Finding(
        rule=rule_id,
        name=name,
        severity=severity,  # type: ignore[arg-type]
        message=f"{host} has 3 live paths to {device} through cluster-1; 4 are required. Fabrics and directors without a "
        "path: fabric-a B. Not live: 10:00:00:90:fa:e1:02:01 > 50:00:14:42:70:a1:11:02",
        object={"host": host, "vplex_cluster": "cluster-1"},
        objects=tuple({"host": host, "volume": f"{device}{n}", "vplex_cluster": "cluster-1"} for n in range(3)),
        evidence={"live_paths": {"lo": 3, "hi": 3}, "missing_pairs": ["fabric-a B"]},
        fingerprint=f"{number * 2654435761 % 2**64:016x}",
        location=Place(f"exports/{host}/core-path-list.txt", number % 997 + 1, label="path"),
        related=tuple(Place("exports/fab-a/cfgshow.txt", number % 499 + n + 1, label="zone") for n in range(3)),
        fix_summary="Zone each host port to one A and one B director port of its fabric, add these ports to the storage "
        "view, and rescan.",
        fix=(FixStep("esxi", "esxcli storage core adapter rescan --all"),),
    )


def report(count: int, library: Library) -> Report:
    rules = list(library.rules().values())
    named = [rules[number % len(rules)] for number in range(40)]
    findings = tuple(finding(n, named[n % 40].id, named[n % 40].name) for n in range(count))
    hosts = {one.object["host"] for one in findings}
    return Report(
        as_of="2026-11-01T00:00:00+00:00",
        as_of_given=True,
        version="0.1.0",
        config="sanlint.yaml",
        findings=findings,
        files=tuple(
            FileCoverage(f"exports/{host}/core-path-list.txt", None, "esxcli-storage-core-path-list", str(host), "path",
                         None, 1, 960, 48, 0)
            for host in sorted(map(str, hosts))
        ),
        rules=tuple(
            RuleCoverage(rule.id, passed=count, failed=n % 3, not_evaluated=n % 2, missing=(MissingFact("path.state", 1),) * (n % 2))
            for n, rule in enumerate(rules)
        ),
        missing_exports=tuple(MissingExport(str(host), "esxcli storage core path list", ("PTH001",), 8) for host in sorted(map(str, hosts))[:100]),
        selected_rules=len(rules),
        counts={"hosts": len(hosts), "paths": count * 4},
    )  # fmt: skip


def measure(name: str, form: Format, built: Report, shown: Presentation) -> tuple[float, int, int]:
    began = time.process_time()
    text = form.render(built, shown)
    taken = time.process_time() - began
    data = text.encode("utf-8", "replace")
    return taken, len(data), len(gzip.compress(data, 6))


def main() -> None:
    library = Library.of_folders()
    presentation = replace(library.presentation(), width=100)
    chosen = sys.argv[1:] or list(formats())
    reports = {count: report(count, library) for count in COUNTS}
    print(f"{'format':10} {'findings':>9} {'seconds':>8} {'kB':>9} {'kB gzip':>9}")
    for name in chosen:
        formats()[name].render(reports[COUNTS[0]], presentation)
        for count, built in reports.items():
            taken, size, packed = measure(name, formats()[name], built, presentation)
            print(f"{name:10} {count:>9,} {taken:>8.2f} {size / 1e3:>9,.0f} {packed / 1e3:>9,.0f}", flush=True)


if __name__ == "__main__":
    main()
