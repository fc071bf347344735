"""Switches in FOS REST responses: the switch itself, members of its fabric, logical switches and trunk links."""

from __future__ import annotations

from checker.facts.observations import Value, Writer
from checker.readers.brocade.rest.documents import Record

_AG_MODES = {0: "native", 1: "native", 3: "access gateway"}
_STATES = {2: "online", 3: "offline", 7: "testing"}


def write_switch(record: Record, out: Writer, owner: str) -> None:
    """Write a switch; one without a name is the owner of the capture."""
    name = record.text("user-friendly-name") or owner
    mode, status, principal = record.integer("ag-mode"), record.integer("operational-status"), record.flag("principal")
    addresses = record.texts("ip-address", "ip-address")
    fabric_id = record.integer("vf-id")
    facts: dict[str, Value] = {
        "switch_wwn": out.wwn(record.text("name"), record.line, "switch", "switch_wwn", name),
        "model": record.text("model"),
        "firmware_version": record.text("firmware-version"),
        "domain_id": record.text("domain-id"),
        "switch_state": _STATES.get(status) if status is not None else None,
        "switch_role": None if principal is None else ("principal" if principal else "subordinate"),
        "switch_mode": _AG_MODES.get(mode) if mode is not None else None,
        "fabric_id": str(fabric_id) if fabric_id is not None and fabric_id > 0 else None,
        "ip_address": addresses[0][0] if addresses else None,
    }
    out.add("switch", record.line, switch=name, vendor="brocade", **facts)
    label = record.text("fabric-user-friendly-name")
    if label:
        out.add("fabric_setting", record.line, switch=name, vsan="", setting="fabric name", value=label)


def write_member(record: Record, out: Writer, owner: str) -> None:
    """Write a member of the fabric as the queried switch lists it."""
    name = record.text("switch-user-friendly-name")
    out.add(
        "fabric_member", record.line, switch=owner, vsan="",
        member_wwn=out.wwn(record.text("name"), record.line, "fabric_member", "member_wwn", name or owner),
        member_domain=record.text("domain-id"), member_name=name, principal=record.flag("principal", "is-principal"),
    )  # fmt: skip


def write_logical_switch(record: Record, out: Writer, name: str | None) -> None:
    """Write a logical switch; one with an unknown name is skipped with a note."""
    fabric_id = record.text("fabric-id")
    if name is None:
        out.note(record.line, f"skipped logical switch {fabric_id}: its name is not in this file")
        return
    wwn = out.wwn(record.text("switch-wwn"), record.line, "switch", "switch_wwn", name)
    out.add("switch", record.line, switch=name, vendor="brocade", switch_wwn=wwn, fabric_id=fabric_id)
    ficon = record.flag("ficon-mode-enabled")
    if ficon is not None:
        out.add("vsan", record.line, switch=name, vsan="", ficon=ficon)


def write_trunk(record: Record, out: Writer, owner: str) -> None:
    """Write one link of ``brocade-fibrechannel-trunk/trunk``; its ports are identified by index."""
    index = record.integer("source-port")
    if index is None:
        out.note(record.line, "skipped a trunk link without a port")
        return
    wwn = out.wwn(record.text("neighbor-wwn"), record.line, "trunk_member", "peer_wwn", owner)
    group = record.text("group")
    out.add(
        "trunk_member", record.line, switch=owner, port=str(index), port_index=index,
        trunk=f"group {group}" if group else None, peer_wwn=wwn, peer_port=record.text("destination-port"),
        deskew=record.integer("deskew"), is_master=record.flag("master"),
    )  # fmt: skip
