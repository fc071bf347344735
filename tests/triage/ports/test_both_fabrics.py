"""Multipathing spreads I/O evenly, so what is full is often full in both fabrics: then no port is at fault alone, but all of them are together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.bundles import Bundle, Parts, during
from tests.triage.test_bundles import APP567, FULL, NEIGHBOUR, SECONDS
from tests.triage.verdicts import causes, triage


def waiting(parts: Parts) -> Parts:
    """Each I/O waits on its way, over whatever adapter."""
    return replace(parts, fabric=6.0)


def full(*places: tuple[str, str], share: float = 0.93) -> dict[tuple[str, str], dict[str, int]]:
    return {place: {"stat64_wtx": round(share * SECONDS * FULL), "stat64_wrx": SECONDS} for place in places}


SOUTH, NORTH = ("south-c1", "30"), ("north-c1", "30")
ISLS = ("isl north-c1 - north-e1", "isl south-c1 - south-e1")
ARRAY = tuple((f"{side}-c1", port) for side in ("north", "south") for port in ("0", "1"))


def test_isls_that_are_full_in_both_fabrics_are_one_cause(tmp_path: Path):
    document = triage(tmp_path, Bundle(during(40, 60, waiting, APP567), counters=full(SOUTH, NORTH)).files())
    assert causes(document) == [("TRI005", ISLS)]
    assert document["headline"] is not None
    # Its load is not said again of the ports.
    assert [one["id"] for one in document["explanations"]] == ["TRI005"]


@pytest.mark.parametrize(
    "counters",
    [
        full(SOUTH),
        {**full(SOUTH), **full(NORTH, share=0.4)},
        # The hosts that wait do not use them.
        full(("south-c1", "31"), ("north-c1", "31")),
    ],
    ids=["one-measured", "one-idle", "others"],
)
def test_hosts_that_wait_on_both_sides_do_not_wait_for_one_isl(
    tmp_path: Path, counters: dict[tuple[str, str], dict[str, int]]
):
    document = triage(tmp_path, Bundle(during(40, 60, waiting, APP567), counters=counters).files())
    assert (document["verdict"], causes(document)) == ("undecided", [])


def test_full_isls_that_fast_hosts_use_as_much_are_no_cause(tmp_path: Path):
    bundle = Bundle(during(40, 60, waiting, ("app05",)), far=(), counters=full(SOUTH, NORTH))
    assert causes(triage(tmp_path, bundle.files())) == []


def test_full_ports_of_an_array_are_one_cause(tmp_path: Path):
    document = triage(tmp_path, Bundle(during(40, 60, waiting), counters=full(*ARRAY)).files())
    found = [(key, where) for key, where in causes(document) if key == "TRI004"]
    assert found == [("TRI004", tuple(f"switch_port {switch} {port}" for switch, port in sorted(ARRAY)))]


def test_a_neighbour_that_fills_the_isls_of_both_fabrics(tmp_path: Path):
    def scenario(host: str, volume: int, port: str, number: int, parts: Parts) -> Parts:
        one = NEIGHBOUR.scenario(host, volume, "vmhba4", number, parts)
        return one

    document = triage(tmp_path, replace(NEIGHBOUR, scenario=scenario, counters=full(SOUTH, NORTH)).files())
    assert causes(document) == [("TRI014", ISLS)]
