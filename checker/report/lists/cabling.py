"""The lists of ``sanlint cabling``: host ports and the storage ports at their other ends, inter-switch links, unknown ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.report.lists.base import (
    NOT_APPLICABLE,
    UNKNOWN,
    Cell,
    Column,
    Listing,
    Row,
    in_order,
    known,
    names,
    other_end,
    wwns,
)
from checker.report.lists.ports import attached

VIEWS = ("cable", "port_use", "storage_port_use")
"""The views whose rows the lists show."""
LINK = ("switch", "port", "attached", "use", "speed_gbps", "port_type", "fabric")
"""The columns of a switch port that describe a link."""
_NO_TARGET = {
    "not zoned": "none: the port is in no active zone",
    "no target in its zones": "none: no target port in its zones",
}


def cabling_lists(rows: Mapping[str, Sequence[Row]]) -> tuple[Listing, ...]:
    """Return the lists from the rows of ``VIEWS``."""
    cables = sorted(
        rows["cable"],
        key=lambda row: (
            not row["owners"], not (row["owners"] or row["registered"]), [] if row["owners"] else row["registered"], in_order(row["initiator"]), in_order(row["target"]),
        ),
    )  # fmt: skip
    ends = sorted(_unknown_ends(rows), key=lambda row: (str(row["kind"]), in_order(str(row["port"]))))
    return (
        Listing("connections", "Initiators and target ports", _CONNECTIONS_NOTE, _CONNECTIONS, cables, grouped=True),
        Listing("links", "Inter-switch links", _LINKS_NOTE, _LINKS, list(_links(rows["port_use"]))),
        Listing("unknown-ends", "Ports with unknown other end", _ENDS_NOTE, _ENDS, ends),
    )


def _links(ports: Sequence[Row]) -> Iterator[Row]:
    """Yield each link between switches once, from the end that is first in order."""
    seen: set[tuple[str, str]] = set()
    for row in sorted(ports, key=lambda row: (in_order(row["switch"]), in_order(row["port"]))):
        if row["attached_kind"] != "switch" or not row["is_physical"]:
            continue
        here, there = f"{row['switch']} {row['port']}", attached(row)
        if (there, here) in seen:
            continue
        seen.add((here, there))
        yield {name: row[name] for name in LINK}


def _unknown_ends(rows: Mapping[str, Sequence[Row]]) -> Iterator[Row]:
    """Yield the ports that have or may have a link whose other end no export names."""
    for row in rows["port_use"]:
        if attached(row) == UNKNOWN:
            state = row["state"] or "state unknown"
            yield {"kind": "switch port", "port": f"{row['switch']} {row['port']}", "wwpn": None, "state": state}
    logged_in = "no switch port is known"
    seen: set[str] = set()
    for row in rows["cable"]:
        if not row["initiator_switch_ports"] and row["initiator_wwpn"] not in seen:
            seen.add(row["initiator_wwpn"])
            yield {"kind": "initiator", "port": row["initiator"], "wwpn": row["initiator_wwpn"], "state": logged_in}
    for row in rows["storage_port_use"]:
        if not row["switch_ports"] and row["target_wwpn"] not in seen:
            yield {"kind": "target port", "port": row["target"], "wwpn": row["target_wwpn"], "state": logged_in}


def _owner(row: Row) -> str:
    """Return the machines that claim the initiator, else the hosts for which arrays registered it."""
    registered = " or ".join(row["registered"])
    return " or ".join(row["owners"]) or (f"{registered} (as registered on arrays)" if registered else UNKNOWN)


def _port(row: Row) -> str:
    """Return the initiator without the name of its machine, which is the heading."""
    shown = str(row["initiator"])
    return shown.removeprefix(f"{row['owners'][0]} ") if len(row["owners"]) == 1 else shown


def _target(row: Row) -> str:
    if row["target_wwpn"] is None:
        return _NO_TARGET.get(row["connection"] or "", UNKNOWN)
    return str(row["target"] or wwns([row["target_wwpn"]]))


def _of_target(row: Row, value: Cell) -> Cell:
    return value if row["target_wwpn"] is not None else NOT_APPLICABLE


_CONNECTIONS_NOTE = (
    "One row for each target port that an active zone or a path connects an initiator to. Where several machines claim a "
    "port, or a port is logged in at several places, all are named. The owner of a port without an export of its host is the "
    "host under whose name arrays registered it."
)
_CONNECTIONS = (
    Column("owner", "Owner", _owner),
    Column("initiator", "Port", _port, once=True),
    Column("initiator_wwpn", "WWPN", lambda row: wwns([row["initiator_wwpn"]]), wide=True),
    Column("initiator_gbps", "Gbit/s", lambda row: known(row["initiator_gbps"]), once=True),
    Column("initiator_switch_port", "Switch port", lambda row: other_end(row["initiator_switch_ports"]), once=True),
    Column("fabrics", "Fabric", lambda row: other_end(row["fabrics"]), wide=True),
    Column("zones", "Zones", lambda row: names(row["zones"])),
    Column(
        "target_switch_port",
        "Switch port",
        lambda row: _of_target(row, other_end(row["target_switch_ports"])),
    ),
    Column("target", "Storage port", _target),
    Column("target_wwpn", "WWPN", lambda row: wwns([row["target_wwpn"] or ""]) or NOT_APPLICABLE, wide=True),
    Column("target_gbps", "Gbit/s", lambda row: _of_target(row, known(row["target_gbps"]))),
    Column("connection", "By", lambda row: known(row["connection"]), wide=True),
    Column("paths", "Paths", lambda row: _of_target(row, known(row["paths"])), wide=True),
)

_LINKS_NOTE = "Each link once, also if both switches list it."
_LINKS = (
    Column("switch", "Switch", lambda row: str(row["switch"])),
    Column("port", "Port", lambda row: str(row["port"])),
    Column("peer", "Other end", attached),
    Column("state", "State", lambda row: known(row["use"])),
    Column("speed_gbps", "Gbit/s", lambda row: known(row["speed_gbps"])),
    Column("type", "Type", lambda row: known(row["port_type"])),
    Column("fabric", "Fabric", lambda row: known(row["fabric"])),
)

_ENDS_NOTE = (
    "Ports that have or may have a link whose other end no export names: add the login tables (nsshow, show flogi database) "
    "of the switches and the port lists of hosts and arrays."
)
_ENDS = (
    Column("kind", "Kind", lambda row: str(row["kind"])),
    Column("port", "Port", lambda row: str(row["port"])),
    Column("wwpn", "WWPN", lambda row: wwns([row["wwpn"]]) if row["wwpn"] else NOT_APPLICABLE),
    Column("state", "State", lambda row: str(row["state"])),
)
