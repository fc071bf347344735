"""Joining names on evidence, where the evidence is thin: labels of arrays, folders, serials, cluster names."""

from __future__ import annotations

import pytest

from tests.facts.resolve.names.test_identity import host, hosts
from tests.facts.resolve.two_paths import I1, I2, T1, T2, core_path, mpath_brief
from tests.support import inventory, store_of

I3, I4 = "10000000c9aa0003", "10000000c9aa0004"


def registered(array: str, **hosts_of: list[str]) -> str:
    rows = "".join(
        f"      {name}_{n}: {{initiator_wwpn: '{wwpn}', host: {name}}}\n"
        for name, wwpns in hosts_of.items()
        for n, wwpn in enumerate(wwpns)
    )
    return inventory(f"storage_arrays:\n  {array}:\n    family: xtremio\n    registered_initiators:\n{rows}")


def captured(*paths: tuple[str, str, str]) -> str:
    return "".join(core_path(*path) for path in paths)


def test_a_group_of_a_whole_cluster_on_the_array_does_not_join_its_hosts() -> None:
    store = store_of(
        {
            "esx01/core.txt": captured((I1, T1, "vmhba2:C0:T0:L1"), (I2, T2, "vmhba3:C0:T0:L1")),
            "esx02/core.txt": captured((I3, T1, "vmhba2:C0:T0:L1"), (I4, T2, "vmhba3:C0:T0:L1")),
            "x1.yaml": registered("x1", ESXCLUSTER=[I1, I2, I3, I4]),
        }
    )
    assert hosts(store) == ["esx01", "esx02"]
    assert store.rows("SELECT host, count(*) FROM path GROUP BY 1 ORDER BY 1") == [("esx01", 2), ("esx02", 2)]


def test_a_stale_registration_does_not_join_two_captured_hosts_of_different_formats() -> None:
    store = store_of(
        {
            "esx01/core.txt": captured((I1, T1, "vmhba2:C0:T0:L1")),
            "esx02/brief.txt": mpath_brief([(I3, T1, "vmhba2:C0:T0:L1")]),
            "x1.yaml": registered("x1", esx01=[I1, I3]),
        }
    )
    assert hosts(store) == ["esx01", "esx02"]


def test_a_cluster_group_does_not_merge_hosts_that_another_array_distinguishes() -> None:
    store = store_of(
        {
            "x1.yaml": registered("x1", esx01=[I1, I2], esx02=[I3, I4]),
            "x2.yaml": registered("x2", CLU=[I1, I3]),
        }
    )
    assert set(store.rows("SELECT initiator_wwpn, host FROM registered_initiator")) >= {(I2, "esx01"), (I4, "esx02")}


def test_labels_of_two_arrays_for_one_host_are_one_name() -> None:
    store = store_of({"x1.yaml": registered("x1", esx01=[I1, I2]), "x2.yaml": registered("x2", prod_7=[I1, I2])})
    assert len(store.rows("SELECT DISTINCT host FROM registered_initiator")) == 1


def test_the_name_stated_with_the_port_wins_over_labels_of_two_arrays() -> None:
    store = store_of(
        {
            "h.yaml": host("esx01", I1),
            "x1.yaml": registered("x1", ALPHA=[I1]),
            "x2.yaml": registered("x2", BETA=[I1]),
            "x3.yaml": registered("x3", CLU=[I1, I3], other=[I4]),
            "g.yaml": host("esx02", I3),
        }
    )
    assert hosts(store) == ["esx01", "esx02"]
    assert store.rows("SELECT alias, host FROM host_alias ORDER BY 1") == [("ALPHA", "esx01"), ("BETA", "esx01")]


def test_one_document_that_names_two_hosts_means_two() -> None:
    body = "hosts:\n" + "".join(
        f"  {name}:\n    initiators: {{vmhba2: {{initiator_wwpn: '{I1}'}}}}\n" for name in ("esx01", "esx02")
    )
    store = store_of({"site.yaml": inventory(body)})
    assert hosts(store) == ["esx01", "esx02"]


def test_a_full_name_of_another_site_is_not_the_short_name_of_this_one() -> None:
    store = store_of(
        {
            "esx01/core.txt": captured((I1, T1, "vmhba2:C0:T0:L1")),
            "esx01.other.example/core.txt": captured((I3, T1, "vmhba2:C0:T0:L1")),
        }
    )
    assert hosts(store) == ["esx01", "esx01.other.example"]


def test_a_joined_name_keeps_its_tags_and_completeness() -> None:
    text = (
        inventory(f"hosts:\n  ESX01:\n    tags: [lab]\n    initiators: {{vmhba2: {{initiator_wwpn: '{I1}'}}}}\n")
        + "completeness: [{scope: host, name: ESX01, complete: true}]\n"
    )
    store = store_of({"esx01/core.txt": captured((I1, T1, "vmhba2:C0:T0:L1")), "site.yaml": text})
    assert hosts(store) == ["esx01"]
    assert store.rows("SELECT about_key, tag FROM tag") == [("esx01", "lab")]
    assert store.rows("SELECT name FROM completeness WHERE scope = 'host'") == [("esx01",)]


def test_a_switch_renamed_like_a_host_keeps_the_owner_of_its_export() -> None:
    switchshow = (
        "switchName:\tcore\nswitchType:\t109.1\nswitchState:\tOnline\nswitchMode:\tNative\nswitchRole:\tPrincipal\n"
        "switchDomain:\t1\nswitchId:\tfffc01\nswitchWwn:\t10:00:00:05:1e:00:00:01\nzoning:\t\tOFF\nswitchBeacon:\tOFF\n\n"
        "Index Port Address Media Speed State     Proto\n==============================================\n"
        "   0   0   010000   id    N8   Online      FC  F-Port  10:00:00:00:c9:aa:00:01\n"
    )
    store = store_of(
        {
            "switches/core-switchshow.txt": switchshow,
            "a.yaml": host("core", I1),
            "b.yaml": host("core.lab.example", I1),
        }
    )
    assert store.rows("SELECT owner FROM export WHERE platform = 'brocade'") == [("core",)]
    assert store.rows("SELECT switch FROM switch") == [("core",)]


def array(name: str, body: str) -> str:
    return inventory(f"storage_arrays:\n  {name}:\n{body}")


@pytest.mark.parametrize("serial", ["FNM00990000001", "fnm00990000001", " FNM00990000001 "])
def test_an_array_as_vplex_calls_it_is_the_array_with_that_serial(serial: str) -> None:
    text = f"    serial: FNM00990000001\n    ports: [{{target_wwpn: '{T1}'}}]\n"
    store = store_of(
        {
            "vplex1.yaml": array("EMC-XtremIO-FNM00990000001", text),
            "xio1.yaml": array("xio1", f"    serial: '{serial}'\n    family: xtremio\n    site: north\n"),
        }
    )
    assert store.rows("SELECT count(*) FROM storage_array") == [(1,)]
    assert store.rows("SELECT site FROM storage_array") == [("north",)]
    assert not store.has_rows("contradiction")


@pytest.mark.parametrize("serial", ["unknown", "N/A", "-", "0", "none"])
def test_serial_placeholders_merge_nothing(serial: str) -> None:
    body = f"    serial: '{serial}'\n"
    store = store_of({"a.yaml": array("a1", body), "b.yaml": array("b1", body)})
    assert store.rows("SELECT count(*) FROM storage_array") == [(2,)]


def test_director_names_that_every_array_has_are_no_identity() -> None:
    body = "    directors: {SPA: {director_id: '1'}}\n"
    store = store_of({"a.yaml": array("a1", body), "b.yaml": array("b1", body)})
    assert store.rows("SELECT count(*) FROM storage_array") == [(2,)]


def test_arrays_with_different_serials_stay_apart_whatever_port_they_share() -> None:
    body = f"    serial: %s\n    ports: [{{target_wwpn: '{T1}'}}]\n"
    store = store_of({"a.yaml": array("a1", body % "S1"), "b.yaml": array("b1", body % "S2")})
    assert store.rows("SELECT count(*) FROM storage_array") == [(2,)]


PORTS = """VPlexcli:/> ll /engines/engine-1-1/directors/director-1-1-A/hardware/ports
/engines/engine-1-1/directors/director-1-1-A/hardware/ports:
Name     Address             Role       Port Status
-------  ------------------  ---------  -----------
A0-FC00  0x500014426012ab00  front-end  up
A0-FC01  0x500014426012ab01  front-end  up
"""


def test_two_captures_of_a_vplex_in_one_folder_are_one_system() -> None:
    store = store_of({"vplex-east-ports.txt": PORTS, "metro-west-ports.txt": PORTS})
    assert store.rows("SELECT count(*) FROM storage_array") == [(1,)]
    assert store.rows("SELECT count(*) FROM target_port") == [(2,)]


def test_two_captures_of_a_host_with_one_port_name_are_two_hosts() -> None:
    one = captured((I1, T1, "vmhba2:C0:T0:L1"))
    assert hosts(store_of({"alpha-core.txt": one, "beta-core.txt": one})) == ["alpha", "beta"]


def test_a_cluster_of_vplex_with_a_name_of_its_own_is_one_cluster() -> None:
    body = f"""    family: vplex
    clusters:
      site-a:
        cluster_id: '1'
        views: {{v1: {{ports: ['{T1}']}}}}
      cluster-1:
        directors: {{director-1-1-A: {{director_id: '0000000046e0124b', ports: {{A0-FC00: {{target_wwpn: '{T1}'}}}}}}}}
"""
    # The inventory states the cluster it derives from the director's name as a cluster; an export states the director only.
    text = array("v1", body).replace("      cluster-1:\n        directors:", "    directors:")
    text = text.replace("director_id:", "cluster: cluster-1, director_id:")
    store = store_of({"v1.yaml": text})
    assert store.rows("SELECT cluster FROM vplex_cluster") == [("site-a",)]
    assert store.rows("SELECT DISTINCT cluster FROM director") == [("site-a",)]
    assert store.rows("SELECT DISTINCT cluster FROM target_place WHERE storage_array = 'v1'") == [("site-a",)]


def test_clusters_that_both_exist_are_not_one() -> None:
    body = """    family: vplex
    clusters:
      cluster-1: {cluster_id: '2'}
      cluster-2: {cluster_id: '1'}
"""
    store = store_of({"v1.yaml": array("v1", body)})
    assert store.rows("SELECT cluster, cluster_id FROM vplex_cluster ORDER BY 1") == [
        ("cluster-1", "2"),
        ("cluster-2", "1"),
    ]


def test_one_port_on_two_operating_systems_is_of_two_hosts() -> None:
    """A machine that was installed again keeps its adapters, and its old paths are not those of the new system."""
    old = "0x10000000C9000001"
    store = store_of(
        {
            "lpar1/fcstat.txt": f"""FIBRE CHANNEL STATISTICS REPORT: fcs0

Device Type: 8Gb PCI Express Dual Port FC Adapter
World Wide Node Name: 0x20000000C9000001
World Wide Port Name: {old}

FC-4 TYPES:
Attention Type:   Link Up
""",
            "db7/fc.txt": "/sys/class/fc_host/host3/port_name:0x10000000c9000001\n/sys/class/fc_host/host3/port_state:Online\n",
        }
    )
    assert sorted(store.rows("SELECT host, initiator_wwpn FROM initiator")) == [
        ("db7", "10000000c9000001"),
        ("lpar1", "10000000c9000001"),
    ]
