"""The folder of results: two runs at once, a full disk, damaged files, and what other programs read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from checker.errors import UsageError
from checker.fleet.questions import VERSIONS, ask, select
from checker.fleet.request import Bundle, Outcome
from checker.fleet.store.joining import forget, join_files
from checker.fleet.store.results import Results
from checker.fleet.store.tables import TABLES, write_tables
from tests.fleet.bundles import ROOT

MONTH = "2026-03"


def outcome(
    folder: Path,
    site: str,
    *,
    findings: int = 3,
    settings: str = "first",
    page: str = "",
    month: str = MONTH,
    change_mark: str | None = None,
    parts: tuple[dict[str, Any], ...] = (),
) -> Outcome:
    """Return the outcome of an audit with so many findings."""
    row: dict[str, Any] = {
        "site": site,
        "bundle": f"{site}-{month}",
        "source": f"/bundles/{site}",
        "sha256": site,
        "state": "audited",
    }
    row |= {"settings": settings, "errors": findings, "page": page or None, "change_mark": change_mark}
    one = {"site": site, "bundle": row["bundle"], "rule": "PTH001", "severity": "error", "state": "fail"}
    folder.mkdir(exist_ok=True)
    write_tables(
        folder,
        {
            "bundles": [row],
            "findings": [{**one, "message": f"{settings} {n}"} for n in range(findings)],
            "parts": [{"site": site, "bundle": row["bundle"], **part} for part in parts],
        },
    )
    files = {table.name: (folder / f"{table.name}.parquet").read_bytes() for table in TABLES}
    bundle = Bundle(row["source"], row["source"], site)
    return Outcome(bundle, "audited", digest=site, month=month, files=files, page=b"page", page_name=page)


def write(results: Results, *outcomes: Outcome) -> None:
    with results.writing() as writer:
        for one in outcomes:
            writer.add(one)


def counted(results: Results) -> tuple[Any, ...]:
    """Return the number of bundles, of different bundles, of findings, and of different findings."""
    counts = "SELECT count(*) AS n, count(DISTINCT {}) AS d FROM {}"
    (bundles,) = select(results, counts.format("site", "bundles")).rows
    (findings,) = select(results, counts.format("(site, message)", "findings")).rows
    return (*bundles.values(), *findings.values())


def test_two_runs_write_one_folder_and_lose_nothing(tmp_path: Path) -> None:
    made = [[outcome(tmp_path / "scratch", f"s{run}{number}") for number in range(12)] for run in (0, 1)]
    both = outcome(tmp_path / "scratch", "both")
    started = threading.Barrier(2)

    def run(outcomes: list[Outcome]) -> None:
        started.wait()
        for some in zip(*[iter(outcomes)] * 3, strict=True):
            write(Results.create(tmp_path / "results"), *some, both)

    threads = [threading.Thread(target=run, args=(outcomes,)) for outcomes in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted(Results.open(tmp_path / "results")) == (25, 25, 75, 75)


def test_questions_are_answered_while_another_run_joins_files(tmp_path: Path) -> None:
    results = Results.create(tmp_path / "results")
    outcomes = [outcome(tmp_path / "scratch", f"s{number}") for number in range(4)]
    write(results, *outcomes)
    ended = threading.Event()
    joined = 0

    def run() -> None:
        nonlocal joined
        while not ended.is_set():
            write(results, *outcomes)
            joined += 1

    thread = threading.Thread(target=run)
    thread.start()
    try:
        until = time.monotonic() + 60
        answers = set()
        while joined < 5 and time.monotonic() < until:
            answers.add(counted(results))
    finally:
        ended.set()
        thread.join()
    assert answers == {(4, 4, 12, 12)}


def test_a_later_audit_wins_over_rows_that_are_joined_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results.create(tmp_path / "results")
    first, again = (outcome(tmp_path / "scratch", "oslo", settings=one) for one in ("first", "again"))
    later = outcome(tmp_path / "scratch", "oslo", settings="later", findings=1)
    with monkeypatch.context() as patch:
        patch.setattr("checker.fleet.store.results.join_files", lambda _: None)
        write(results, first)
        write(results, again)
        original = Results.write
        pending = [later]

        def interrupted(self: Results, *arguments: Any) -> None:
            if pending:
                write(self, pending.pop())
            original(self, *arguments)

        patch.setattr(Results, "write", interrupted)
        join_files(results)
    rows = select(results, "SELECT settings, errors FROM bundles").rows
    assert rows == [{"settings": "later", "errors": 1}]
    assert counted(results) == (1, 1, 1, 1)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    results = Results.create(tmp_path / "results")
    write(results, outcome(tmp_path / "scratch", "oslo"))
    (file,) = (results.folder / "findings").glob("*/*.parquet")
    file.write_bytes(b"PAR1 cut")
    with pytest.raises(UsageError, match=f"cannot be read.*{file.name}"):
        counted(results)


def test_reports_without_a_row_are_removed_after_a_day(tmp_path: Path) -> None:
    results = Results.create(tmp_path / "results")
    names = [f"pages/month={MONTH}/{name}.html" for name in ("kept", "replaced", "fresh")]
    write(results, outcome(tmp_path / "scratch", "oslo", page=names[0]))
    for name in names[1:]:
        results.write_page(name, b"page")
    for name in names[:2]:
        os.utime(results.folder / name, (1, 1))
    join_files(results)
    assert [(results.folder / name).exists() for name in names] == [True, False, True]


_FULL_DISK = """
import subprocess, sys
from pathlib import Path
from checker.errors import UsageError
from checker.fleet.store.results import Results
from tests.fleet.test_results import counted, outcome, write
top, disk = Path(sys.argv[1]), Path(sys.argv[2])
outcomes = [outcome(top / "scratch", f"s{number}", findings=400) for number in range(20)]
results = Results.create(disk / "results")
write(results, outcomes[0])
before = counted(results)
(disk / "ballast").write_bytes(bytes(10_000))
with open(disk / "ballast", "ab", buffering=0) as ballast:
    try:
        while True:
            ballast.write(bytes(4096))
    except OSError:
        pass
try:
    write(results, *outcomes[1:])
    print("no error")
except UsageError as error:
    print(error)
print(before == counted(results), list(results.folder.rglob("*.sanlint-part")))
(disk / "ballast").unlink()
write(results, *outcomes[1:])
print(counted(results))
"""


def test_a_full_disk_loses_nothing_that_was_written_and_the_next_run_continues(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-rm", "true"], check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    mount = f"mount -t tmpfs -o size=512k tmpfs '{disk}' && exec '{sys.executable}' -c \"$0\" '{tmp_path}' '{disk}'"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, _FULL_DISK],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    message, unharmed, continued = done.stdout.splitlines() or [done.stderr, "", ""]
    assert message == (
        f"{disk}/results cannot be written: No space left on device; what was written is kept: "
        "run the same command again when that is solved"
    )
    assert unharmed == "True []"
    assert continued == "(20, 20, 8000, 8000)"


_KILLED = """
import os, signal, sys
from pathlib import Path
from checker.fleet.store.results import Results
from tests.fleet.test_results import outcome, write
top, last = Path(sys.argv[1]), sys.argv[2]
results = Results.create(top / "results")
write(results, outcome(top / "scratch", "oslo"))
original = Results.write
def killed(self, table, *others):
    if table.name == last:
        os.kill(os.getpid(), signal.SIGKILL)
    original(self, table, *others)
Results.write = killed
write(results, outcome(top / "scratch", "rom"))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("table", ["findings", "bundles"])
def test_what_a_killed_run_has_half_written_does_not_count(tmp_path: Path, table: str) -> None:
    done = subprocess.run([sys.executable, "-c", _KILLED, tmp_path, table], cwd=ROOT, timeout=300, check=False)
    assert done.returncode == -signal.SIGKILL
    results = Results.create(tmp_path / "results")
    assert counted(results) == (1, 1, 3, 3)
    write(results, outcome(tmp_path / "scratch", "rom"))
    assert counted(results) == (2, 2, 6, 6)


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_other_programs_read_the_files(tmp_path: Path, library: str) -> None:
    reader = pytest.importorskip(library, reason=f"{library} is not installed")
    if library == "pandas":
        pytest.importorskip("pyarrow", reason="pandas reads Parquet with pyarrow")
    results = Results.create(tmp_path / "results")
    write(results, *(outcome(tmp_path / "scratch", site) for site in ("oslo", "rom")))
    rows = {}
    for table in TABLES:
        folder = str(results.folder / table.name)
        if library == "polars":
            found = reader.read_parquet(f"{folder}/**/*.parquet", hive_partitioning=True)
            rows[table.name] = (found.height, set(found.columns))
        elif library == "pandas":
            frame = reader.read_parquet(folder)
            rows[table.name] = (len(frame), set(frame.columns))
        else:
            read = __import__("pyarrow.dataset").dataset.dataset(folder, partitioning="hive").to_table()
            rows[table.name] = (read.num_rows, set(read.column_names))
    expected = {"findings": 6, "rules": 0, "coverage": 0, "parts": 0, "bundles": 2}
    assert rows == {
        table.name: (expected[table.name], {*(column.name for column in table.columns), "month"}) for table in TABLES
    }


@pytest.mark.parametrize(
    ("options", "sites"),
    [
        ({"site": "oslo"}, ["bergen", "bergen"]),
        ({"site": "oslo", "before": MONTH}, ["bergen", "bergen", "oslo"]),
        ({"before": MONTH}, ["bergen", "oslo"]),
        ({"before": "2026-02"}, ["bergen", "bergen", "oslo", "oslo"]),
        ({"site": "it's {x} $1"}, ["bergen", "bergen", "oslo", "oslo"]),
    ],
)
def test_a_site_and_old_months_can_be_forgotten(tmp_path: Path, options: dict[str, str], sites: list[str]) -> None:
    results = Results.create(tmp_path / "results")
    for month in ("2026-02", MONTH):
        pages = {site: f"pages/month={month}/{site}.html" for site in ("oslo", "bergen")}
        write(results, *(outcome(tmp_path / "scratch", site, month=month, page=page) for site, page in pages.items()))
    removed = forget(results, **options)
    assert removed == 4 - len(sites)
    found = select(results, "SELECT site, page FROM bundles")
    assert counted(results)[2] == 3 * len(sites)
    assert sorted(row["site"] for row in found.rows) == sites
    kept = {row["page"] for row in found.rows}
    assert {path.relative_to(results.folder).as_posix() for path in results.folder.glob("pages/*/*")} == kept
    assert not [path for path in results.folder.rglob("*.parquet") if b"oslo" in path.read_bytes()] or "oslo" in sites


def test_versions_are_shown_as_people_name_devices_and_kept_as_they_are_in_json(tmp_path: Path) -> None:
    results = Results.create(tmp_path / "results")
    part = {"device": "storage_array", "product": "vplex", "item": "release", "version": "6.2", "devices": 1}
    write(results, outcome(tmp_path / "scratch", "oslo", parts=(part, {**part, "product": None})))
    versions, _ = ask(results, VERSIONS)
    assert [[column.value(row) for column in versions.columns[:4]] for row in versions.rows] == [
        ["storage array", "VPLEX", "release", "6.2"],
        ["storage array", "unknown", "release", "6.2"],
    ]
    assert versions.rows[0]["device"] == "storage_array"
