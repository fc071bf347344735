r"""``switchshow``: the switch, its ports, the attached devices and the links to other switches.

Synthetic sample::

    switchName:     edge-a1
    switchType:     109.1
    switchState:    Online
    switchMode:     Native
    switchRole:     Principal
    switchDomain:   7
    switchWwn:      10:00:00:05:33:aa:00:07
    zoning:         ON (prod_a)
    LS Attributes:  [FID: 128, Base Switch: No, Default Switch: Yes, Address Mode 0]

    Index Port Address Media Speed State     Proto
    ==============================================
       0   0   070000   id    N8   Online      FC  F-Port  10:00:00:90:fa:00:00:01
       1   1   070100   id    N16  Online      FC  E-Port  10:00:00:05:33:aa:00:08 "edge-a2" (Trunk master)

Directors have a Slot column; their ports are named ``slot/port``. The name of the owner is ``switchName``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.brocade.ports.switchshow_ports import HEADER, PORT_FACTS, PORT_ROW, PortTable, is_row
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.blocks import note_truncated

_KEY = re.compile(r"\s*([A-Za-z][A-Za-z .]{1,28}):[ \t]*(.*)")
_REST_OF_NAME = re.compile(r"[0-9a-fA-F]{2}:[0-9a-fA-F]{1,2}")
_NAME = re.compile(r"^[ \t]*switchName:[ \t]*(\S+)", re.MULTILINE)
_KEYS_ANYWHERE = re.compile(r"^[ \t]*switch(?:Type|State|Mode|Wwn|Id|Domain):", re.MULTILINE)
_HEADER_ANYWHERE = re.compile(r"^[ \t]*(?:Index|Area)[ \t]+(?:Slot[ \t]+)?Port[ \t]+.*State", re.MULTILINE)
_ROW_ANYWHERE = re.compile(
    r"^[ \t]*\d{1,4}(?:[ \t]+\d{1,4}){1,2}[ \t]+(?:[0-9a-fA-F]{6}|-{6})[ \t]+\S{2}[ \t]+\S{2,4}[ \t]+[A-Z][A-Za-z_]+",
    re.MULTILINE,
)
_ZONING = re.compile(r"ON\s*(?:\((.*?)\))?\s*\Z", re.IGNORECASE)
_HIDDEN_DEFAULT = "d_efault_cfg"
_ATTRIBUTE = re.compile(r"([A-Za-z][A-Za-z ]{0,40}?):?\s+(\S+)\Z")
_SETTINGS = {
    "switchbeacon": "beacon", "fc router": "FC router", "fabric name": "fabric name",
    "allow xisl use": "allow XISL use", "hif mode": "HIF mode", "base switch": "base switch",
    "default switch": "default switch", "address mode": "address mode",
}  # fmt: skip
_UNCONFIRMED = re.compile(r"(\d{1,3})\s*\(unconfirmed\)", re.IGNORECASE)
_PLAIN = {"switchtype": "model", "switchdomain": "domain_id"}
_LOWER = {"switchstate": "switch_state", "switchrole": "switch_role"}
_IGNORED = frozenset(
    {"switchid", "ls attributes", "fabric.name", "switchcurrentname", "fc router bb fabric id", "ls attribute"}
)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _NAME.search(head):
        if _KEYS_ANYWHERE.search(head):
            return Detection(95, "switchName: with other lines of the switch header")
        if _HEADER_ANYWHERE.search(head):
            return Detection(93, "switchName: and the header of the port table")
        return None
    if "Proto" in head and _HEADER_ANYWHERE.search(head):
        return Detection(88, "header of the port table, Index … State Proto")
    by_command = (capture.command or "").lower().startswith("switchshow")
    if _ROW_ANYWHERE.search(head) and (by_command or "-Port" in head or "No_" in head):
        return Detection(70, "rows of the port table")
    return None


def _owner(text: str) -> str | None:
    found = _NAME.search(text)
    return found.group(1) if found else None


class _Switch:
    """Header of one switch, collected until the next one begins or the text ends."""

    def __init__(self, name: str, line: int) -> None:
        self.facts: dict[str, Value] = {"switch": name, "vendor": "brocade"}
        self.vsan: dict[str, Value] = {}
        self.line = self.zoning_line = line
        self.stated = False

    @property
    def name(self) -> str:
        return str(self.facts["switch"])

    @property
    def is_access_gateway(self) -> bool:
        return self.facts.get("switch_mode") == "access gateway"

    def write(self, out: Writer) -> None:
        if self.stated:
            out.add("switch", self.line, **self.facts)
        if self.vsan:
            out.add("vsan", self.zoning_line, switch=self.name, vsan="", **self.vsan)


def _unwrapped(capture: Capture) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank; rows that a console continued on the next line are joined.

    PowerShell breaks the output of another program at the width of its window, also inside words: no line is longer.
    """
    lines = capture.numbered()
    longest = max((len(lines.whole(index)) for index in range(len(lines))), default=0)
    index = 0
    while index < len(lines):
        number, text = lines[index]
        width = len(lines.whole(index))
        index += 1
        end = longest
        while text and index < len(lines) and width >= longest - 2 and _goes_on(text, lines.text(index)):
            # A copy may have lost the blanks between two columns at the end of the line.
            text, width = text.ljust(end) + lines.text(index), len(lines.whole(index))
            index, end = index + 1, end + longest
        if text.strip():
            yield number, text


def _goes_on(text: str, below: str) -> bool:
    """Return whether a full line is a row of the table, or the attributes, and the line below it its rest."""
    if text.lstrip().startswith("LS Attributes:"):
        return "]" not in text and "]" in below
    return bool(is_row(text) and below.strip()) and not (
        is_row(below)
        or HEADER.match(below)
        or (_KEY.match(below) and not _REST_OF_NAME.match(below))
        or fos.is_noise(below)
    )


def _read(capture: Capture, out: Writer) -> None:
    switch = _Switch(capture.owner, capture.first_line)
    ports = PortTable(out, capture.owner)
    last_line, unfinished = capture.first_line, False
    for number, line in _unwrapped(capture):
        last_line = number
        if PORT_ROW.match(line):
            unfinished = not ports.row(number, fos.without_note(line), switch.is_access_gateway)
            if unfinished:
                out.unread(number)
            continue
        unfinished = False
        if HEADER.match(line):
            if ports.header(line):
                switch.facts["is_director"] = ports.has_slot
                switch.stated = True
            continue
        key = _KEY.match(line)
        if key and key.group(1).lower() == "switchname":
            switch.write(out)
            ports.flush()
            switch = _Switch(key.group(2).strip() or capture.owner, number)
            switch.stated = True
            ports = PortTable(out, switch.name)
            continue
        understood = key and _head_line(switch, key.group(1).lower(), key.group(2).strip(), number, out)
        if not understood and not fos.is_noise(line):
            out.unread(number)
    switch.write(out)
    ports.flush()
    note_truncated(out, last_line if unfinished else 0, "row of the port table")


def _head_line(switch: _Switch, key: str, value: str, line: int, out: Writer) -> bool:
    """Read one ``key: value`` line of the header; FALSE for an unknown key."""
    facts = switch.facts
    if key in _IGNORED and key != "ls attributes":
        return True
    unconfirmed = _UNCONFIRMED.match(value) if key == "switchdomain" else None
    if unconfirmed:
        # A disabled switch has no domain; the number is the one that it will request.
        fos.add_setting(out, line, switch.name, "unconfirmed domain id", unconfirmed.group(1))
    elif key in _PLAIN:
        facts[_PLAIN[key]] = value or None
    elif key in _LOWER:
        facts[_LOWER[key]] = value.lower() or None
    elif key == "switchmode":
        facts["switch_mode"] = value.lower().removesuffix(" mode") or None
    elif key == "switchwwn":
        facts["switch_wwn"] = out.wwn(value, line, "switch", "switch_wwn", switch.name)
    elif key == "zoning":
        _zoning(switch, value)
        switch.zoning_line = line
    elif key == "ls attributes":
        _attributes(switch, value, line, out)
    elif key in _SETTINGS:
        if value:
            fos.add_setting(out, line, switch.name, _SETTINGS[key], value)
    else:
        return False
    switch.stated = True
    return True


def _zoning(switch: _Switch, value: str) -> None:
    """Read ``ON (name)`` or ``OFF``; the hidden default-zone configuration is not an effective configuration."""
    on = _ZONING.match(value)
    name = (on.group(1) or "").strip() if on else ""
    if value.upper().startswith("OFF") or name.lower() == _HIDDEN_DEFAULT:
        switch.facts["zoning_on"] = False
        switch.vsan["default_zone_in_force"] = True
    elif on:
        switch.facts["zoning_on"] = True
        switch.facts["effective_config"] = name or None
        switch.vsan.update(default_zone_in_force=False, active_zone_set=name or None)


def _attributes(switch: _Switch, value: str, line: int, out: Writer) -> None:
    """Read ``[FID: 128, Base Switch: No, Default Switch: Yes, Address Mode 0]``."""
    for part in value.strip("[] ").split(","):
        found = _ATTRIBUTE.match(part.strip())
        if not found:
            continue
        name, setting = found.group(1).strip().lower(), found.group(2)
        if name == "fid":
            switch.facts["fabric_id"] = setting
        elif name == "ficon switch":
            switch.vsan["ficon"] = normalise.yes_no(setting)
        elif name in _SETTINGS:
            fos.add_setting(out, line, switch.name, _SETTINGS[name], setting)


READERS = (
    fos.reader(
        "switchshow", _detect, _read, {
            "switch_port": ("switch", *PORT_FACTS),
            **columns(
                switch="switch switch_wwn vendor model domain_id switch_state switch_role switch_mode fabric_id"
                " zoning_on effective_config is_director",
                vsan="switch vsan default_zone_in_force active_zone_set ficon", fabric_setting=fos.SETTING,
                login="switch vsan wwpn fcid port port_index local",
                isl="switch port vsan peer_wwn peer_switch speed_gbps is_trunk link_kind",
                trunk_member="switch port trunk peer_wwn is_master",
            ),
        },
        needles=("switchName:|Proto|-Port|No_|switchshow|SwitchShow",), begins=r"^[ \t]*switchName:", owner_in=_owner,
    ),
)  # fmt: skip
