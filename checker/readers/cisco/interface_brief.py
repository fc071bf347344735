"""``show interface brief``: one line a port; only Fibre Channel, virtual FC and SAN port-channel sections are read.

A made-up sample::

    -------------------------------------------------------------------------------
    Interface  Vsan   Admin  Admin   Status          SFP    Oper  Oper   Port
                      Mode   Trunk                          Mode  Speed  Channel
                             Mode                                 (Gbps)
    -------------------------------------------------------------------------------
    fc1/1      10     auto   on      up               swl    F       8    --
    fc1/2      10     auto   on      notConnected     swl    --           --

Newer releases add a column "Logical Type". The speed of a port that is down may be blank instead of ``--``.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.cisco.nxos_text import is_noise, opening, port_name, speed_of, state_switch, vsan_number

_HEADER = re.compile(r"Interface\s+Vsan\s+Admin\s+(?:Admin\s+)?(?:Trunk\s+)?Status\b", re.IGNORECASE)
_FC_HEADER = re.compile(r"Interface\s+Vsan\s+Admin\s+Admin\s+Status\b", re.IGNORECASE)
_HEADER_TAIL = re.compile(
    r"(?:Mode|Trunk|\(Gbps\)|Address|IP|Speed|Oper|Type)(?:\s+(?:Mode|Trunk|Speed|Channel|Type|\(Gbps\)|Address|IP))*\Z"
)
_ANY_HEADER = re.compile(
    r"(?:Interface|Ethernet|Port|Port-channel|Vlan)\b.*\b(?:Status|VLAN|VRF|Type|State)\b", re.IGNORECASE
)
_BUNDLE = re.compile(r"\A((?:san-)?port-channel) (\d+)\b", re.IGNORECASE)
_COLUMNS = (
    "switch", "port", "port_vsan", "port_state", "state_reason", "media", "sfp_present", "port_type", "speed_gbps",
    "port_channel",
)  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    _, first = opening(capture.head)
    if _HEADER.match(first):
        return Detection(94, "header Interface Vsan Admin Status")
    return None


def _read(capture: Capture, out: Writer) -> None:
    lines: list[int] = []
    rows: list[dict[str, Value]] = []
    logical = in_fc = known_section = False
    for number, raw in capture.lines():
        stripped = raw.strip()
        if _HEADER.match(stripped):
            logical = bool(re.search(r"Logical", stripped))
            in_fc, known_section = bool(_FC_HEADER.match(stripped)), True
            if not rows:
                state_switch(out, capture, number)
            continue
        words = _BUNDLE.sub(r"\1\2", stripped).split()
        port = port_name(words[0]) if words else None
        if known_section and port and len(words) >= 5 and (words[1].isdecimal() or words[1] == "--"):
            row = _fc_row(words, logical) if in_fc and "port-channel" not in port else _channel_row(words)
            lines.append(number)
            rows.append({"port": port, **row})
        elif is_noise(stripped) or _HEADER_TAIL.match(stripped):
            continue
        elif _ANY_HEADER.match(stripped):
            known_section = False  # Ethernet, management … ports follow
        elif known_section:
            out.unread(number)
    columns: dict[str, list[Value]] = {name: [row.get(name) for row in rows] for name in _COLUMNS}
    columns["switch"] = [capture.owner] * len(rows)
    out.extend("switch_port", lines, columns)


def _fc_row(words: list[str], logical: bool) -> dict[str, Value]:
    row = _state(words[4])
    row["port_vsan"] = vsan_number(words[1]) if words[1].isdecimal() else None
    if len(words) < 8:
        return row
    media, mode, tail = words[5], words[6], words[7:]
    if logical:
        tail = tail[:-1]
    if media not in ("--", "absent"):
        row["media"], row["sfp_present"] = media, True
    row["port_type"] = mode if mode != "--" else None
    channel = tail[-1] if tail else "--"
    row["speed_gbps"] = speed_of(tail[0]) if len(tail) > 1 else None
    row["port_channel"] = f"port-channel{channel}" if channel.isdecimal() else port_name(channel)
    return row


def _channel_row(words: list[str]) -> dict[str, Value]:
    row = _state(words[3])
    row["port_vsan"] = vsan_number(words[1]) if words[1].isdecimal() else None
    row["port_type"] = words[4] if words[4] != "--" else None
    row["speed_gbps"] = speed_of(words[5]) if len(words) > 5 else None
    return row


def _state(status: str) -> dict[str, Value]:
    if status in ("up", "trunking"):
        return {"port_state": "up"}
    facts: dict[str, Value] = {"port_state": "down", "state_reason": None if status == "down" else status}
    if status.lower() == "sfpabsent":
        facts["sfp_present"] = False
    return facts


READERS = (
    Reader(
        name="nxos-show-interface-brief",
        platform="cisco-mds",
        command="show interface brief",
        provides={"switch_port": _COLUMNS, "switch": ("switch", "vendor")},
        detect=_detect,
        read=_read,
        begins=r"^Interface\s+Vsan\s+Admin\s+Admin\s+Status\b",
        verified=False,
        trust=50,
    ),
)
