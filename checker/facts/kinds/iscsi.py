"""Kinds about iSCSI: the sessions of hosts, and the interfaces that they are bound to."""

from __future__ import annotations

from checker.facts.declare import Kind, flag, text

KINDS = (
    Kind(
        "iscsi_session",
        "One iSCSI connection from a host to a portal of a target.",
        (("host", "iscsi_target", "portal_address", "session"),),
        (
            text("host", "name of the host"),
            text("hba", "iSCSI adapter of an ESXi host: vmhba64"),
            text("iscsi_target", "name of the target (IQN or EUI)"),
            text("portal_address", "address of the target's portal"),
            text("session", "session and connection as the host identifies them"),
            text("local_address", "address of the host's interface"),
            text("iface", "interface record of open-iscsi: default, or the name of one bound to a port"),
            text("state", "state as printed, in lower case: logged_in, free, failed …"),
        ),
        "hosts",
        {"iscsi_target": ""},
    ),
    Kind(
        "iscsi_initiator",
        "An iSCSI name of a host, by which targets know it.",
        (("host", "initiator_name"),),
        (
            text("host", "name of the host"),
            text("initiator_name", "iSCSI name (IQN or EUI) in lower case"),
        ),
        "hosts",
    ),
    Kind(
        "mask_iscsi",
        "An iSCSI initiator in a view.",
        (("storage_array", "view", "initiator_name"),),
        (
            text("storage_array", "name of the array"),
            text("view", "name of the view"),
            text("initiator_name", "iSCSI name (IQN or EUI) in lower case"),
        ),
        "storage",
    ),
    Kind(
        "iscsi_portal",
        "One network interface that an iSCSI adapter of a host is bound to.",
        (("host", "hba", "vmknic"),),
        (
            text("host", "name of the host"),
            text("hba", "iSCSI adapter: vmhba64, or interface record of open-iscsi: iface0"),
            text("vmknic", "network interface: vmk1, eth2"),
            text("ip_address", "its IPv4 address"),
            text("netmask", "its IPv4 subnet mask"),
            text("vswitch", "virtual switch"),
            text("port_group", "port group on the virtual switch"),
            flag("link_up", "its link is up"),
        ),
        "hosts",
    ),
)
