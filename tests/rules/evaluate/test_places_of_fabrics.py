"""Findings about a fabric are located on its own switches, although other fabrics have zones of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Finding, Place
from fixtures.generate.output import brocade
from fixtures.generate.output.brocade import INITIATOR, TARGET, Login, Switch

HOST, ARRAY = "10:00:00:00:c9:01:0{}:02", "50:06:01:6{}:3b:a0:11:22"


def switch(number: int, members: list[str]) -> Switch:
    """A fabric of one switch; all fabrics have the same names."""
    host, array = HOST.format(number), ARRAY.format(number)
    logins = {0: Login(host, host, "host", INITIATOR), 1: Login(array, array, "array", TARGET)}
    aliases = {"db1": host, "array": array}
    wwn = f"10:00:00:05:33:0a:0{number}:01"
    return Switch(f"sw{number}", number, wwn, f"192.0.2.{number}", "cfg", logins, aliases, {"app": members})


@pytest.fixture
def places(tmp_path: Path) -> list[Place]:
    for number in range(1, 13):
        one = switch(number, ["db1"] if number == 7 else ["db1", "array"])
        outputs = {
            "switchshow": brocade.switchshow(one),
            "cfgshow": brocade.cfgshow(one),
            "nsshow -t": brocade.nsshow(one),
        }
        (tmp_path / f"sw{number:02d}.log").write_text(brocade.session(one, outputs))
    report = audit([str(tmp_path)], Options(isolated=True, select=("ZON010",), jobs=1))
    finding: Finding
    (finding,) = report.findings
    return [place for place in (finding.location, *finding.related) if place is not None]


def test_all_places_are_in_the_exports_of_the_fabric(places: list[Place]) -> None:
    assert {Path(place.file).name for place in places} == {"sw07.log"}


def test_they_are_its_lines(places: list[Place]) -> None:
    lines = Path(places[0].file).read_text().splitlines()
    assert all("app" in lines[place.line - 1] or "db1" in lines[place.line - 1] for place in places)
