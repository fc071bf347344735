"""The synthetic fleet that ``docs/fleet.md`` and the benchmark use: its faults are found, and reproducible."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session
from fixtures.generate.sans.fleet import FAULTS, faults_of, site_files, write_fleet

_EXPECTED = {"path": "PTH002", "engine": "PTH013", "back end": "BE001"}


def test_a_fleet_is_reproducible_and_has_every_fault(tmp_path: Path) -> None:
    assert write_fleet(tmp_path / "a", 102) == write_fleet(tmp_path / "b", 102) == 1
    files = [
        {path.relative_to(tmp_path / name): path.stat().st_size for path in (tmp_path / name).rglob("*")}
        for name in "ab"
    ]
    assert files[0] == files[1]
    assert {path.suffix for path in (tmp_path / "a").iterdir()} == {"", ".gz", ".tar", ".zip"}
    assert set().union(*(faults_of(site, 0) for site in range(50))) == set(FAULTS)
    assert site_files(1, 0, 1) != site_files(1, 0, 2)


@pytest.mark.parametrize("fault", _EXPECTED)
def test_a_fault_is_found_and_gone_without_it(tmp_path: Path, fault: str) -> None:
    found = {}
    for wanted in (True, False):
        site = next(
            site
            for site in range(500)
            if faults_of(site, 0) == ({fault} if wanted else set())
            and (
                fault != "engine" or any("D12" in name or "1-2-" in text for name, text in site_files(site, 0).items())
            )
        )
        folder = tmp_path / str(wanted)
        for path, text in site_files(site, 0).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        with Session.open([str(folder)], Options(isolated=True, jobs=1, threads=1, select=("PTH", "BE"))) as san:
            found[wanted] = {one.rule for one in san.check().findings if one.severity != "info"}
    assert _EXPECTED[fault] in found[True] - found[False]
