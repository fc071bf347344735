"""InfiniBox: ports of nodes and their further names, hosts as views, and a host of the SAN that finds its volume."""

from __future__ import annotations

from tests.readers.array_exports import rows, sample
from tests.support import store_of


def test_ports_of_nodes_and_the_names_that_move_between_them() -> None:
    assert [
        (p["target_wwpn"], p.get("port_name"), p["director"], p.get("port_state"))
        for p in rows("infinidat-rest.nodes.json", "target_port")
    ] == [
        ("5742b0f0000bb811", "N1FC1", "node-1", "up"),
        ("5742b0f0000bb812", "N1FC2", "node-1", "down"),
        ("5742b0f1000bb815", None, "node-1", None),
        ("5742b0f0000bb821", "N2FC1", "node-2", "disabled"),
    ]
    assert [(p["target_wwpn"], p["director"]) for p in rows("infinidat-rest.soft-targets.json", "target_port")] == [
        ("5742b0f1000bb815", "node-1"),
        ("5742b0f1000bb825", "node-2"),
    ]


def test_hosts_are_views_with_the_luns_of_their_cluster() -> None:
    assert [
        (row["view"], row["volume_name"], row["lun"]) for row in rows("infinidat-rest.hosts.json", "mask_volume")
    ] == [("lin01", "1011", 11), ("esx01", "1012", 1)]
    assert [
        (row["host"], row["initiator_wwpn"], row["initiator_type"])
        for row in rows("infinidat-rest.hosts.json", "registered_initiator")
    ] == [
        ("lin01", "10000000c9000101", "LINUX"),
        ("lin01", "10000000c9000102", "LINUX"),
        ("esx01", "10000000c9000201", "ESXI"),
    ]


def test_volumes_have_the_identity_that_hosts_see() -> None:
    assert [
        (v["storage_volume"], v["label"], v["device"], v["provision_type"])
        for v in rows("infinidat-rest.volumes.json", "storage_volume")
    ] == [
        ("1011", "data01", "naa.6742b0f000000bb8000000000000a011", "thin"),
        ("1012", "vmfs01", "naa.6742b0f000000bb8000000000000a012", "thick"),
    ]


def test_mappings_and_volumes_of_two_answers_join() -> None:
    texts = {f"ibox3000/{kind}.json": sample(f"infinidat-rest.{kind}.json") for kind in ("hosts", "volumes", "system")}
    store = store_of(texts)
    assert store.rows("SELECT view, device FROM mask_volume ORDER BY view") == [
        ("esx01", "naa.6742b0f000000bb8000000000000a012"),
        ("lin01", "naa.6742b0f000000bb8000000000000a011"),
    ]
    assert store.rows("SELECT storage_array, serial, vendor FROM storage_array") == [("ibox3000", "3000", "Infinidat")]
