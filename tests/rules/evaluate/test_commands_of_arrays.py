"""Commands of a fix are those of the product: an array that is not a VPLEX gets none of its commands."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Finding

NODES = """\
s-arr cli% shownode
                                                               Control    Data        Cache
Node --Name--- -State-- Master InCluster -Service_LED ---LED--- Mem(MB) Mem(MB) Available(%)
   0 7000123-0 OK       Yes    Yes       Off          GreenBlnk   32768   16384            0
   1 7000123-1 Degraded No     Yes       Off          AmberBlnk   32768   16384            0
"""
DIRECTORS = """\
VPlexcli:/> ll /engines/engine-1-1/directors/director-1-1-A
Name                          Value
----------------------------  ------------------
director-id                   0x000000003cb0a1b2
health-state                  critical-failure
operational-status            stopped
"""


def _component(folder: Path, name: str, text: str) -> Finding:
    (folder / name).write_text(text)
    report = audit([str(folder)], Options(isolated=True, jobs=1))
    (found,) = [finding for finding in report.findings if finding.rule == "DIR014"]
    return found


def test_a_degraded_node_of_a_3par_has_no_commands_of_vplex(tmp_path: Path) -> None:
    found = _component(tmp_path, "shownode.txt", NODES)
    assert "controller 1" in found.message
    assert found.fix == ()


def test_a_failed_director_of_vplex_has_them(tmp_path: Path) -> None:
    found = _component(tmp_path, "directors.txt", DIRECTORS)
    assert "director-1-1-A" in found.message
    assert [step.platform for step in found.fix] == ["vplexcli"]
