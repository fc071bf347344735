"""Zones that are short in their export and have millions of ports: an alias of many ports in many zones."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.facts.store.store import Store
from checker.topology.derive import zoning
from tests.support import store_of

INITIATOR, TARGET = 0x10000000C9000000, 0x5000097300000000
SECONDS = 12.0


def _wwn(number: int) -> str:
    digits = f"{number:016x}"
    return ":".join(digits[place : place + 2] for place in range(0, 16, 2))


def _zones(pairs: int, zones: int, *, active: bool) -> str:
    """A running configuration with an alias of so many pairs of ports in so many zones, and a zone of two ports."""
    lines = [
        "!Command: show running-config",
        "version 9.4(2a)",
        "switchname mds1",
        "vsan database",
        '  vsan 10 name "a"',
    ]
    lines += ["!Active Zone Database Section for vsan 10"] if active else []
    lines += ["fcalias name A vsan 10"]
    for number in range(pairs):
        lines += [f"  member pwwn {_wwn(INITIATOR + number)}", f"  member pwwn {_wwn(TARGET + number)}"]
    for number in range(zones):
        lines += [f"zone name z{number} vsan 10", "  member fcalias A"]
    lines += ["zone name small vsan 10", f"  member pwwn {_wwn(INITIATOR)}", f"  member pwwn {_wwn(TARGET)}"]
    lines += ["zoneset name s vsan 10", *(f"  member z{number}" for number in range(zones)), "  member small"]
    return "\n".join([*lines, "zoneset activate name s vsan 10", ""])


def _resolved(store: Store) -> dict[str, tuple[int, int]]:
    """The known ports of each zone, and its members without a port."""
    found = store.rows("SELECT zone, count(wwpn), count(*) - count(wwpn) FROM zone_port WHERE active GROUP BY zone")
    return {zone: (known, unknown) for zone, known, unknown in found}


@pytest.mark.parametrize("active", [False, True])
def test_an_alias_of_many_ports_in_many_zones_ends(active: bool, tmp_path: Path) -> None:
    text = _zones(700, 700, active=active)
    assert len(text) < 100_000
    (tmp_path / "running-config.txt").write_text(text)
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors


def test_members_of_the_largest_zones_are_unknown_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoning, "_MOST_NEIGHBOURS", 5_000)
    store = store_of({"running-config.txt": _zones(20, 10, active=True)})
    found = _resolved(store)
    assert found.pop("small") == (2, 0)
    assert sorted(found.values()) == [(0, 1)] * 7 + [(40, 0)] * 3
    # Three zones of 20 initiators and 20 target ports, and the small one.
    assert store.rows("SELECT count(*) FROM zoned_pair") == [(1_201,)]


def test_zones_with_too_many_pairs_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoning, "_MOST_PAIRS", 1_000)
    store = store_of({"running-config.txt": _zones(20, 10, active=True)})
    found = _resolved(store)
    assert found.pop("small") == (2, 0)
    assert sorted(found.values()) == [(0, 1)] * 8 + [(40, 0)] * 2
    assert store.rows("SELECT count(*) FROM zoned_pair") == [(801,)]


def test_small_zones_are_always_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MOST_NEIGHBOURS", "_MOST_PAIRS"):
        monkeypatch.setattr(zoning, name, 1)
    assert set(_resolved(store_of({"running-config.txt": _zones(8, 10, active=True)})).values()) == {(16, 0), (2, 0)}
