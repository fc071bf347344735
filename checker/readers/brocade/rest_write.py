"""Facts of FOS REST answers: which resource is written by what, and the columns of all of them together."""

from __future__ import annotations

from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.base import Capture
from checker.readers.brocade import rest_parts, rest_ports, rest_switches, rest_zones
from checker.readers.brocade.rest_documents import Record

PROVIDES: dict[str, tuple[str, ...]] = {
    "switch": (
        "switch",
        "vendor",
        "switch_wwn",
        "serial",
        "model",
        "firmware_version",
        "domain_id",
        "switch_state",
        "switch_role",
        "switch_mode",
        "fabric_id",
        "ip_address",
    ),
    "fabric_member": ("switch", "vsan", "member_wwn", "member_domain", "member_name", "principal"),
    "fabric_setting": ("switch", "vsan", "setting", "value"),
    "vsan": (
        "switch",
        "vsan",
        "default_zone",
        "default_zone_in_force",
        "active_zone_set",
        "pending_session",
        "zone_database_bytes",
        "ficon",
    ),
    "switch_port": (
        "switch",
        "port",
        "port_index",
        "slot",
        "fcid",
        "port_state",
        "port_type",
        "speed_gbps",
        "speed_mode",
        "max_speed_gbps",
        "port_wwn",
        "attached_wwn",
        "description",
        "long_distance",
        "buffer_credits",
        "fec",
        "persistently_disabled",
        "sfp_present",
    ),
    "login": (
        "switch",
        "vsan",
        "wwpn",
        "wwnn",
        "fcid",
        "port",
        "port_index",
        "symbolic_name",
        "node_symbolic_name",
        "fc4_role",
        "device_type",
        "local",
        "permanent_port_wwn",
        "quarantined",
    ),
    "isl": ("switch", "port", "port_index", "vsan", "peer_wwn", "speed_gbps", "link_kind"),
    "trunk_member": ("switch", "port", "port_index", "trunk", "peer_wwn", "peer_port", "deskew", "is_master"),
    "sfp": (
        "switch",
        "port",
        "vendor",
        "part_number",
        "serial",
        "max_speed_gbps",
        "wavelength",
        "tx_power_uw",
        "rx_power_uw",
        "temperature_c",
    ),
    "counter_sample": ("switch", "port", "counter", "value", "rounded", "captured_at"),
    "zone": ("switch", "vsan", "active", "zone", "zone_set", "zone_type"),
    "zone_set": ("switch", "vsan", "active", "zone_set", "zone"),
    "zone_member": (
        "switch",
        "vsan",
        "active",
        "zone",
        "member",
        "member_type",
        "wwpn",
        "alias",
        "member_role",
    ),
    "alias": ("switch", "vsan", "alias", "member", "wwpn"),
}


def write(found: Sequence[Record], capture: Capture, out: Writer) -> None:
    """Write all records of an answer; a note says if none of them is read."""
    if not found:
        out.note(capture.first_line, "no resource of Fabric OS that is read from its REST interface")
    switches = [record for record in found if record.resource == "fibrechannel-switch"]
    domains = {record.integer("domain-id") for record in switches}
    domain = domains.pop() if len(domains) == 1 else None
    names = {record.text("name"): record.text("user-friendly-name") for record in switches}
    rest_zones.write_zoning(
        [r for r in found if r.resource in ("zone", "alias", "cfg") or r.resource.endswith("-configuration")],
        out,
        capture.owner,
    )
    alone = sum(record.resource == "fibrechannel-logical-switch" for record in found) == 1
    told: set[str | None] = set()
    for record in found:
        if record.resource == "dashboard-rule":
            # The latest break of a rule comes first.
            if record.text("name") in told:
                continue
            told.add(record.text("name"))
        if record.resource == "fibrechannel":
            rest_ports.write_port(record, out, capture.owner)
        elif record.resource == "fibrechannel-statistics":
            rest_ports.write_counters(record, out, capture.owner, capture.captured_at)
        elif record.resource == "media-rdp":
            rest_ports.write_transceiver(record, out, capture.owner)
        elif record.resource == "fibrechannel-name-server":
            rest_ports.write_login(record, out, capture.owner, domain)
        elif record.resource == "port":
            rest_ports.write_registered_port(record, out, capture.owner, domain)
        elif record.resource == "fibrechannel-switch":
            rest_switches.write_switch(record, out, capture.owner)
        elif record.resource == "fabric-switch":
            rest_switches.write_member(record, out, capture.owner)
        elif record.resource == "fibrechannel-logical-switch":
            name = names.get(record.text("switch-wwn")) or (capture.owner if alone else None)
            rest_switches.write_logical_switch(record, out, name)
        elif record.resource in rest_parts.RESOURCES:
            rest_parts.write_part(record, out, capture.owner)
        elif record.resource == "trunk":
            rest_switches.write_trunk(record, out, capture.owner)
