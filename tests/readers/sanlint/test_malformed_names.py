"""Malformed WWNs of an inventory, wherever it may also contain a name: none of them is mistaken for a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers.harness import read
from tests.support import inventory

BAD = "10:00:00:00:c9:01:O1:03"
PLACES = {
    "alias": 'fabrics: {f: {aliases: {a: ["%s"]}}}',
    "alias as text": 'fabrics: {f: {aliases: {a: "%s"}}}',
    "zone member": 'fabrics: {f: {zones: {z: {members: [h1, "%s"]}}}}',
    "zone member as object": 'fabrics: {f: {zones: {z: {members: [h1, {member: "%s"}]}}}}',
    "initiator of a view": 'storage_arrays: {a: {views: {v: {initiators: ["%s"]}}}}',
    "port of a view": 'storage_arrays: {a: {views: {v: {ports: ["%s"]}}}}',
    "initiator of a path": 'hosts: {h: {paths: [{device: naa.6000144000000010a1115d0000000021, initiator: "%s", target: t}]}}',
}


def bad_values(text: str) -> list[str]:
    return [str(row["value"]) for row in read("sanlint-inventory", inventory(text)).observations.rows("bad_value")]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", [BAD, "10:00:00:00:c9:01:01", "10:00:xx:xx:xx:xx:xx:02", "500009720812345"])
def test_it_is_a_bad_value(place: str, value: str) -> None:
    assert bad_values(PLACES[place] % value) == [value]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "value", ["esx01_hba1", "10:00:00:00:c9:01:01:03", "1d:4", "db-12345678", "iqn.1998-01.com.v:h1"]
)
def test_names_and_wwns_are_none(place: str, value: str) -> None:
    assert bad_values(PLACES[place] % value) == []


LUNS = {
    "device": "hosts: {h: {devices: {%s: {vendor: EMC}}}}",
    "path": 'hosts: {h: {paths: [{device: %s, initiator: vmhba1, target: "50:00:09:72:08:12:34:18"}]}}',
    "volume of a view": "storage_arrays: {a: {views: {v: {volumes: [%s]}}}}",
}


@pytest.mark.parametrize("place", LUNS)
@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("naa.6000097000019260123533030304130", "it has 31 hex digits instead of 32"),
        ("naa.600009700001926012353303030413zz", '"z" is not a hex digit'),
        ("eui.00253850", "it has 8 hex digits instead of 16 or 32"),
    ],
)
def test_malformed_identities_of_luns_are_reported(place: str, value: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(inventory(LUNS[place] % value))
    (finding,) = audit([str(tmp_path)], Options(isolated=True, select=("DOC002",), jobs=1)).findings
    assert finding.message.startswith(f"Invalid WWN {value} of ")
    assert finding.message.endswith(problem)


@pytest.mark.parametrize("place", LUNS)
@pytest.mark.parametrize(
    "value", ["naa.60000970000192601235330303041300", "eui.0025385000000001", "mpatha", "oracle_data_1"]
)
def test_identities_and_names_of_luns_are_none(place: str, value: str) -> None:
    assert bad_values(LUNS[place] % value) == []


def test_a_merged_inventory_lists_them_once() -> None:
    listed = f'bad_values: [{{about_kind: alias, fact: wwpn, value: "{BAD}", place: alias a, problem: malformed, owner: sw1}}]'
    result = read("sanlint-inventory", inventory(f"{listed}\n{PLACES['alias'] % BAD}"))
    found = result.observations.rows("bad_value")
    assert [(row["owner"], row["place"]) for row in found] == [("sw1", "alias a")]


def test_one_finding_names_all_places(tmp_path: Path) -> None:
    zones = f'zones: {{z1: {{members: ["{BAD}"]}}, z2: {{members: ["{BAD}"]}}}}'
    (tmp_path / "san.yaml").write_text(inventory(f'fabrics: {{f: {{aliases: {{a: ["{BAD}"]}}, {zones}}}}}'))
    (finding,) = audit([str(tmp_path)], Options(isolated=True, select=("DOC002",), jobs=1)).findings
    assert len(finding.objects) == 3
    assert finding.severity == "error"
