"""esxcli iscsi: the sessions of a host and the VMkernel interfaces that its adapters are bound to, value by value."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample


def test_sessions_end_at_the_portal_that_they_were_redirected_to() -> None:
    name = "esxi-iscsi-session-connection-list"
    assert best_reader(sample(f"{name}.txt")) == name
    result = read(name, sample(f"{name}.txt"), owner="esx01")
    first, second = result.observations.rows("iscsi_session")
    assert first == {
        "host": "esx01",
        "hba": "vmhba64",
        "iscsi_target": "iqn.2001-05.com.example:array-1.a",
        "session": "00023d000001 0",
        "portal_address": "192.0.2.11",
        "local_address": "192.0.2.101",
        "state": "logged_in",
        "line": 1,
    }
    assert (second["portal_address"], second["state"]) == ("198.51.100.10", "free")
    assert result.unread_lines == 0


def test_interfaces_with_address_mask_and_switch() -> None:
    name = "esxi-iscsi-networkportal-list"
    assert best_reader(sample(f"{name}.txt")) == name
    result = read(name, sample(f"{name}.txt"), owner="esx01")
    columns = ("hba", "vmknic", "ip_address", "netmask", "vswitch", "port_group", "link_up")
    assert [tuple(row[one] for one in columns) for row in result.observations.rows("iscsi_portal")] == [
        ("vmhba64", "vmk1", "192.0.2.101", "255.255.255.0", "vSwitch1", "iSCSI-A", True),
        ("vmhba64", "vmk2", "198.51.100.101", "255.255.255.0", "vSwitch2", "iSCSI-B", False),
    ]
    assert result.unread_lines == 0


def test_adapters_are_those_of_iscsi_and_no_fc_ports() -> None:
    name = "esxi-iscsi-adapter-list"
    assert best_reader(sample(f"{name}.txt")) == name
    result = read(name, sample(f"{name}.txt"), owner="esx01")
    assert [row | {"line": 0} for row in result.observations.rows("initiator")] == [
        {
            "host": "esx01", "hba": "vmhba33", "transport": "iscsi", "driver": "bnx2i", "port_state": "unbound",
            "model": "Example 10Gb iSCSI Adapter", "line": 0,
        },
        {
            "host": "esx01", "hba": "vmhba64", "transport": "iscsi", "driver": "iscsi_vmk", "port_state": "online",
            "model": "iSCSI Software Adapter", "line": 0,
        },
    ]  # fmt: skip
    assert result.unread_lines == 0
