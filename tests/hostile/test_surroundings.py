"""Locales, clocks, homes and simultaneous runs change neither the findings nor the exit code."""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.command import ENTRY, ZONES, environment, run
from tests.thorough import THOROUGH, sample

CHECK = ["check", "zones.txt", "--isolated", "--select", "ZON,DOC", "--exit-zero", "--format", "json"]


def _findings(done: Any) -> list[tuple[str, str]]:
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" or "Traceback" not in done.stderr
    return [(one["rule"], one["message"]) for one in json.loads(done.stdout)["findings"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zones.txt").write_text(ZONES)
    return tmp_path


@pytest.fixture
def usual(folder: Path) -> list[tuple[str, str]]:
    found = _findings(run(folder, *CHECK))
    assert found
    return found


@pytest.mark.parametrize(
    "variables",
    sample(
        [
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"LC_ALL": "POSIX"},
            {"LC_ALL": "no_SUCH.locale"},
            {"TZ": "Pacific/Kiritimati"},
            {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
            {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": ""},
            {"XDG_CACHE_HOME": "/dev/null/cache"},
        ],
        4,
    ),
    ids=lambda variables: " ".join(f"{name}={value}" for name, value in variables.items()),
)
def test_variables_change_no_finding(folder: Path, usual: list[tuple[str, str]], variables: dict[str, str]) -> None:
    assert _findings(run(folder, *CHECK, variables=variables)) == usual


def test_names_that_the_locale_cannot_print_end_no_run(folder: Path) -> None:
    (folder / "zones.txt").write_text(ZONES.replace("z_1", "İzmir_\u4e2d"), encoding="utf-8")
    variables = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run(folder, "check", "zones.txt", "--isolated", "--exit-zero", variables=variables)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_a_clock_before_the_exports_and_the_cache_changes_no_finding(
    folder: Path, usual: list[tuple[str, str]]
) -> None:
    later = 4_000_000_000
    os.utime(folder / "zones.txt", (later, later))
    assert _findings(run(folder, *CHECK)) == usual
    assert _findings(run(folder, *CHECK, "--as-of", "1980-01-01")) == usual


@pytest.mark.skipif(not THOROUGH, reason="compiles the rules twice")
def test_two_runs_at_once_fill_an_empty_cache(folder: Path, usual: list[tuple[str, str]]) -> None:
    variables = environment(XDG_CACHE_HOME=str(folder / "cache"))

    def check(_number: int) -> Any:
        return subprocess.run(
            [*ENTRY, *CHECK], cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=300
        )

    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(check, range(2)):
            assert _findings(done) == usual
    assert not [path for path in (folder / "cache").rglob("*") if path.name.endswith("sanlint-part")]
