"""Facts of FOS REST responses: the writer of each resource, and the columns of all resources."""

from __future__ import annotations

from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.brocade.rest import parts, ports, switches, zones
from checker.readers.brocade.rest.documents import Record
from checker.readers.toolkit.base import Capture, word_list

PROVIDES: dict[str, tuple[str, ...]] = {
    "switch": (
        "switch", "vendor", "switch_wwn", "serial", "model", "firmware_version", "domain_id", "switch_state",
        "switch_role", "switch_mode", "fabric_id", "ip_address",
    ),
    "fabric_member": ("switch", "vsan", "member_wwn", "member_domain", "member_name", "principal"),
    "fabric_setting": ("switch", "vsan", "setting", "value"),
    "vsan": word_list("""
        switch vsan default_zone default_zone_in_force active_zone_set pending_session zone_database_bytes ficon
    """),
    "switch_port": word_list("""
        switch port port_index slot fcid port_state port_type speed_gbps speed_mode max_speed_gbps port_wwn attached_wwn
        description long_distance buffer_credits fec persistently_disabled sfp_present
    """),
    "login": (
        "switch", "vsan", "wwpn", "wwnn", "fcid", "port", "port_index", "symbolic_name", "node_symbolic_name",
        "fc4_role", "device_type", "local", "permanent_port_wwn", "quarantined",
    ),
    "isl": ("switch", "port", "port_index", "vsan", "peer_wwn", "speed_gbps", "link_kind"),
    "trunk_member": ("switch", "port", "port_index", "trunk", "peer_wwn", "peer_port", "deskew", "is_master"),
    "sfp": word_list("""
        switch port vendor part_number serial max_speed_gbps wavelength tx_power_uw rx_power_uw temperature_c
    """),
    "counter_sample": ("switch", "port", "counter", "value", "rounded", "captured_at"),
    "zone": ("switch", "vsan", "active", "zone", "zone_set", "zone_type"),
    "zone_set": ("switch", "vsan", "active", "zone_set", "zone"),
    "zone_member": ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias", "member_role"),
    "alias": ("switch", "vsan", "alias", "member", "wwpn"),
}  # fmt: skip


def write(found: Sequence[Record], capture: Capture, out: Writer) -> None:
    """Write all records of a response; adds a note if there are none."""
    if not found:
        out.note(capture.first_line, "no known resource of the Fabric OS REST interface")
    named = [record for record in found if record.resource == "fibrechannel-switch"]
    domains = {record.integer("domain-id") for record in named}
    domain = domains.pop() if len(domains) == 1 else None
    names = {record.text("name"): record.text("user-friendly-name") for record in named}
    zones.write_zoning(
        [r for r in found if r.resource in ("zone", "alias", "cfg") or r.resource.endswith("-configuration")],
        out,
        capture.owner,
    )
    alone = sum(record.resource == "fibrechannel-logical-switch" for record in found) == 1
    seen_names: set[str | None] = set()
    for record in found:
        if record.resource == "dashboard-rule":
            # The most recent violation of a rule comes first.
            if record.text("name") in seen_names:
                continue
            seen_names.add(record.text("name"))
        if record.resource == "fibrechannel":
            ports.write_port(record, out, capture.owner)
        elif record.resource == "fibrechannel-statistics":
            ports.write_counters(record, out, capture.owner, capture.captured_at)
        elif record.resource == "media-rdp":
            ports.write_transceiver(record, out, capture.owner)
        elif record.resource == "fibrechannel-name-server":
            ports.write_login(record, out, capture.owner, domain)
        elif record.resource == "port":
            ports.write_registered_port(record, out, capture.owner, domain)
        elif record.resource == "fibrechannel-switch":
            switches.write_switch(record, out, capture.owner)
        elif record.resource == "fabric-switch":
            switches.write_member(record, out, capture.owner)
        elif record.resource == "fibrechannel-logical-switch":
            name = names.get(record.text("switch-wwn")) or (capture.owner if alone else None)
            switches.write_logical_switch(record, out, name)
        elif record.resource in parts.RESOURCES:
            parts.write_part(record, out, capture.owner)
        elif record.resource == "trunk":
            switches.write_trunk(record, out, capture.owner)
