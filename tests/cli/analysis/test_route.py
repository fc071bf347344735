"""``sanlint route``: every way hop by hop, and the reason where one is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.generate.sans.inventories import FA1A, FA1B, FA2A, FA2B, H1A, H1B, H2A, H2B, VOL1, VOL2, small_san
from tests.cli.conftest import Outcome
from tests.schema import fits

Run = Callable[..., Outcome]
JOINED = """\
sanlint: 1
hosts:
  esx44:
    initiators:
      vmhba2: {{initiator_wwpn: "10:00:00:00:c9:44:01:02"}}
fabrics:
  fab-a:
    switches:
      sw-a1:
        logins:
          - {{wwpn: "10:00:00:00:c9:44:01:02", port: "1", local: true}}
          - {{wwpn: "50:00:14:42:40:6f:32:02", port: "2", local: true}}
    zones:
      z44: {{members: ["10:00:00:00:c9:44:01:02", "50:00:14:42:40:6f:32:02"]}}
storage_arrays:
  vplex1:
    family: vplex
    engines:
      engine-1-1:
        directors:
          director-1-1-A:
            ports:
              A0-FC02: {{target_wwpn: "50:00:14:42:40:6f:32:02", role: front-end}}
              A0-FC03: {{target_wwpn: "50:00:14:42:40:6f:32:03", role: front-end}}
    views:
      SV_esx44:
        initiators: [{{initiator_wwpn: "10:00:00:00:c9:44:01:02"}}]
        ports: [{{port_name: "{port}"}}]
        volumes: [{{device: naa.6000144000000010a00000000000044a, volume_name: app44, lun: 1}}]
"""
Route = Callable[..., dict[str, Any]]


@pytest.fixture
def route(sanlint: Run, tmp_path: Path) -> Route:
    """Run ``sanlint route HOST VOLUME`` over a SAN; returns the document, which must fit its schema."""

    def call(host: str, volume: str, text: str | None = None, code: int = 0) -> dict[str, Any]:
        (tmp_path / "san.yaml").write_text(text or small_san())
        outcome = sanlint("route", host, volume, str(tmp_path / "san.yaml"), "--isolated", "-q", "--format", "json")
        assert outcome.code == code, outcome.err
        document: dict[str, Any] = json.loads(outcome.out)
        fits(document, "route")
        return document

    return call


def _reasons(document: dict[str, Any]) -> dict[tuple[str, str], list[str]]:
    return {
        (way["initiator_wwpn"], way["target_wwpn"]): [reason["code"] for reason in way["reasons"]]
        for way in document["ways"]
        if way["state"] == "missing"
    }


def test_every_path_hop_by_hop(route: Route) -> None:
    document = route("h1", "data1")
    assert (document["volume"], document["storage_array"], document["live_paths"]) == (VOL1, "vmax", 4)
    way = next(way for way in document["ways"] if (way["initiator_wwpn"], way["target_wwpn"]) == (H1A, FA2A))
    assert [(hop["kind"], hop["name"]) for hop in way["hops"]] == [
        ("host", "h1"), ("initiator", "vmhba1"), ("switch_port", "a1 1"), ("isl", "a1 - a2"), ("switch_port", "a2 2"),
        ("target_port", "4"), ("director", "FA-2D"), ("volume", VOL1),
    ]  # fmt: skip
    assert way["hops"][3]["detail"] == "2 links"
    assert sorted(way["state"] for way in document["ways"]) == ["active", "active", "active", "standby"]


def test_missing_zoning_is_reported_for_planned_paths_too(route: Route) -> None:
    document = route("h2", "data2")
    assert {way["state"] for way in document["ways"] if way["initiator_wwpn"] == H2A} == {"planned"}
    assert _reasons(document) == {(H2B, target): ["not_zoned"] for target in (FA1B, FA1B[:-1] + "4")}


def test_what_is_not_masked(route: Route) -> None:
    assert _reasons(route("h1", VOL2)) == {(H1B, target): ["not_masked"] for target in (FA1B, FA1B[:-1] + "4")}
    assert set(map(tuple, _reasons(route("h2", "data1", code=1)).values())) == {("not_masked",)}


@pytest.mark.parametrize(
    ("port", "reasons"),
    [
        ("P000000003CA06F32-A0-FC02", set()),
        ("P000000003CA06F32-A0-FC03", {"the target port is not in view SV_esx44"}),
        ("IO-00-FC02", {"not all ports of view SV_esx44 could be identified"}),
    ],
)
def test_ports_of_views_are_joined_through_the_director_id(
    sanlint: Run, tmp_path: Path, port: str, reasons: set[str]
) -> None:
    (tmp_path / "san.yaml").write_text(JOINED.format(port=port))
    outcome = sanlint("route", "esx44", "app44", str(tmp_path / "san.yaml"), "--isolated", "-q", "--format", "json")
    found = {
        reason["text"].removeprefix("not masked: ")
        for way in json.loads(outcome.out)["ways"]
        for reason in way["reasons"]
    }
    assert {one for one in found if "view" in one} == reasons


@pytest.mark.parametrize(
    ("old", "new", "reasons"),
    [
        (f"{{wwpn: '{H2B}', port: '2', local: true}}, ", "", ["not_logged_in", "not_zoned"]),
        (f"vmhba2: {{initiator_wwpn: '{H2B}'", f"vmhba2: {{port_state: linkdown, initiator_wwpn: '{H2B}'", ["port_down", "not_zoned"]),
        (f"z_h1: {{switch: b1, members: ['{H1B}'", f"z_h1: {{switch: b1, members: ['{H2B}', '{H1B}'", None),
    ],
)  # fmt: skip
def test_the_reason_follows_what_is_changed(route: Route, old: str, new: str, reasons: list[str] | None) -> None:
    text = small_san()
    assert old in text
    found = _reasons(route("h2", "data2", text.replace(old, new)))
    assert found == ({(H2B, target): reasons for target in (FA1B, FA1B[:-1] + "4")} if reasons else {})


def test_without_zoning_paths_are_planned_and_marked_as_uncertain(route: Route) -> None:
    document = route("h2", "data2", small_san().replace("  fabric-b:\n    zones:", "  fabric-b:\n    defined_zones:"))
    planned_ways = [way for way in document["ways"] if way["initiator_wwpn"] == H2B]
    assert {(way["state"], way["live"], way["reasons"][0]["code"]) for way in planned_ways} == {
        ("planned", None, "not_known")
    }


def test_no_route_between_switches(route: Route) -> None:
    text = "\n".join(line for line in small_san().splitlines() if "isls:" not in line) + "\n"
    found = _reasons(route("h2", "data2", text))
    # Without ISLs and port types it is unknown whether the switches are connected.
    assert (H2A, FA1A) not in found
    ports = text.replace("      a1:\n", "      a1:\n        ports: {'1': {port_type: F}}\n")
    found = _reasons(route("h2", "data2", ports, code=1))
    assert found[H2A, FA1A] == found[H2A, FA2A] == ["no_route"]


def test_a_switch_to_which_another_one_lists_an_isl_may_have_further_ones(route: Route) -> None:
    text = re.sub(r"\n.*isls:.*", "", small_san())
    # a1 and a2 have ISLs that they do not list, and a9 lists one to a1.
    ports = "\n        ports: {'1': {port_type: F}, '30': {port_type: E}, '31': {port_type: E}}"
    for switch in ("a1", "a2"):
        text = text.replace(f"      {switch}:\n", f"      {switch}:{ports}\n")
    other = (
        "      a9:\n        switch_wwn: '10000000000000a9'\n        isls: [{port: '1', peer_wwn: '1000000000000001'}]\n"
    )
    found = _reasons(route("h2", "data2", text.replace("      a1:\n", f"{other}      a1:\n", 1)))
    assert "no_route" not in {code for codes in found.values() for code in codes}


def test_the_dead_paths_of_a_port_without_a_login_say_so(route: Route) -> None:
    text = small_san().replace(f"{{wwpn: '{H1B}', port: '1', local: true}}, ", "")
    for target, state in ((FA1B, "active"), (FA2B, "standby")):
        text = text.replace(
            f"initiator: '{H1B}', target: '{target}', state: {state}",
            f"initiator: '{H1B}', target: '{target}', state: dead",
        )
    ways = [way for way in route("h1", VOL1, text)["ways"] if way["initiator_wwpn"] == H1B]
    assert [(way["state"], [reason["code"] for reason in way["reasons"]]) for way in ways] == [
        ("dead", ["not_logged_in"])
    ] * 2


def test_zones_of_unresolved_aliases_leave_it_open_who_is_zoned(route: Route) -> None:
    text = small_san().replace(
        f"z_h1: {{switch: b1, members: ['{H1B}', '{FA1B}', '{FA2B}']}}", "z_h1: {switch: b1, members: [h1_b, fa1_b]}"
    )
    assert {tuple(codes) for (wwpn, _), codes in _reasons(route("h2", "data2", text)).items() if wwpn == H2B} <= {
        ("not_known",)
    }
    assert "not_zoned" in {code for codes in _reasons(route("h2", "data2")).values() for code in codes}


def test_a_member_of_a_zone_is_not_under_the_default_zone_whatever_another_zone_contains(route: Route) -> None:
    """An unresolved alias may be a port that is in no zone; a port that is in one does not need the default zone."""
    permitting = "        vsans: {'': {default_zone: permit, default_zone_in_force: true}}\n"
    text = small_san().replace("      b1:\n", f"      b1:\n{permitting}", 1)
    ours, theirs = f"members: ['{H1B}', '{FA1B}', '{FA2B}']}}", f"members: ['{H1B}', unknown]}}"
    for zone, reasons in ((f"\n      z_h2: {{switch: b1, members: ['{H2B}']}}", ["not_zoned"]), ("", ["not_known"])):
        found = _reasons(route("h2", "data2", text.replace(ours, theirs + zone)))
        assert [codes for (wwpn, _), codes in found.items() if wwpn == H2B] == [reasons] * 2, zone


def test_unknown_names_suggest_the_nearest(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    for words, message in (
        (("h3", VOL1), "nearest: h"),
        (("h1", "data9"), "nearest: data"),
        (("h1", "q"), f"known: {VOL1} (data1)"),
    ):
        outcome = sanlint("route", *words, str(tmp_path / "san.yaml"), "--isolated", "-q")
        assert (outcome.code, message in outcome.err) == (2, True), outcome.err


def test_the_page_says_what_works_and_why_the_rest_does_not(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(small_san())
    page = sanlint("route", "H1", VOL2.upper(), str(tmp_path / "san.yaml"), "--isolated", "-q").out
    for text in (
        f"h1 → {VOL2} (data2) on vmax\n2 of 2 paths live, 2 expected but missing\n",
        "vmhba1 (10:00:00:00:c9:aa:00:01, PCI 0000:03:00.0) → a1 port 1\n",
        "  active      ISL a1 - a2 (2 links) → a2 port 1 → FA-1D 4 (50:00:09:72:08:12:34:01)\n",
        f"  missing     b1 port 5 → FA-1D 5 ({':'.join(FA1B[n : n + 2] for n in range(0, 16, 2))})\n",
        "              ↳ not masked: the host's port is in no view that maps the volume (mv_h2)\n",
    ):
        assert text in page
    assert FA1A not in page


def test_nothing_read_is_exit_3(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing\n")
    assert sanlint("route", "h1", "v1", str(tmp_path), "--isolated").code == 3


def test_without_the_array_of_a_volume_the_ports_to_expect_are_unknown(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nobserved: true\nhosts:\n  esx44:\n    initiators:\n"
        "      vmhba2: {initiator_wwpn: '10:00:00:00:c9:44:01:02'}\n      vmhba3: {initiator_wwpn: '10:00:00:00:c9:44:01:03'}\n"
        "    paths:\n      - {device: naa.60060160aa0000000000000000000a01, initiator: vmhba2, target: '50:06:01:60:3c:e0:11:22', state: active}\n"
        "fabrics:\n  a: {switches: {sw-a: {logins: [{wwpn: '10:00:00:00:c9:44:01:02', port: '0'}, {wwpn: '50:06:01:60:3c:e0:11:22', port: '1'}]}}}\n"
        "  b: {switches: {sw-b: {logins: [{wwpn: '10:00:00:00:c9:44:01:03', port: '0'}]}}}\n"
    )
    outcome = sanlint("route", "esx44", "naa.60060160aa0000000000000000000a01", str(tmp_path), "--isolated", "-q")
    assert "1 of 1 path live" in outcome.out
    assert "none expected" not in outcome.out
    assert "the array of the volume is unknown" in " ".join(outcome.out.split())


def test_in_an_unknown_fabric_it_is_unknown_whether_a_path_is_to_be_expected(
    sanlint: Run, tmp_path: Path, route: Route
) -> None:
    # FA-2D 4 is in the masking of both host ports, but no switch and no zone shows where it is connected.
    text = small_san().replace(f"{{wwpn: '{FA2A}', port: '2', local: true}}", "").replace(f", '{FA2A}'", "")
    document = route("h1", VOL1, "".join(line for line in text.splitlines(True) if f"target: '{FA2A}'" not in line))
    states = {
        way["initiator_wwpn"]: (way["state"], way["live"]) for way in document["ways"] if way["target_wwpn"] == FA2A
    }
    assert states == {H1A: ("unknown", False), H1B: ("unknown", False)}
    page = sanlint("route", "h1", VOL1, str(tmp_path / "san.yaml"), "--isolated", "-q").out
    assert "whether 2 more are missing is unknown" in page
    assert "expected but missing" not in page
    assert "the fabric of target port FA-2D 4 is unknown" in " ".join(page.split())


def test_paths_of_unknown_targets_leave_it_open_which_ports_have_none(
    sanlint: Run, tmp_path: Path, route: Route
) -> None:
    # The host lists its paths by address only, as `multipath -ll` does: each may end at either port of the array.
    text = small_san()
    unnamed = [re.sub(r"target: '[0-9a-f]{16}'", f"hctl: '{n}:0:0:1'", line) if "state:" in line else line
               for n, line in enumerate(text.splitlines(True))]  # fmt: skip
    assert "".join(unnamed) != text
    document = route("h1", VOL1, "".join(unnamed))
    assert document["live_paths"] == 4
    suggested = [way for way in document["ways"] if way["basis"] == "suggested"]
    assert {way["state"] for way in suggested} == {"unknown"}
    assert {reason["code"] for way in suggested for reason in way["reasons"]} == {"not_known"}
    page = sanlint("route", "h1", VOL1, str(tmp_path / "san.yaml"), "--isolated", "-q").out
    assert "expected but missing" not in page
    assert "2 paths of the host have an unknown target, which may be this one" in " ".join(page.split())


def test_a_path_of_an_unknown_host_port_may_be_the_one_that_seems_missing(route: Route) -> None:
    """AIX lists fscsi0, and only some of its exports show which port that is."""
    text = small_san()
    line = f"initiator: '{H1A}', target: '{FA1A}'"
    document = route("h1", VOL1, text.replace(line, f"hba: fscsi0, path_name: p7, target: '{FA1A}'", 1))
    (way,) = [way for way in document["ways"] if way["basis"] == "suggested"]
    assert (way["initiator_wwpn"], way["target_wwpn"], way["state"]) == (H1A, FA1A, "unknown")
    assert way["reasons"][0]["text"] == "1 path to this target port has an unknown host port, which may be this one"


def test_non_optimised_paths_and_ports_without_an_array_export_are_named(
    sanlint: Run, tmp_path: Path, route: Route
) -> None:
    text = small_san().replace(
        f"target: '{FA2A}', state: active", f"target: '{FA2A}', state: active, optimised: false", 1
    )
    text = text.replace(
        "    zones:\n",
        f"    aliases: {{{{unity_spa_fc0: ['{FA1A}']}}}}\n    zones:\n".replace("{{", "{").replace("}}", "}"),
        1,
    )
    array = text.index("storage_arrays:")
    document = route("h1", VOL1, text[:array] + text[text.index("fabrics:") :])
    assert {way["target_wwpn"]: way["optimised"] for way in document["ways"]}[FA2A] is False
    page = sanlint("route", "h1", VOL1, str(tmp_path / "san.yaml"), "--isolated", "-q").out
    assert f"unity_spa_fc0 ({':'.join(FA1A[i : i + 2] for i in range(0, 16, 2))})" in page
    assert page.count(", non-optimised") == 1


ISCSI = """\
[root@cirrus ~]# multipath -ll
app1 (36006016055004e00aabbccddee0000c1) dm-4 DGC,VRAID
size=300G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 5:0:0:0 sdm 8:80  active ready running
  `- 6:0:0:0 sdn 8:96  active ready running
[root@cirrus ~]# lsscsi -t
[5:0:0:0]    disk    iqn.2001-05.com.example:store.a0,t,0x1  /dev/sdm
[6:0:0:0]    disk    iqn.2001-05.com.example:store.b0,t,0x1  /dev/sdn
[root@cirrus ~]# systool -c fc_host -v
Class = "fc_host"

  Class Device = "host11"
  Class Device path = "/sys/devices/pci0000:00/0000:00:03.0/host11/fc_host/host11"
    port_name           = "0x10000090facc0001"
    port_state          = "Online"

"""


def test_fibre_channel_ports_have_no_part_in_a_volume_over_iscsi(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "cirrus.log").write_text(ISCSI)
    page = sanlint("route", "cirrus", "app1", str(tmp_path / "cirrus.log"), "--isolated", "-q").out
    assert "over iSCSI\n  active      host5 → 5:0:0:0\n  active      host6 → 6:0:0:0\n" in page
    assert "host11" not in page and "WWPN" not in page


def test_links_to_a_switch_known_by_its_name_in_one_place_and_its_wwn_in_another_are_counted(route: Route) -> None:
    text = re.sub(
        r"isls: .*",
        "isls: [{port: '11', peer_wwn: '1000000000000002'}, {port: '12', peer_wwn: '1000000000000002'}]",
        small_san(),
        count=1,
    )
    isls = {
        (hop["name"], hop["detail"])
        for way in route("h1", VOL1, text)["ways"]
        for hop in way["hops"]
        if hop["kind"] == "isl"
    }
    assert isls == {("a1 - a2", "2 links")}
