"""``show vsan`` and ``show vsan membership``.

Synthetic samples::

    vsan 10 information
             name:PROD_A  state:active
             interoperability mode:default
             loadbalancing:src-id/dst-id/oxid
             operational state:up

    vsan 4079:evfp_isolated_vsan

    vsan 4094:isolated_vsan

    vsan 10 interfaces:
        fc1/1             fc1/2             port-channel5

Isolated VSANs are not fabrics: one takes the ports whose VSAN was deleted, the other is that of links with several fabrics,
and both forward nothing.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns

_START = re.compile(r"vsan (\d{1,4}) information\Z", re.IGNORECASE)
_SPECIAL = re.compile(r"vsan (\d{1,4})\s*:\s*(\S+)\Z", re.IGNORECASE)
_NAME = re.compile(r"name:(.*?)\s+state:(\w+)\Z", re.IGNORECASE)
_PAIR = re.compile(r"(interoperability mode|loadbalancing|load-balancing|operational state|name|state)\s*:(.*)\Z", re.I)
_MEMBERS = re.compile(r"vsan (\d{1,4})(?:\s*\([^)]*\))?\s+interfaces:(.*)\Z", re.IGNORECASE)
_BUNDLE = re.compile(r"port-channel (?=\d)", re.IGNORECASE)
_OTHER_PORT = re.compile(r"(?:mgmt|sup-fc|iscsi|cpp|fcpp|iport|svi|Eth(?:ernet)?)[\d/]*\Z", re.IGNORECASE)


def _read_vsan(capture: Capture, out: Writer) -> None:
    start, vsan = 0, ""
    facts: dict[str, Value] = {}
    settings: list[tuple[int, str, str, str]] = []

    def write() -> None:
        if vsan and start:
            out.add("vsan", start, switch=capture.owner, vsan=vsan, **facts)

    for number, stripped in nxos.stripped_lines(capture):
        heading, special = _START.match(stripped), _SPECIAL.match(stripped)
        if heading or special:
            write()
            nxos.state_switch_once(out, capture, number)
            start, facts = number, {}
            vsan = nxos.vsan_number((heading or special or [""])[1])
            if special:
                facts["vsan_name"] = special.group(2)
                vsan = "" if special.group(2).lower().endswith("isolated_vsan") else vsan
        elif vsan and _take(facts, stripped):
            if stripped.lower().startswith("operational state"):
                settings.append((number, vsan, "operational state", stripped.partition(":")[2].strip()))
        elif not nxos.is_noise(stripped):
            out.unread(number)
    write()
    for number, of_vsan, setting, value in settings:
        nxos.add_setting(out, number, capture.owner, of_vsan, setting, value)
    if vsan and facts and "vsan_state" in facts and "interop_mode" not in facts:
        out.ends_inside_record = True
        out.note(start, f"truncated inside VSAN {vsan}")


def _take(facts: dict[str, Value], line: str) -> bool:
    both = _NAME.match(line)
    if both:
        facts["vsan_name"], facts["vsan_state"] = both.group(1).strip() or None, both.group(2).lower()
        return True
    pair = _PAIR.match(line)
    if not pair:
        return False
    key, value = pair.group(1).lower(), pair.group(2).strip()
    column = {
        "interoperability mode": "interop_mode", "name": "vsan_name", "state": "vsan_state",
        "loadbalancing": "load_balancing", "load-balancing": "load_balancing",
    }.get(key)  # fmt: skip
    if column and value:
        facts[column] = value.lower() if column != "vsan_name" else value
    return True


def _read_membership(capture: Capture, out: Writer) -> None:
    vsan = ""
    for number, stripped in nxos.stripped_lines(capture):
        heading = _MEMBERS.match(stripped)
        if heading:
            nxos.state_switch_once(out, capture, number)
            vsan = nxos.vsan_number(heading.group(1))
            stripped = heading.group(2).strip()
        names = _BUNDLE.sub("port-channel", stripped).split()
        ports = [port for port in map(nxos.port_name, names) if port]
        if vsan and ports:
            for port in ports:
                out.add("switch_port", number, switch=capture.owner, port=port, port_vsan=vsan)
        if any(nxos.port_name(name) is None and not _OTHER_PORT.match(name) for name in names) and not nxos.is_noise(
            stripped
        ):
            out.unread(number)


READERS = (
    nxos.reader(
        "show vsan", nxos.begins_with(_START, 95, "vsan n information"), _read_vsan,
        columns(vsan="switch vsan vsan_name vsan_state interop_mode load_balancing", fabric_setting=nxos.SETTING, switch=nxos.SWITCH),
        needles=("information",), begins=r"^vsan 1 information",
    ),
    nxos.reader(
        "show vsan membership", nxos.begins_with(_MEMBERS, 95, "vsan n interfaces:"), _read_membership,
        columns(switch_port="switch port port_vsan", switch=nxos.SWITCH), needles=("interfaces:",),
        begins=r"^vsan 1 interfaces:",
    ),
)  # fmt: skip
