"""``show interface brief``, one line per port: Fibre Channel, virtual FC, FCIP and SAN port-channel sections.

Synthetic sample::

    -------------------------------------------------------------------------------
    Interface  Vsan   Admin  Admin   Status          SFP    Oper  Oper   Port
                      Mode   Trunk                          Mode  Speed  Channel
                             Mode                                 (Gbps)
    -------------------------------------------------------------------------------
    fc1/1      10     auto   on      up               swl    F       8    --
    fc1/2      10     auto   on      notConnected     swl    --           --

Newer releases add a column "Logical Type". Virtual ports have "Bind Info" instead of the transceiver, FCIP ports the
profile, and port channels no admin mode. The speed of a port that is down may be blank instead of ``--``.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, word_list
from checker.readers.toolkit.numbers import whole

_HEADER = re.compile(r"Interface\s+Vsan\s+Admin\s+(?:Admin\s+)?(?:Trunk\s+)?Status\b(?P<rest>.*)", re.IGNORECASE)
_HEADER_LINE = re.compile(r"^[ \t]*Interface[ \t]+Vsan[ \t]+Admin[ \t]+(?:Admin[ \t]+)?Status\b", re.MULTILINE)
_FC_HEADER = re.compile(r"Interface\s+Vsan\s+Admin\s+Admin\s+Status\b", re.IGNORECASE)
_HEADER_TAIL = re.compile(
    r"(?:Mode|Trunk|\(Gbps\)|Address|IP|Info|Speed|Oper|Type|Channel)"
    r"(?:\s+(?:Mode|Trunk|Speed|Channel|Type|\(Gbps\)|Address|IP|Info))*\Z"
)
_ANY_HEADER = re.compile(
    r"(?:Interface|Ethernet|Port|Port-channel|Vlan)\b.*\b(?:Status|VLAN|VRF|Type|State)\b", re.IGNORECASE
)
_BUNDLE = re.compile(r"\A((?:san-)?port-channel) (\d+)\b", re.IGNORECASE)
_LAST_BUNDLE = re.compile(r"((?:san-)?port-channel) (\d+)\Z", re.IGNORECASE)
_OTHER = re.compile(r"(?:mgmt|sup-fc|Eth|Ethernet|Po|Vlan|Lo|loopback|iscsi|GigabitEthernet|IPStorage|Tunnel|nve)\d")
_COLUMNS = word_list("""
    switch port port_vsan port_state state_reason media sfp_present port_type speed_gbps port_channel
""")  # fmt: skip
_COMMAND = re.compile(r"sh(?:ow?)? int\w* br\w*", re.IGNORECASE)
_BARE_ROW = re.compile(
    r"(?:fc\d{1,2}/\d{1,3}|(?:san-)?port-channel ?\d{1,4}|vfc[\d/]{1,9})\s+(?:\d{1,4}|--)\s+\S+\s+\S+\s+\S"
)
_ABSENT = ("sfpabsent", "absent")


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _HEADER.match(first):
        return Detection(94, "header Interface Vsan Admin Status")
    if _ANY_HEADER.match(first) and _HEADER_LINE.search(capture.head):
        return Detection(90, "several tables of interfaces, one of them with Vsan and Status")
    if _COMMAND.match(capture.command or "") and _BARE_ROW.match(first):
        return Detection(75, "rows of show interface brief, without their header")
    return None


def _read(capture: Capture, out: Writer) -> None:
    lines: list[int] = []
    rows: list[dict[str, Value]] = []
    shape = ""
    bare = _COMMAND.match(capture.command or "") is not None and not _HEADER_LINE.search(capture.head)
    for number, stripped in nxos.stripped_lines(capture):
        header = _HEADER.match(stripped)
        if bare and _BARE_ROW.match(stripped):
            shape = _shape_of_row(stripped)
            if not rows:
                nxos.state_switch(out, capture, number)
        if header:
            shape = _shape(stripped, header.group("rest"))
            if not rows:
                nxos.state_switch(out, capture, number)
            continue
        words = _LAST_BUNDLE.sub(r"\1\2", _BUNDLE.sub(r"\1\2", stripped)).split()
        port = nxos.port_name(words[0]) if words else None
        if shape and port and len(words) >= 5 and (words[1].isdecimal() or words[1] == "--"):
            lines.append(number)
            rows.append({"port": port, **_row(words, shape, port)})
        elif nxos.is_noise(stripped) or _HEADER_TAIL.match(stripped) or _OTHER.match(stripped):
            continue
        elif _ANY_HEADER.match(stripped):
            shape = ""  # Ethernet, management … ports follow
        elif shape:
            out.unread(number)
    columns: dict[str, list[Value]] = {name: [row.get(name) for row in rows] for name in _COLUMNS}
    columns["switch"] = [capture.owner] * len(rows)
    out.extend("switch_port", lines, columns)


def _shape_of_row(row: str) -> str:
    """Return the shape of a row whose header a filter (``| include``) removed, by its port and last column."""
    cells = row.split()
    if "port-channel" in cells[0]:
        return "channel"
    if cells[0].startswith("vfc"):
        return "vfc"
    return "fc-logical" if len(cells) > 9 or cells[-1] in ("core", "edge") else "fc"


def _shape(header: str, rest: str) -> str:
    """Return which columns follow the status: ``fc``, ``fc-logical``, ``vfc``, ``fcip`` or ``channel``."""
    if not _FC_HEADER.match(header):
        return "channel"
    following = rest.split()
    if following[:1] == ["Bind"]:
        return "vfc"
    if "Profile" in following:
        return "fcip"
    return "fc-logical" if "Logical" in following else "fc"


def _row(words: list[str], shape: str, port: str) -> dict[str, Value]:
    if "port-channel" in port or shape == "channel":
        return _channel_row(words)
    row = _state(words[4])
    row["port_vsan"] = nxos.vsan_number(words[1]) if words[1].isdecimal() else None
    rest = words[5:]
    if shape == "vfc":
        row["port_type"] = _known(rest[1]) if len(rest) > 1 else None
        row["speed_gbps"] = nxos.speed_of(rest[2]) if len(rest) > 2 else None
    elif shape == "fcip":
        row["port_type"] = _known(rest[0]) if rest else None
        row["port_channel"] = nxos.port_name(rest[-1]) if len(rest) > 3 else None
    elif len(rest) >= 3:
        _fc_row(row, rest[0], rest[1], rest[2:-1] if shape == "fc-logical" and len(rest) > 3 else rest[2:])
    return row


def _fc_row(row: dict[str, Value], media: str, mode: str, tail: list[str]) -> None:
    if media.lower() in _ABSENT:
        row["sfp_present"] = False
    elif media != "--":
        row["media"], row["sfp_present"] = media, True
    row["port_type"] = _known(mode)
    channel = tail[-1]
    row["speed_gbps"] = nxos.speed_of(tail[0]) if len(tail) > 1 else None
    row["port_channel"] = f"port-channel{whole(channel)}" if channel.isdecimal() else nxos.port_name(channel)


def _channel_row(words: list[str]) -> dict[str, Value]:
    row = _state(words[3])
    row["port_vsan"] = nxos.vsan_number(words[1]) if words[1].isdecimal() else None
    row["port_type"] = _known(words[4])
    row["speed_gbps"] = nxos.speed_of(words[5]) if len(words) > 5 else None
    return row


def _known(mode: str) -> str | None:
    return mode if mode.isalpha() else None


def _state(status: str) -> dict[str, Value]:
    if status in ("up", "trunking"):
        return {"port_state": "up"}
    facts: dict[str, Value] = {"port_state": "down", "state_reason": None if status == "down" else status}
    if status.lower() in _ABSENT:
        facts["sfp_present"] = False
    return facts


READERS = (
    nxos.reader(
        "show interface brief", _detect, _read, {"switch_port": _COLUMNS, "switch": ("switch", "vendor")},
        needles=("Vsan|VSAN|vsan| br",), begins=r"^Interface\s+Vsan\s+Admin\s+Admin\s+Status\b", trust=50,
    ),
)  # fmt: skip
