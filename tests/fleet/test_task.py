"""One task: what is wrong with a bundle becomes a row with the reason, and nothing is left behind."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import io
import os
import re
import signal
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from checker import __version__
from checker.fleet.audit.task import audit_bundle
from checker.fleet.request import MIB, Bundle, Outcome, Settings, TaskLimits
from checker.fleet.sources import named
from checker.fleet.store.tables import TABLES
from tests.fleet.bundles import MISALIGNED, archive

SETTINGS = Settings("digest", __version__, ignore=(), limits=TaskLimits(16 * MIB, 4096 * MIB, 120))


def row(outcome: Outcome, tmp_path: Path) -> dict[str, Any]:
    """Return the row of the bundle; all tables can be read."""
    for table in TABLES:
        (tmp_path / f"{table.name}.parquet").write_bytes(outcome.files[table.name])
        names, _ = read(tmp_path, f"{table.name}.parquet")
        assert names == [column.name for column in table.columns]
    names, (found,) = read(tmp_path, "bundles.parquet")
    return dict(zip(names, found, strict=True))


def read(folder: Path, file: str, columns: str = "*") -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return names of columns, and rows."""
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT {columns} FROM '{folder / file}'")
        return [column[0] for column in found.description or ()], found.fetchall()


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    path = tmp_path / "oslo-2026-03.tar.gz"
    path.write_bytes(archive({"exports/wmic-partition.txt": MISALIGNED}))
    return named(str(path), None)


def too_large(one: Settings) -> Settings:
    return replace(one, limits=replace(one.limits, bundle_bytes=100))


def too_long(one: Settings) -> Settings:
    return replace(one, limits=replace(one.limits, seconds=0.05))


def too_much(one: Settings) -> Settings:
    return replace(one, limits=replace(one.limits, memory_bytes=64 * MIB))


def of_another_version(one: Settings) -> Settings:
    return replace(one, version="0.0.0")


def with_a_bad_rule(one: Settings) -> Settings:
    return replace(one, rules={"000/X001.yaml": b"id: ["})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (too_large, "larger than 0 MiB (--max-bundle)"),
        (too_long, "the audit failed: it took longer than 0.05 s and was stopped"),
        (too_much, "it needs more than 0.1 GiB of memory"),
        (of_another_version, f"the worker has sanlint {__version__}, and this run was started by 0.0.0"),
        (with_a_bad_rule, "X001.yaml"),
    ],
)
def test_what_stops_an_audit_is_the_reason_in_its_row(
    bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Settings], Settings], reason: str
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    outcome = audit_bundle(bundle, change(SETTINGS))
    assert outcome.state == "error"
    assert reason in outcome.reason
    assert (outcome.month, row(outcome, tmp_path)["reason"]) == ("2026-03", outcome.reason)
    assert not list(temporary.iterdir())


def bomb() -> bytes:
    """An archive in an archive that unpacks to 400 MB of zeros."""
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("zoning.txt", bytes(400 * MIB))
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("more.zip", inner.getvalue())
        packed.writestr("wmic-partition.txt", MISALIGNED)
    return outer.getvalue()


def test_what_an_archive_bomb_has_besides_is_audited_and_its_limit_is_named(tmp_path: Path) -> None:
    (tmp_path / "oslo-2026-03.zip").write_bytes(bomb())
    outcome = audit_bundle(named(str(tmp_path / "oslo-2026-03.zip"), None), SETTINGS)
    assert row(outcome, tmp_path)["warnings"] == 1
    _, coverage = read(tmp_path, "coverage.parquet", "member, format, notes::VARCHAR")
    assert [member for member, kind, _ in coverage if kind] == ["wmic-partition.txt"]
    assert "bundles.max_ratio" in " ".join(notes for _, _, notes in coverage)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to find the process")
def test_a_process_that_crashes_is_an_error_of_its_bundle(bundle: Bundle, tmp_path: Path) -> None:
    ended = threading.Event()

    def crash() -> None:
        while not ended.is_set():
            for process in Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):
                    ours = f"PPid:\t{os.getpid()}\n" in (process / "status").read_text()
                    if ours and b"checker.fleet.audit.child" in (process / "cmdline").read_bytes():
                        os.kill(int(process.name), signal.SIGSEGV)
            time.sleep(0.01)

    thread = threading.Thread(target=crash)
    thread.start()
    try:
        outcome = audit_bundle(bundle, SETTINGS)
    finally:
        ended.set()
        thread.join()
    assert outcome.state == "error"
    assert "the audit failed: its process was ended by SIGSEGV: it crashed, or it needs more" in outcome.reason
    assert row(outcome, tmp_path)["reason"] == outcome.reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_a_folder_does_not_hold_up_the_worker(tmp_path: Path) -> None:
    folder = tmp_path / "oslo-2026-03"
    folder.mkdir()
    os.mkfifo(folder / "show-zoneset.txt")
    outcome = audit_bundle(named(str(folder), None), SETTINGS)
    assert (outcome.state, outcome.reason) == ("error", "'show-zoneset.txt' is not a regular file")


class Endless(http.server.BaseHTTPRequestHandler):
    """Sends the beginning of a bundle, and then nothing."""

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()

    def do_GET(self) -> None:
        self.do_HEAD()
        self.wfile.write(b"x")
        time.sleep(60)

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


def test_storage_that_never_ends_is_stopped(tmp_path: Path) -> None:
    pytest.importorskip("aiohttp", reason="aiohttp, which fsspec reads HTTP with, is not installed")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endless)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/oslo-2026-03.tar.gz"
        outcome = audit_bundle(named(url, None), replace(SETTINGS, limits=replace(SETTINGS.limits, seconds=2)))
    finally:
        server.shutdown()
        server.server_close()
    assert (outcome.state, outcome.reason) == (
        "error",
        "fetching it failed: it took longer than 2 s and was stopped",
    )
    assert row(outcome, tmp_path)["state"] == "error"


def test_an_audit_with_a_page_returns_it_with_its_place(bundle: Bundle, tmp_path: Path) -> None:
    outcome = audit_bundle(bundle, replace(SETTINGS, pages=True))
    assert row(outcome, tmp_path)["page"] == outcome.page_name
    assert re.fullmatch(r"pages/month=2026-03/[0-9a-f]{32}\.html", outcome.page_name)
    page = outcome.page.decode()
    assert "ALN005" in page
    assert re.search(rf"Site</\w+>\s*<\w+[^>]*>{bundle.site}<", page)
    assert re.search(rf"Bundle</\w+>\s*<\w+[^>]*>{re.escape(bundle.source)}<", page)
    assert audit_bundle(bundle, SETTINGS).page == b""


def test_single_values_of_the_configuration_apply(bundle: Bundle, tmp_path: Path) -> None:
    outcome = audit_bundle(bundle, replace(SETTINGS, config_values={"ignore": ["ALN005"]}))
    assert row(outcome, tmp_path)["warnings"] == 0


def test_an_audit_gives_rows_of_all_tables(bundle: Bundle, tmp_path: Path) -> None:
    outcome = audit_bundle(bundle, SETTINGS)
    content = Path(bundle.url).read_bytes()
    found = row(outcome, tmp_path)
    assert (outcome.state, outcome.month, found["sha256"]) == (
        "audited",
        "2026-03",
        hashlib.sha256(content).hexdigest(),
    )
    assert (found["warnings"], found["files"], found["captured_from"]) == (1, 1, "name")
    assert found["captured_at"] is None
    _, coverage = read(tmp_path, "coverage.parquet", "file, member, format")
    assert coverage == [("oslo-2026-03.tar.gz", "exports/wmic-partition.txt", "windows-wmic-partition")]


def test_the_same_content_is_not_audited_again(bundle: Bundle) -> None:
    digest = hashlib.sha256(Path(bundle.url).read_bytes()).hexdigest()
    assert audit_bundle(bundle, SETTINGS, frozenset([digest])).state == "unchanged"


def test_a_configuration_inside_a_bundle_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "oslo.tar.gz"
    path.write_bytes(
        archive(
            {"wmic-partition.txt": MISALIGNED, "sanlint.yaml": "ignore: [ALN]\n", "json.py": "raise SystemExit(9)\n"}
        )
    )
    assert row(audit_bundle(named(str(path), None), SETTINGS), tmp_path)["warnings"] == 1


def test_a_bundle_that_is_gone_is_an_error_with_a_month(tmp_path: Path) -> None:
    outcome = audit_bundle(named(str(tmp_path / "oslo-2026-03.zip"), None), SETTINGS)
    assert (outcome.state, outcome.reason, outcome.month) == ("error", "not found", "2026-03")
