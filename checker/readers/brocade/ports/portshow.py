r"""``portshow``: one port in detail, with the attached devices and its error counters.

Synthetic sample, shortened::

    portIndex:   5
    portName: esx05_p0
    portDisableReason: None
    portFlags: 0x24b03       PRESENT ACTIVE F_PORT G_PORT U_PORT LOGICAL_ONLINE LOGIN
    portState: 1    Online
    portId:    070500
    portWwn:   20:05:00:05:33:aa:00:07
    portWwn of device(s) connected:
            10:00:00:90:fa:00:00:05
    Distance:  normal
    portSpeed: N8Gbps
    Interrupts:        0          Link_failure: 2          Frjt:         0

``portWwn`` is the WWN of the switch port. The port is named as in the command (``portshow 2/5``) or in its default name
``slot2 port5``, otherwise by index.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.numbers import decimal, whole

_BEGIN = re.compile(r"\s*portIndex:\s*(\d{1,4})\s*\Z")
_BEGIN_ANYWHERE = re.compile(r"^[ \t]*portIndex:[ \t]*\d{1,4}[ \t]*$", re.MULTILINE)
_OTHER_ANYWHERE = r"^[ \t]*port(?:Flags|CFlags|State|Wwn|Phys|Id):"
_KEY = re.compile(r"\s*([A-Za-z0-9][\w ()]{1,40}?):\s*(.*)")
_COMMAND = re.compile(r"\bportshow\s+(?:-\w+\s+)*(\d{1,3}/\d{1,4}|\d{1,4})'?\s*(?:\||\Z)", re.IGNORECASE)
_SLOT_NAME = re.compile(r"slot\s*(\d{1,3})\s+port\s*(\d{1,4})\Z", re.IGNORECASE)
_TYPE_FLAG = re.compile(r"\b([A-Z]{1,3})_PORT\b")
_CONNECTED = re.compile(r"\s*portWwn of device\(s\) connected:\s*(.*)")
_COUNTER = re.compile(r"\b([A-Za-z0-9_]{2,20}):\s+(\d{1,15})(?=\s|\Z)")
_SPEED = re.compile(r"(N?)(\d{1,3})\s*G", re.IGNORECASE)
_DESIRED = re.compile(r"desired\s*=\s*(\d{1,5})\s*km", re.IGNORECASE)
_TRANSITIONS = "state transition count"
_COUNTERS = {
    "link_failure": "link_failure", "loss_of_sync": "loss_sync", "loss_of_sig": "loss_signal", "invalid_crc": "crc_err",
    "invalid_word": "invalid_words", "protocol_err": "protocol_err", "frjt": "frjt", "fbsy": "fbsy",
    "lr_in": "link_reset_in", "lr_out": "link_reset_out", "ols_in": "offline_sequence_in",
    "ols_out": "offline_sequence_out",
}  # fmt: skip
_OTHER_COUNTERS = frozenset({
    "interrupts", "unknown", "lli", "proc_rqrd", "timed_out", "rx_flushed", "tx_unavail", "free_buffer", "overrun",
    "suspended", "parity_err", "2_parity_err", "cmi_bus_err", "delim_err", "address_err",
})  # fmt: skip
# Port types, most specific flag first: a port that is up as E or F also has G_PORT and U_PORT set.
_TYPE_ORDER = ("E", "EX", "VE", "F", "FL", "N", "D", "L", "G", "U")


@dataclass
class _Port:
    index: int
    line: int
    facts: dict[str, Value] = field(default_factory=dict)
    devices: list[tuple[int, str]] = field(default_factory=list)
    counters: list[tuple[int, str, int]] = field(default_factory=list)
    name: str = ""
    listing_devices: bool = False


def _read(capture: Capture, out: Writer) -> None:
    port: _Port | None = None
    found = _COMMAND.search(capture.command or "")
    requested = found.group(1) if found else None
    count = 0
    for number, line in printed(capture):
        begin = _BEGIN.match(line)
        if begin:
            if port is not None:
                _write(port, requested if count == 1 and "/" in (requested or "") else None, capture, out)
            port, count = _Port(whole(begin.group(1)), number), count + 1
        elif port is None or len(line) > 1000 or not _line(port, number, line, out):
            if not fos.is_noise(line):
                out.unread(number)
            elif fos.is_prompt(line):
                echoed = _COMMAND.search(line)
                requested = echoed.group(1) if echoed and port is None else requested
    if port is not None:
        _write(port, requested if count == 1 else None, capture, out)
        if "port_state" not in port.facts:
            out.ends_inside_record = True
            out.note(port.line, f"truncated: port {port.index} ends before its state")


def _line(port: _Port, number: int, line: str, out: Writer) -> bool:
    """Read one line below ``portIndex:``; FALSE if it is unknown."""
    connected = _CONNECTED.match(line)
    if connected:
        port.listing_devices = True
        if connected.group(1):
            port.devices.append((number, connected.group(1).strip()))
        return True
    if port.listing_devices and (fos.looks_like_wwn(line.strip()) or line.strip().lower() == "none"):
        port.devices.append((number, line.strip()))
        return True
    port.listing_devices = False
    counters = _COUNTER.findall(line)
    if counters and any(name.lower() in _COUNTERS or name.lower() in _OTHER_COUNTERS for name, _ in counters):
        for name, value in counters:
            if name.lower() in _COUNTERS:
                port.counters.append((number, _COUNTERS[name.lower()], whole(value)))
        return True
    key = _KEY.match(line)
    return key is not None and _fact(port, number, key.group(1).lower(), key.group(2).strip(), out)


def _fact(port: _Port, number: int, key: str, value: str, out: Writer) -> bool:
    facts = port.facts
    if key == "portname":
        port.name = value
        facts["description"] = value or None
    elif key == "portdisablereason":
        facts["state_reason"] = None if value.lower() in ("none", "") else value
        facts["persistently_disabled"] = True if "persistent" in value.lower() else None
    elif key == "portflags":
        kinds = set(_TYPE_FLAG.findall(value))
        facts["port_type"] = next((kind for kind in _TYPE_ORDER if kind in kinds), None)
    elif key == "portstate":
        words = value.split()
        facts["port_state"] = words[-1].lower() if words else None
    elif key == "portid":
        facts["fcid"] = normalise.fcid(value)
    elif key == "portwwn":
        facts["port_wwn"] = out.wwn(value, number, "switch_port", "port_wwn")
    elif key == "distance":
        facts.update(_distance(value))
    elif key == "fec":
        facts["fec"] = {"active": True, "inactive": False}.get(value.lower())
    elif key == "portspeed":
        facts["speed"] = value
    elif key == _TRANSITIONS:
        count = normalise.integer(value)
        if count is not None:
            port.counters.append((number, "state_transitions", count))
    return True


def _distance(value: str) -> dict[str, Value]:
    """Return ``normal``, ``static (desired = 50 Km)`` or ``dynamic (…)`` as the modes of portcfgshow."""
    word = value.split(None, 1)[0].lower() if value else ""
    desired = _DESIRED.search(value)
    mode = {"normal": "L0", "static": "LS", "dynamic": "LD"}.get(word, value or None)
    return {"long_distance": mode, "distance_km": decimal(desired.group(1)) if desired else None}


def _write(port: _Port, requested: str | None, capture: Capture, out: Writer) -> None:
    owner = capture.owner
    default_name = _SLOT_NAME.match(port.name)
    name = requested or ("/".join(default_name.groups()) if default_name else str(port.index))
    facts = port.facts
    speed = _SPEED.match(str(facts.pop("speed", "")))
    online = facts.get("port_state") == "online"
    devices = [(line, out.wwn(text, line, "login", "wwpn", f"{owner} port {name}")) for line, text in port.devices]
    known = [wwpn for _, wwpn in devices if wwpn]
    out.add(
        "switch_port", port.line, switch=owner, port=name, port_index=port.index,
        slot=name.split("/")[0] if "/" in name else None,
        speed_gbps=decimal(speed.group(2)) if speed and online else None,
        speed_mode=("auto" if speed.group(1) else "fixed") if speed else None,
        attached_wwn=known[0] if len(known) == 1 else None, **facts,
    )  # fmt: skip
    # Not marked local: local logins imply a complete list, and this may be the only port shown.
    for line, wwpn in devices:
        if wwpn and facts.get("port_type") in ("F", "FL", None):
            out.add("login", line, switch=owner, vsan="", wwpn=wwpn, port=name, port_index=port.index)
    for line, counter, value in port.counters:
        out.add(
            "counter_sample", line, switch=owner, port=name, port_index=port.index, counter=counter, value=value,
            rounded=False, captured_at=capture.captured_at,
        )  # fmt: skip


READERS = (
    fos.reader(
        "portshow",
        fos.head_contains(_BEGIN_ANYWHERE, 95, "portIndex: with portFlags: or portState:", also=_OTHER_ANYWHERE), _read,
        columns(
            switch_port="switch port port_index slot fcid port_state state_reason port_type speed_gbps speed_mode"
            " port_wwn attached_wwn description long_distance distance_km fec persistently_disabled",
            login="switch vsan wwpn port port_index",
            counter_sample="switch port port_index counter value rounded captured_at",
        ),
        needles=("portIndex:",), begins=r"^[ \t]*portIndex:[ \t]*\d{1,4}[ \t]*+$",
    ),
)  # fmt: skip
