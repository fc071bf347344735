"""The lists of ``sanlint ports``: switches with their free ports, switch ports, storage ports with their fan-out, versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.facts.port_place import port_place
from checker.report.lists.base import (
    NONE,
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
    span,
    wwns,
)
from checker.report.lists.versions import version_lists

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Report

VIEWS = ("switch_capacity", "port_use", "storage_port_use", "version_use")
"""The views whose rows the lists show."""
_WITHOUT_LINK = ("no signal", "empty", "disabled", "no licence")


def port_lists(rows: Mapping[str, Sequence[Row]], report: Report, rules: Mapping[str, str]) -> tuple[Listing, ...]:
    """Return the lists.

    Args:
        rows: the rows of ``VIEWS``.
        report: the result of the rules about versions.
        rules: the names of these rules by id.
    """
    ports = sorted(rows["port_use"], key=lambda row: (in_order(row["switch"]), in_order(row["port"])))
    storage = sorted(rows["storage_port_use"], key=lambda row: (row["storage_array"] is None, in_order(row["target"])))
    switches = sorted(rows["switch_capacity"], key=lambda row: in_order(row["switch"]))
    return (
        Listing("ports", "Switch ports", _PORTS_NOTE, _PORTS, ports, grouped=True),
        Listing("storage", "Storage ports", _STORAGE_NOTE, _STORAGE, storage, grouped=True),
        Listing("switches", "Switches", _SWITCHES_NOTE, _SWITCHES, switches),
        *version_lists(rows["version_use"], report, rules),
    )


def attached(row: Row) -> str:
    """Return what is attached to a switch port; ``unknown`` if the port may have a link and no export names its other end."""
    if row["attached"]:
        return ", ".join(row["attached"])
    return NOT_APPLICABLE if row["use"] in _WITHOUT_LINK else UNKNOWN


def _state(row: Row) -> Cell:
    return known(row["state"] if row["use"] == "not online" else row["use"])


def _speed(row: Row) -> Cell:
    return known(row["speed_gbps"]) if row["use"] in ("online", None) else NOT_APPLICABLE


def _zones(row: Row) -> str:
    if row["attached_kind"] == "switch" or not row["attached_wwpns"]:
        return UNKNOWN if attached(row) == UNKNOWN else NOT_APPLICABLE
    return names(row["zones"])


def _licence(row: Row) -> str:
    return UNKNOWN if row["is_licensed"] is None else "assigned" if row["is_licensed"] else NONE


def _storage_port(row: Row) -> str:
    """Return the name of the port in its array; without one, its world wide name, or the alias of a port of no known array."""
    unnamed = str(row["target"]) if row["storage_array"] is None else wwns([row["target_wwpn"]])
    return port_place(row["director"], row["port"]) or unnamed


def _fan_in(row: Row) -> Cell:
    return NOT_APPLICABLE if row["initiators"]["hi"] == 0 else known(row["fan_in"])


_PORTS_NOTE = (
    "No signal: a transceiver without light; empty: no transceiver. Where several machines claim a port, all are named."
)
_PORTS = (
    Column("switch", "Switch", lambda row: str(row["switch"])),
    Column("port", "Port", lambda row: str(row["port"])),
    Column("state", "State", _state),
    Column("printed_state", "State as printed", lambda row: known(row["state"]), wide=True),
    Column("speed_gbps", "Gbit/s", _speed),
    Column("max_speed_gbps", "Fastest Gbit/s", lambda row: known(row["max_speed_gbps"]), wide=True),
    Column("type", "Type", lambda row: row["port_type"] or (UNKNOWN if _speed(row) != NOT_APPLICABLE else NOT_APPLICABLE)),
    Column("fabric", "Fabric", lambda row: known(row["fabric"]), wide=True),
    Column("attached", "Attached", attached),
    Column("attached_wwpns", "WWPN", lambda row: wwns(row["attached_wwpns"]) or NOT_APPLICABLE, wide=True),
    Column("zones", "Zones", _zones),
    Column("licensed", "Licence", _licence, wide=True),
    Column("description", "Description", lambda row: row["description"] or NONE, wide=True),
)  # fmt: skip

_STORAGE_NOTE = (
    "Fan-out: initiators and hosts that active zones or paths connect to the port; fan-in: the speed of these initiators "
    "over that of the port."
)
_STORAGE = (
    Column("storage_array", "Array", lambda row: known(row["storage_array"])),
    Column("port", "Port", _storage_port),
    Column("target_wwpn", "WWPN", lambda row: wwns([row["target_wwpn"]]), wide=True),
    Column("state", "State", lambda row: known(row["port_state"]), wide=True),
    Column("speed_gbps", "Gbit/s", lambda row: known(row["speed_gbps"])),
    Column("switch_port", "Switch port", lambda row: other_end(row["switch_ports"])),
    Column("fabrics", "Fabric", lambda row: other_end(row["fabrics"]), wide=True),
    Column("initiators", "Initiators", lambda row: span(row["initiators"])),
    Column("hosts", "Hosts", lambda row: span(row["hosts"])),
    Column("fan_in", "Fan-in", _fan_in),
    Column("zones", "Zones", lambda row: names(row["zones"]), wide=True),
)

_SWITCHES_NOTE = (
    "Free: at least the ports without a transceiver; at most also those without light and those of unknown state."
)
_SWITCHES = (
    Column("switch", "Switch", lambda row: str(row["switch"])),
    Column("vendor", "Vendor", lambda row: known(row["vendor"]), wide=True),
    Column("model", "Model", lambda row: known(row["model"])),
    Column("firmware", "Firmware", lambda row: known(row["firmware_version"])),
    Column("fabrics", "Fabrics", lambda row: names(row["fabrics"] or None), wide=True),
    Column("ports", "Ports listed", lambda row: known(row["ports"])),
    Column("port_count", "Ports", lambda row: known(row["port_count"]), wide=True),
    Column("online", "Online", lambda row: span(row["online"])),
    Column("free", "Free", lambda row: span(row["free_ports"])),
    Column("no_signal", "No signal", lambda row: span(row["no_signal"]), wide=True),
    Column("empty", "Empty", lambda row: span(row["empty"]), wide=True),
    Column("disabled", "Disabled", lambda row: span(row["disabled"])),
    Column("no_licence", "No licence", lambda row: span(row["unlicensed"]), wide=True),
    Column("port_licences", "Licences", lambda row: known(row["port_licences"])),
    Column("free_port_licences", "Free licences", lambda row: known(row["free_port_licences"])),
    Column("other", "Other", lambda row: span(row["other"]), wide=True),
    Column("unknown", "Unknown", lambda row: known(row["unknown"])),
)
