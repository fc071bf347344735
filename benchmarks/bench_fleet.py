"""Fleet: what audits of many bundles cost, and the answers of their results. Run it on a machine that does nothing else.

- ``bundles --count 2000 --workers 2 --faults``: audits synthetic bundles on a scheduler and workers of their own, twice, and
  checks that no bundle is missing. ``--faults``: meanwhile a worker is killed, then the scheduler with all workers, and
  another run writes the same results.
- ``scaling --count 40 --workers 1 2 4``: time of the same bundles with more workers.
- ``tasks --count 100000``: tasks that do nothing, through a scheduler of its own: memory of scheduler and client.
- ``results --sites 10000 --findings 1000``: time and memory of the questions and of the page over synthetic results.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
from support.fleet_cluster import Cluster, asked, audits, cluster, finished, most_memory, sanlint

from checker.fleet import questions
from checker.fleet.page import page
from checker.fleet.request import Bundle, Outcome, Settings
from checker.fleet.store.results import Results
from checker.fleet.store.tables import TABLES, Table
from checker.fleet.store.writer import Writer
from fixtures.generate.sans.fleet import write_fleet

_EXTRAPOLATED = 100_000

_VALUES = {
    "site": "'s' || lpad(nr::VARCHAR, 5, '0')",
    "bundle": "printf('%016x', nr)",
    "source": "'s3://exports/' || nr || '.tar.gz'",
    "state": "CASE WHEN nr % 97 = 0 THEN 'error' ELSE 'audited' END",
    "verdict": "CASE WHEN nr % 7 + nr % 11 + nr % 13 > 0 THEN 'findings' ELSE 'incomplete' END",
    "errors": "nr % 7",
    "warnings": "nr % 11",
    "infos": "nr % 13",
    "rules_evaluated": "100 + nr % 50",
    "rules_not_evaluated": "nr % 90",
    "rule": "'PTH' || lpad((number % 300)::VARCHAR, 3, '0')",
    "name": "'rule-' || number % 300",
    "severity": "CASE number % 3 WHEN 0 THEN 'error' WHEN 1 THEN 'warning' ELSE 'info' END",
    "outcome": "CASE WHEN number % 9 = 0 THEN 'not evaluated' ELSE 'evaluated' END",
    "message": "'esx' || number || ': naa.514f' || nr || ' uses VMW_PSP_FIXED; XtremIO requires VMW_PSP_RR'",
    "fingerprint": "md5(nr || '-' || number)",
    "captured_at": "TIMESTAMP '2026-11-01'",
    "audited_at": "TIMESTAMP '2026-11-02'",
    "exports": "['show flogi database', 'esxcli storage core path list']",
    "tags": "[]::VARCHAR[]",
    "device": "'host'",
    "product": "'ESXi'",
    "item": "'operating system'",
    "version": "(number % 9)::VARCHAR",
    "devices": "number",
}


def main() -> None:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(required=True)
    bundles = what.add_parser("bundles")
    bundles.add_argument("--count", type=int, default=2_000)
    bundles.add_argument("--workers", type=int, default=os.cpu_count())
    bundles.add_argument("--faults", action="store_true")
    bundles.add_argument("--seed", type=int, default=1)
    bundles.set_defaults(run=bench_bundles)
    scaling = what.add_parser("scaling")
    scaling.add_argument("--count", type=int, default=40)
    scaling.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    scaling.set_defaults(run=bench_scaling)
    results = what.add_parser("results")
    results.add_argument("--sites", type=int, default=10_000)
    results.add_argument("--findings", type=int, default=1_000)
    results.add_argument("--keep", help="folder for the results; a temporary one by default")
    results.set_defaults(run=bench_results)
    tasks = what.add_parser("tasks")
    tasks.add_argument("--count", type=int, default=100_000)
    tasks.set_defaults(run=bench_tasks)
    arguments = parser.parse_args()
    # So that no scheduler or worker stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments.run(arguments)


def bench_bundles(arguments: argparse.Namespace) -> None:
    """Audit synthetic bundles on a cluster as the documentation says, and audit them again."""
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        unreadable = write_fleet(top / "bundles", arguments.count, arguments.seed)
        results = top / "results"
        with cluster(top / "cluster", arguments.workers) as started:
            run = ("run", top / "bundles", "-o", results, "--isolated", "--engine", started.address)
            began = time.monotonic()
            process = sanlint(started.folder, *run)
            meanwhile = threading.Thread(target=inject, args=(started, run, process, arguments.count))
            if arguments.faults:
                meanwhile.start()
            print(finished(process))
            if arguments.faults:
                meanwhile.join()
            wall = time.monotonic() - began
            counts = asked(
                started.folder,
                results,
                "SELECT count(*) AS n, count(DISTINCT (site, month)) AS bundles, count(*) FILTER (state = 'audited') AS audited, "
                "sum(cpu_seconds) AS cpu, max(memory_bytes) / 1e6 AS memory, sum(bytes) / 1e6 AS size FROM bundles",
            )
            print(counts)
            assert counts["n"] == counts["bundles"] == arguments.count, "a bundle is missing"
            assert counts["audited"] == arguments.count - unreadable, "a bundle that can be read was not audited"
            timed("again, unchanged", lambda: print(finished(sanlint(started.folder, *run))))
        cores = min(arguments.workers, os.cpu_count() or 1)
        rate = arguments.count / wall * 3600 / cores
        print(f"{wall:.0f} s with {arguments.workers} workers on {cores} cores: {rate:,.0f} bundles an hour and core")
        print(f"{_EXTRAPOLATED:,} bundles: {_EXTRAPOLATED:,} / {rate:,.0f} = {_EXTRAPOLATED / rate:,.0f} core hours")
        for name in ("top", "versions"):
            timed(f"fleet {name}", lambda name=name: finished(sanlint(top, name, results)))  # type: ignore[misc]
        timed("fleet report", lambda: finished(sanlint(top, "report", results, "-o", top / "fleet.html")))


def inject(started: Cluster, run: tuple[object, ...], process: subprocess.Popen[str], count: int) -> None:
    """Kill a worker, then everything, and have another run write the same results."""

    def wait_for(share: float) -> None:
        # Results show too late what was audited: batches are written by the minute.
        while len(seen) < share * count and process.poll() is None:
            time.sleep(0.2)
            seen.update(audits(started.folder))

    seen: set[str] = set()
    wait_for(0.1)
    started.kill(started.workers.pop())
    started.workers.append(started.start_worker())
    print("a worker was killed")
    wait_for(0.3)
    started.restart()
    print("scheduler and workers were killed and started again")
    wait_for(0.5)
    other = sanlint(started.folder, *run)
    print("another run writes the same results:", finished(other))


def bench_scaling(arguments: argparse.Namespace) -> None:
    """Audit the same bundles with more and more workers."""
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        write_fleet(top / "bundles", arguments.count)
        first = 0.0
        for workers in arguments.workers:
            with cluster(top / "cluster", workers) as started:
                # Compiles the rule book, which is kept in the cache.
                one = next((top / "bundles").iterdir())
                finished(
                    sanlint(
                        started.folder,
                        "run",
                        one,
                        "-o",
                        top / f"one{workers}",
                        "--isolated",
                        "--engine",
                        started.address,
                    )
                )
                began = time.monotonic()
                run = (
                    "run",
                    top / "bundles",
                    "-o",
                    top / f"results{workers}",
                    "--isolated",
                    "--engine",
                    started.address,
                )
                finished(sanlint(started.folder, *run))
                wall = time.monotonic() - began
            first = first or wall * arguments.workers[0]
            linear = min(workers, os.cpu_count() or 1)
            print(f"{workers} workers: {wall:7.1f} s, {first / wall / linear:.2f} of linear up to {linear} cores")


def bench_results(arguments: argparse.Namespace) -> None:
    """Write results of many sites and ask every question."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.keep or temporary) / "results"
        results = Results.create(folder)
        if not (folder / "bundles").exists():
            write(folder, arguments.sites, arguments.findings)
        print(f"{arguments.sites:,} sites, {arguments.sites * arguments.findings:,} findings")
        timed("count of findings", lambda: questions.select(results, "SELECT count(*) AS n FROM findings"))
        timed("top", lambda: questions.ask(results, (questions.TOP, questions.UNEVALUATED)))
        timed("site", lambda: questions.ask(results, questions.SITE, site="s00042"))
        timed("trend", lambda: questions.ask(results, (questions.TREND,), rule="PTH003"))
        timed("diff", lambda: questions.ask(results, (questions.DIFF,), old="2026-10", new="2026-11"))
        timed("versions", lambda: questions.ask(results, questions.VERSIONS))
        timed("page", lambda: (folder / "fleet.html").write_text(page(results, folder / "fleet.html")))


def write(folder: Path, sites: int, findings: int) -> None:
    """Write results: per site one bundle in one of two months, so many findings, 300 rules, 10 versions."""
    rows = {"bundles": 1, "findings": findings, "rules": 300, "coverage": 20, "parts": 10}
    with duckdb.connect() as connection:
        for table in TABLES:
            for odd in (0, 1):
                file = folder / table.name / f"month=2026-{10 + odd}" / "20261101T000000-0.parquet"
                file.parent.mkdir(parents=True)
                connection.execute(
                    f"COPY (SELECT {_columns(table)} FROM range({odd}, {sites}, 2) a(number_of_site), "
                    f"LATERAL (SELECT number_of_site AS nr), range({rows[table.name]}) b(number)) "
                    f"TO '{file}' (FORMAT parquet, COMPRESSION zstd)"
                )


def _columns(table: Table) -> str:
    return ", ".join(
        f"CAST({_VALUES.get(column.name, 'NULL')} AS {column.type}) AS {column.name}" for column in table.columns
    )


def timed(name: str, work: Callable[[], object]) -> None:
    """Print how long something takes, and the most memory so far."""
    began = time.monotonic()
    work()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:20} {time.monotonic() - began:8.2f} s   {most:8.0f} MB")


def bench_tasks(arguments: argparse.Namespace) -> None:
    """Send tasks that do nothing through the engine, and print what that costs scheduler and client."""
    from checker.fleet import run as fleet
    from checker.fleet.engine import Engine

    bundles = [Bundle(f"s3://x/{number}", f"s3://x/{number}", f"s{number}") for number in range(arguments.count)]
    fleet.audit_bundle = nothing
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder) / "cluster", 1) as started:
        results = Results.create(Path(folder) / "results")
        Writer.add = lambda _writer, _outcome: None  # type: ignore[method-assign]
        engine = Engine(started.address, 1)
        print(f"scheduler before: {most_memory(started.scheduler.pid):.0f} MB at most")
        timed(f"{arguments.count:,} tasks", lambda: fleet.run(bundles, Settings("", ""), results, engine))
        print(f"scheduler: {most_memory(started.scheduler.pid):.0f} MB at most")


def nothing(bundle: Bundle, _settings: Settings, _known: frozenset[str], _pseudonyms: object) -> Outcome:
    """Stand for an audit."""
    return Outcome(bundle, "audited", digest="0" * 64, month="2026-11")


if __name__ == "__main__":
    main()
