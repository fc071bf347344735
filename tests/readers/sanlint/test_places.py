"""Where an inventory puts switches, VSANs and zones: in the fabric they are written under."""

from __future__ import annotations

from tests.readers.harness import read
from tests.support import inventory, store_of

MDS = """
fabrics:
  fabric-a:
    switches:
      mds-a1:
        vsans: {"10": {default_zone: deny}}
        logins: [{vsan: "10", wwpn: "10:00:00:00:c9:01:01:02", fc4_role: initiator}]
      sw-a2: {vendor: brocade}
    zones:
      z1: {switch: mds-a1, vsan: "10", members: [esx01, "51:4f:0c:50:12:34:00:00"]}
    aliases:
      esx01: {switch: mds-a1, member: "10:00:00:00:c9:01:01:02", wwpn: "10:00:00:00:c9:01:01:02"}
"""


def test_a_switch_with_vsans_is_in_the_fabric_by_its_vsans() -> None:
    store = store_of({"a.yaml": inventory(MDS)})
    assert store.rows("SELECT switch, vsan, fabric FROM switch_fabric ORDER BY ALL") == [
        ("mds-a1", "10", "fabric-a"),
        ("sw-a2", "", "fabric-a"),
    ]


def test_members_are_in_the_switch_and_vsan_that_their_zone_names() -> None:
    store = store_of({"a.yaml": inventory(MDS)})
    assert store.rows("SELECT fabric, switch, vsan, member, wwpn FROM zone_port WHERE active ORDER BY member") == [
        ("fabric-a", "mds-a1", "10", "514f0c5012340000", "514f0c5012340000"),
        ("fabric-a", "mds-a1", "10", "esx01", "10000000c9010102"),
    ]


def test_zones_that_name_no_switch_belong_to_the_fabric_itself_which_has_no_routes() -> None:
    store = store_of({"a.yaml": inventory(MDS.replace('switch: mds-a1, vsan: "10", members', "members"))})
    assert ("fabric-a", "", "fabric-a") in store.rows("SELECT switch, vsan, fabric FROM switch_fabric")
    assert store.rows("SELECT DISTINCT from_switch FROM switch_route ORDER BY 1") == [("mds-a1",), ("sw-a2",)]


def test_where_a_section_at_the_wrong_place_belongs() -> None:
    result = read("sanlint-inventory", "sanlint: 1\nwan_links:\n  - {name: w1}\nhosts:\n  db1: {}\n")
    assert [(note.line, note.text) for note in result.notes] == [
        (2, "skipped 'wan_links': it belongs to an entry of storage_arrays")
    ]
    assert [row["host"] for row in result.observations.rows("host")] == ["db1"]
