"""Each reason for a missing path on evidence that gives it and nothing else, and each condition that keeps it back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from checker.topology.routes.masking import Masking
from checker.topology.routes.reasons import Evidence, Zoned

HOST, TARGET, VOLUME = "10000000c9aa0001", "5000097208123401", "naa.60000970000192600123533030304131"
NAMES = {TARGET: "FA-1D 4"}
VIEW = ("vmax", "", "mv_h1")


def working() -> Evidence:
    """Two ports on one switch of one fabric, logged in, zoned and masked: nothing explains a missing path."""
    return Evidence(
        edge={HOST: ("sw1", "1", "a"), TARGET: ("sw1", "2", "a")},
        fabric={HOST: "a", TARGET: "a"},
        belongs={HOST: {"a"}, TARGET: {"a"}},
        listed={"a"},
        seen={HOST, TARGET},
        logins_known=True,
        zones={("a", HOST, TARGET): [Zoned("z1", active=True, permits=True)]},
        zone_fabrics={HOST: {"a"}, TARGET: {"a"}},
        zoned_fabrics={"a"},
        masking=Masking(
            VOLUME,
            {VIEW},
            {"volumes": {VIEW: {VOLUME}}, "initiators": {VIEW: {HOST}}, "ports": {VIEW: {TARGET}}},
            array_of={TARGET: ("vmax", "")},
        ),
    )


def codes(found: Evidence) -> list[str]:
    return [reason.code for reason in found.reasons(HOST, TARGET, NAMES)]


def texts(found: Evidence) -> list[str]:
    return [reason.text for reason in found.reasons(HOST, TARGET, NAMES)]


def on_two_switches(**more: Any) -> Evidence:
    return replace(
        working(), edge={HOST: ("sw1", "1", "a"), TARGET: ("sw2", "2", "a")}, routes={("a", "sw1", "sw2"): None}, **more
    )


def test_nothing_explains_it() -> None:
    assert codes(working()) == ["unexplained"]


def test_ports_in_two_fabrics() -> None:
    found = replace(working(), fabric={HOST: "a", TARGET: "b"})
    assert texts(found) == ["the host's port is in a, the target port in b"]
    # Their zones and routes do not matter then.
    assert codes(replace(found, zones={})) == ["other_fabric"]
    assert codes(replace(working(), fabric={HOST: "a"})) == ["unexplained"]


def test_no_login_at_the_array_only_where_nothing_else_explains_it() -> None:
    refused = replace(working(), array_logins={(HOST, TARGET): False})
    assert codes(refused) == ["no_array_login"]
    assert codes(replace(refused, array_logins={(HOST, TARGET): True})) == ["unexplained"]
    assert codes(replace(refused, zones={})) == ["not_zoned"]
    # What was not read does not keep it back.
    assert codes(replace(refused, masking=Masking(VOLUME))) == ["no_array_login"]


def test_no_route_between_two_switches() -> None:
    assert texts(on_two_switches()) == ["no route: no ISL connects sw1 and sw2 in a"]
    assert codes(replace(on_two_switches(), routes={("a", "sw1", "sw2"): 1})) == ["unexplained"]
    assert codes(replace(on_two_switches(), routes={})) == ["unexplained"]


def test_switches_that_may_have_more_isls_leave_the_route_open() -> None:
    routes = {("a", "sw1", "sw2"): None, ("a", "sw1", "sw1"): 1, ("a", "sw2", "sw2"): 1}
    found = replace(on_two_switches(), routes=routes, open_switches={"sw1", "sw2"})
    assert texts(found) == ["the ISLs between sw1 and sw2 were not read"]
    # One end alone cannot connect them.
    assert codes(replace(found, open_switches={"sw1"})) == ["no_route"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"seen": {TARGET}, "logins_known": False}, "no switch logins were read"),
        ({"seen": {TARGET}, "listed": set()}, "the host's port is not logged in to any switch in the exports; its switch may be missing"),
        ({"zones": {}, "unidentified": {("a", HOST): ["z9"]}}, "zone z9 has an unresolved member, which may be the other port"),
        ({"zones": {}, "zoned_fabrics": set()}, "no active zoning of a was read"),
        ({"zones": {}, "fabric": {}}, "no active zoning of the fabric was read"),
    ],
)  # fmt: skip
def test_what_was_not_read_is_no_reason_but_stays_open(change: dict[str, Any], text: str) -> None:
    found = replace(working(), **change)
    assert [(reason.code, reason.text) for reason in found.reasons(HOST, TARGET, NAMES)] == [("not_known", text)]
    # As soon as something explains the missing path, it no longer matters.
    assert codes(replace(found, state={TARGET: "offline"})) == ["port_down"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"state": {HOST: "Linkdown"}}, "the host's port has no link"),
        ({"state": {HOST: "Offline"}}, "the host's port is Offline"),
        ({"seen": {HOST}}, "target port FA-1D 4 is not logged in to any switch in the exports"),
        ({"zones": {}}, "not zoned: no active zone of a contains both ports"),
        ({"zones": {("a", HOST, TARGET): [Zoned("z1", active=False, permits=True)]}}, "not zoned: zone z1 contains both ports but is not active"),
        ({"zones": {("a", HOST, TARGET): [Zoned("z1", active=True, permits=False)]}}, "not zoned: zone z1 contains both ports but their roles keep them apart"),
    ],
)  # fmt: skip
def test_what_was_read_explains_it(change: dict[str, Any], text: str) -> None:
    assert texts(replace(working(), **change)) == [text]


def test_a_default_zone_that_permits_lets_ports_in_no_zone_communicate() -> None:
    found = replace(working(), zones={}, unzoned={"a": {HOST, TARGET}})
    assert codes(found) == ["unexplained"]
    assert codes(replace(found, unclear={"a": ["z9"]})) == ["not_known"]
    assert codes(replace(found, unzoned={"a": {HOST}})) == ["not_zoned"]


def test_a_view_without_the_port_does_not_map_the_volume_there() -> None:
    masking = working().masking
    without = replace(masking, entries={**masking.entries, "ports": {VIEW: set()}})
    found = replace(working(), masking=without)
    assert codes(found) == ["not_masked"]
    assert codes(replace(found, masking=replace(without, partial={**without.partial, "ports": {VIEW}}))) == [
        "not_known"
    ]
    assert codes(replace(working(), masking=replace(masking, disabled={VIEW: {TARGET}}))) == ["not_masked"]
