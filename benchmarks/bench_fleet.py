"""Fleet: time of questions and of the page over synthetic results, and what tasks cost the scheduler and the client.

``python benchmarks/bench_fleet.py results --sites 10000 --findings 1000`` writes results to a temporary folder and asks them;
``tasks --count 100000`` sends tasks that do nothing through a real scheduler with one worker.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from checker.fleet import questions
from checker.fleet.page import page
from checker.fleet.request import Bundle, Outcome, Settings
from checker.fleet.store.results import Results, Writer
from checker.fleet.store.tables import TABLES, Table

_VALUES = {
    "site": "'s' || lpad(nr::VARCHAR, 5, '0')",
    "bundle": "printf('%016x', nr)",
    "source": "'s3://exports/' || nr || '.tar.gz'",
    "state": "CASE WHEN nr % 97 = 0 THEN 'error' ELSE 'audited' END",
    "verdict": "CASE WHEN nr % 5 = 0 THEN 'incomplete' ELSE 'findings' END",
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
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(required=True)
    results = what.add_parser("results")
    results.add_argument("--sites", type=int, default=10_000)
    results.add_argument("--findings", type=int, default=1_000)
    results.add_argument("--keep", help="folder for the results; a temporary one by default")
    results.set_defaults(run=bench_results)
    tasks = what.add_parser("tasks")
    tasks.add_argument("--count", type=int, default=100_000)
    tasks.set_defaults(run=bench_tasks)
    arguments = parser.parse_args()
    arguments.run(arguments)


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
    with tempfile.TemporaryDirectory() as folder:
        results = Results.create(Path(folder) / "results")
        Writer.add = lambda _writer, _outcome: None  # type: ignore[method-assign]
        timed(f"{arguments.count:,} tasks", lambda: fleet.run(bundles, Settings("", ""), results, Engine("local", 2)))


def nothing(bundle: Bundle, _settings: Settings, _known: frozenset[str]) -> Outcome:
    """Stand for an audit."""
    return Outcome(bundle, "audited", digest="0" * 64, month="2026-11")


if __name__ == "__main__":
    main()
