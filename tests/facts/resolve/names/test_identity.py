"""Which names are one machine: joined on evidence only."""

from __future__ import annotations

from tests.facts.resolve.two_paths import I1, I2, T1, T2, core_path, mpath_brief
from tests.support import inventory, store_of


def hosts(store) -> list[str]:
    return [name for (name,) in store.rows("SELECT host FROM host ORDER BY 1")]


def host(name: str, wwpn: str) -> str:
    return inventory(f"hosts:\n  {name}:\n    initiators: {{vmhba2: {{initiator_wwpn: '{wwpn}'}}}}\n")


def test_short_and_full_name_are_one_host() -> None:
    store = store_of({"a.yaml": host("esx01", I1), "b.yaml": host("ESX01.lab.example", I1)})
    assert len(hosts(store)) == 1


def test_a_short_name_that_fits_two_full_names_stays_alone() -> None:
    store = store_of(
        {
            "a.yaml": host("esx01.a.example", I1),
            "b.yaml": host("esx01.b.example", I2),
            "c.yaml": inventory("hosts: {esx01: {}}\n"),
        }
    )
    assert hosts(store) == ["esx01", "esx01.a.example", "esx01.b.example"]


def test_a_label_on_the_array_is_the_host_that_has_the_wwpn() -> None:
    array = inventory(
        f"storage_arrays:\n  x1:\n    family: xtremio\n    registered_initiators: {{i1: {{initiator_wwpn: '{I1}', host: ESX-PROD-7}}}}\n"
    )
    store = store_of({"esx07/core.txt": core_path(I1, T1, "vmhba2:C0:T0:L1"), "x1.yaml": array})
    assert hosts(store) == ["esx07"]
    assert store.rows("SELECT host FROM registered_initiator") == [("esx07",)]
    assert store.rows("SELECT host, alias, basis FROM host_alias") == [("esx07", "ESX-PROD-7", "shared-wwpn")]


def test_two_captured_machines_with_one_wwpn_stay_two() -> None:
    store = store_of(
        {"esx01/core.txt": core_path(I1, T1, "vmhba2:C0:T0:L1"), "esx02/core.txt": core_path(I1, T1, "vmhba2:C0:T0:L1")}
    )
    assert hosts(store) == ["esx01", "esx02"]
    assert store.rows("SELECT count(*) FROM initiator WHERE initiator_wwpn = ?", [I1]) == [(2,)]


def test_two_files_of_one_machine_under_different_names_are_one() -> None:
    paths = [(I1, T1, "vmhba2:C0:T0:L1"), (I2, T2, "vmhba3:C0:T0:L1")]
    store = store_of({"first.txt": "".join(core_path(*p) for p in paths), "second.txt": mpath_brief(paths)})
    assert len(hosts(store)) == 1
    assert store.rows("SELECT count(*) FROM path") == [(2,)]


def test_a_switch_named_by_two_files_is_one_by_its_wwn() -> None:
    body = "fabrics:\n  f:\n    switches: {%s: {switch_wwn: '10:00:00:05:1e:00:00:01', domain_id: '1'}}\n"
    store = store_of({"a.yaml": inventory(body % "sw1"), "b.yaml": inventory(body % "SW-CORE-1")})
    assert store.rows("SELECT count(*) FROM switch") == [(1,)]


def test_other_names_that_an_inventory_states_are_the_host() -> None:
    body = "hosts:\n  esx01: {os_version: '7.0', aliases: [mgmt-esx01]}\n"
    store = store_of({"a.yaml": inventory(body), "b.yaml": inventory("hosts:\n  mgmt-esx01: {site: north}\n")})
    assert len(hosts(store)) == 1
    assert store.rows("SELECT os_version, site FROM host") == [("7.0", "north")]


def test_a_name_that_two_hosts_claim_joins_neither() -> None:
    body = "hosts:\n  esx01: {aliases: [mgmt]}\n  esx02: {aliases: [mgmt]}\n  mgmt: {site: north}\n"
    assert hosts(store_of({"a.yaml": inventory(body)})) == ["esx01", "esx02", "mgmt"]
