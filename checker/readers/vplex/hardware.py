"""Clusters, engines, directors and their ports, power supplies and parts, as VPlexcli and REST v1 show them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise, vplex_wwn
from checker.facts.observations import Writer
from checker.readers.toolkit.base import columns
from checker.readers.vplex.objects import SETTING, VplexObject, add_setting, engine_of, letter_of

_ROLES = {
    "front-end": "front-end", "back-end": "back-end", "wan-com": "wan-com", "local-com": "local-com",
    "management": "other", "inter-director-communication": "other",
}  # fmt: skip
_OTHER_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}|::|\||^\d{1,3}$")

PROVIDES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "cluster": columns(
        vplex_cluster="storage_array cluster cluster_id assembly operational_status health_state connected"
        " default_cache_mode island_id",
        array_setting=SETTING,
    ),
    "engine": columns(engine="storage_array cluster engine engine_type operational_status health_state serial"),
    "director": columns(
        director="storage_array cluster engine director director_id letter hostname operational_status health_state"
        " serial",
    ),
    "port": columns(
        target_port="target_wwpn wwnn storage_array cluster director director_id port port_name role port_state"
        " operational_status enabled protocol speed_gbps max_speed_gbps",
    ),
}  # fmt: skip


def write_cluster(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a cluster and its health indications; skip a cluster without a name."""
    name = item.place.name
    if name is None:
        out.note(item.line, "skipped a cluster without a name")
        return
    out.add(
        "vplex_cluster", item.line, storage_array=owner, cluster=name, cluster_id=item.text("cluster-id"),
        assembly=item.text("top-level-assembly", "tla"), operational_status=item.state("operational-status"),
        health_state=item.state("health-state"), connected=normalise.yes_no(item.text("connected")),
        default_cache_mode=item.state("default-cache-mode"), island_id=item.text("island-id"),
    )  # fmt: skip
    for indications in ("health-indications", "transition-indications"):
        if (printed := item.text(indications)) is not None:
            value = printed.removeprefix("[").removesuffix("]")
            add_setting(out, item.at(indications), owner, name, indications, value)


def write_engine(item: VplexObject, out: Writer, owner: str) -> None:
    """Write an engine."""
    out.add(
        "engine", item.line, storage_array=owner, cluster=item.place.cluster, engine=item.place.name,
        engine_type=item.text("engine-type", "type"), operational_status=item.state("operational-status"),
        health_state=item.state("health-state"), serial=item.text("serial-number", "top-level-assembly"),
    )  # fmt: skip


def write_director(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a director; the cluster comes from its default name, otherwise from its cluster id."""
    name = item.place.name
    identity = vplex_wwn.normal_director_id(item.text("director-id"))
    cluster = item.place.cluster
    number = item.text("cluster-id")
    if cluster is None and number is not None and number.isdecimal() and number != "0":
        cluster = f"cluster-{number}"
    out.add(
        "director", item.line, storage_array=owner, cluster=cluster,
        engine=item.place.engine or engine_of(name) or item.text("engine-id"), director=name, director_id=identity,
        letter=letter_of(name, identity), hostname=item.text("hostname"),
        operational_status=item.state("operational-status"), health_state=item.state("health-state"),
        serial=item.text("serial-number"),
    )  # fmt: skip
    communication = item.state("communication-status")
    if communication is not None and name is not None:
        add_setting(out, item.line, owner, name, "communication-status", communication)


def write_port(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a hardware port; addresses of Ethernet, CMI and uninitialised ports are not WWNs."""
    place = item.place
    port_name = item.text("port-wwn", "address")
    if port_name is not None and _OTHER_ADDRESS.search(port_name):
        port_name = None
    label = f"{place.director or ''} {place.name or ''}".strip()
    role = item.state("role")
    if role is not None and role not in _ROLES:
        out.bad_value("target_port", "role", role, item.line, label)
    export_name = item.text("target-port")
    parts = vplex_wwn.parse_port_name(export_name) if export_name else None
    protocols = item.items("protocols")
    out.add(
        "target_port", item.line, target_wwpn=out.wwn(port_name, item.line, "target_port", "target_wwpn", label),
        wwnn=out.wwn(item.text("node-wwn"), item.line, "target_port", "wwnn", label), storage_array=owner,
        cluster=place.cluster, director=place.director, director_id=parts.director_id if parts else None,
        port=place.name, port_name=export_name, role=_ROLES.get(role or ""),
        port_state=item.state("port-status", "status"), operational_status=item.state("operational-status"),
        enabled=normalise.yes_no(item.text("enabled")), protocol=protocols[0].lower() if protocols else None,
        speed_gbps=_speed(item, "current-speed", label, out), max_speed_gbps=_speed(item, "max-speed", label, out),
    )  # fmt: skip


def _speed(item: VplexObject, attribute: str, label: str, out: Writer) -> float | None:
    printed = item.text(attribute)
    speed = normalise.speed_gbps(printed)
    if printed is not None and speed is None and printed[:1].isdecimal() and not printed.startswith("0"):
        out.bad_value("target_port", attribute, printed, item.line, label)
    return speed


def write_power_supply(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a power supply or standby power supply of an engine."""
    out.add(
        "power_supply", item.line, storage_array=owner,
        power_supply=f"{item.place.engine}/{item.place.name}" if item.place.engine else item.place.name,
        engine=item.place.engine, supply_type="sps" if item.place.type == "standby-power-supply" else "psu",
        operational_status=item.state("operational-status", "status"),
    )  # fmt: skip


def write_component(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a fan or management module of an engine."""
    out.add(
        "component", item.line, storage_array=owner, cluster=item.place.cluster,
        component_type="fan" if item.place.parent == "fans" else "management-module",
        component=f"{item.place.engine}/{item.place.name}",
        operational_status=item.state("operational-status", "status"), health_state=item.state("health-state"),
    )  # fmt: skip


def write_witness_component(item: VplexObject, out: Writer, owner: str) -> None:
    """Write the state that the witness reports for a cluster or for its server."""
    for setting in ("admin-state", "operational-state", "mgmt-connectivity", "management-connectivity"):
        if (state := item.state(setting)) is not None:
            scope, name = f"cluster-witness/{item.place.name}", setting.replace("mgmt", "management")
            add_setting(out, item.at(setting), owner, scope, name, state)
    contact = item.state("operational-state")
    management = item.state("mgmt-connectivity", "management-connectivity")
    # The server reports its contact with both clusters; a cluster without its management path cannot reach it.
    seen = contact == "clusters-in-contact" if item.place.name == "server" else False
    connected = False if management == "failed" else (True if seen else None)
    if connected is not None:
        out.add("witness", item.line, storage_array=owner, configured=True, connected=connected)


def write_witness(item: VplexObject, out: Writer, owner: str) -> None:
    """Write the state of the cluster witness context."""
    state = item.state("admin-state")
    if state is not None:
        add_setting(out, item.at("admin-state"), owner, "cluster-witness", "admin-state", state)
    out.add(
        "witness", item.line, storage_array=owner, configured=True if state is not None else None,
        enabled=None if state is None else {"enabled": True, "disabled": False}.get(state),
    )  # fmt: skip


# Attributes of inter-director link contexts that describe the link configuration.
_LINK_SETTINGS = (
    "mtu", "enabled", "option-set", "socket-buf-size", "connection-open-timeout", "keepalive-timeout", "keepalive-time",
    "max-packet-size", "member-ports",
)  # fmt: skip


def write_link(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a port group, subnet or option set of inter-director links."""
    place = item.place
    enabled = item.state("enabled")
    if place.type == "port-group" and place.parent == "wan-com":
        name = place.name or ""
        link_type = "ip" if name.startswith("ip-") else ("fc" if name.startswith("fc-") else None)
        out.add("wan_link", item.line, storage_array=owner, wan_link=name, link_type=link_type, management_vpn=False)
    for setting in _LINK_SETTINGS:
        printed = enabled if setting == "enabled" else item.text(setting)
        if printed is not None:
            size = normalise.size_bytes(printed) if setting == "socket-buf-size" else None
            scope = f"{place.cluster} {place.parent} {place.name}"
            add_setting(out, item.at(setting), owner, scope, setting, printed if size is None else str(size))


def write_rule_set(item: VplexObject, out: Writer, owner: str) -> None:
    """Write the distributed devices that use a rule set for the loss of the other cluster."""
    for device in item.items("used-by", "usedby"):
        out.add(
            "vplex_device", item.at("used-by", "usedby"), storage_array=owner, cluster="", vplex_device=device,
            distributed=True, rule_set=item.place.name,
        )  # fmt: skip
