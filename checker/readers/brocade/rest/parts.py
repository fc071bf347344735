"""Chassis, parts and health from FOS REST: ``brocade-chassis``, ``brocade-fru`` and ``brocade-maps``."""

from __future__ import annotations

from collections.abc import Callable

from checker.facts.observations import Writer
from checker.readers.brocade.rest.documents import Record

MAPS_RESOURCES = ("switch-status-policy-report", "maps-policy", "dashboard-rule")
RESOURCES = ("chassis", "power-supply", "fan", "blade", *MAPS_RESOURCES)
_PARTS = {
    "power-supply": ("Power Supply #", "unit-number", "operational-state"),
    "fan": ("Fan ", "unit-number", "operational-state"),
    "blade": ("slot ", "slot-number", "blade-state"),
}
_HEALTHS = {"healthy": "HEALTHY", "marginal": "MARGINAL", "down": "DOWN", "critical": "CRITICAL", "unknown": "UNKNOWN"}


def _setting(record: Record, out: Writer, switch: str, setting: str, value: str, leaf: str = "") -> None:
    line = record.lines.get(leaf, record.line)
    out.add("fabric_setting", line, switch=switch, vsan="", setting=setting, value=value)


def _report(record: Record, out: Writer, switch: str) -> None:
    """Write a ``switch-status-policy-report`` as the same settings as ``switchstatusshow``."""
    for leaf in record.leaves:
        state = record.text(leaf)
        if leaf == "switch-health":
            if state is not None and state.lower() in _HEALTHS:
                _setting(record, out, switch, "health", _HEALTHS[state.lower()], leaf)
        elif leaf.endswith("-health") and state is not None:
            name = leaf.removesuffix("-health").replace("-", " ")
            _setting(record, out, switch, f"state of {name} monitor", state.lower(), leaf)


def _policy(record: Record, out: Writer, switch: str) -> None:
    name = record.text("name")
    if name is not None and record.flag("is-active-policy"):
        _setting(record, out, switch, "MAPS policy", name)


def _broken_rule(record: Record, out: Writer, switch: str) -> None:
    """Write a violation of a MAPS rule; the most recent violation of each rule comes first."""
    name = record.text("name")
    if name is None:
        return
    objects = [text for text, _ in record.texts("objects", "object")]
    _setting(
        record,
        out,
        switch,
        f"MAPS rule broken: {name}",
        " ".join([record.text("time-stamp") or "", *objects[:1]]).strip(),
    )


_MONITORED: dict[str, Callable[[Record, Writer, str], None]] = {
    "switch-status-policy-report": _report,
    "maps-policy": _policy,
    "dashboard-rule": _broken_rule,
}


def write_part(record: Record, out: Writer, switch: str) -> None:
    """Write the state of a part under its CLI name, or the serial number of the chassis."""
    if record.resource == "chassis":
        serial = record.text("serial-number")
        if serial is not None:
            out.add("switch", record.line, switch=switch, vendor="brocade", serial=serial)
        return
    if record.resource in MAPS_RESOURCES:
        _MONITORED[record.resource](record, out, switch)
        return
    word, leaf, state = _PARTS[record.resource]
    number, status = record.text(leaf), record.text(state)
    if number is not None and status is not None and status.lower() != "vacant":
        setting, value = f"state of {word}{number}", status.lower()
        out.add("fabric_setting", record.line, switch=switch, vsan="", setting=setting, value=value)
