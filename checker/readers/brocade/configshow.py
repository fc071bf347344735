"""``configshow -all`` and ``configupload`` files: the configuration of a chassis, one section per logical switch.

Synthetic sample, shortened::

    [Configuration upload Information]
    date = Mon Jun 12 11:21:58 2023
    FOS version = v8.2.3c
    [Switch Configuration Begin : 0]
    SwitchName = edge-a1
    Fabric ID = 128

    [Configuration]
    fabric.domain:7
    fabric.ops.R_A_TOV:10000

    [Zoning]
    cfg.prod_a:esx01_vplex;esx02_vplex
    zone.esx01_vplex:esx01_p0;50:00:14:42:a0:00:00:00
    alias.esx01_p0:10:00:00:90:fa:00:00:05
    defzone:noaccess
    enable:prod_a

``enable`` names the effective configuration. The file does not contain its effective zones, so all zones read here are
defined ones. The file contains passwords, SNMP communities and keys, so only the keys listed below are read.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.brocade.zoning import zone_database
from checker.readers.brocade.zoning.zone_database import Item, Member, ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.numbers import whole

_BEGIN = re.compile(r"[ \t]*\[Switch Configuration Begin[ ]*:[ ]*(\d{1,3})[ ]*\][ \t]*\Z", re.IGNORECASE)
_SECTION = re.compile(r"[ \t]*\[([A-Za-z][^\[\]\n]{0,80})\][ \t]*\Z")
_ASSIGNED = re.compile(r"[ \t]*(SwitchName|Fabric ID|FOS version)[ \t]*=[ \t]*(.*)\Z", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*(cfg|zone|alias)\.([A-Za-z0-9_][\w\-$^.]{0,127}):(.*)\Z")
_SPECIAL = re.compile(r"[ \t]*(enable|defzone|ti|zone_checksum|checksum)(?:\.[^:]{0,127})?:(.*)\Z", re.IGNORECASE)
_DOMAIN = re.compile(r"[ \t]*fabric\.domain:[ \t]*(\d{1,3})[ \t]*\Z")
_SETTING = re.compile(
    r"[ \t]*(fabric\.ops\.(?:R_A_TOV|E_D_TOV|BBCredit|dataFieldSize|mode\.pidFormat|wan_rule\w{0,20}|WAN_TOV|max_hops)"
    r"|fabric\.(?:ididmode|principalSwSelMode|isolatedMode)|switch\.edgeHoldTime|fabric\.ops\.edgeHoldTime|ts\.clockServer)"
    r":[ \t]*([\w.:\-]{1,40})[ \t]*\Z",
    re.IGNORECASE,
)
_TIME_SERVER = "ts.clockserver"
_PORT_NAME = re.compile(r"[ \t]*portCfgName\.(\d{1,4}):(.*)\Z")
_DATE = re.compile(
    r"^[ \t]*date[ \t]*=[ \t]*[A-Z][a-z]{2}[ ]+([A-Z][a-z]{2})[ ]+(\d{1,2})[ ]+(\S{8})[ ]+(?:[A-Z]{2,5}[ ]+)?(\d{4})",
    re.M,
)
_NAME = re.compile(r"^[ \t]*SwitchName[ \t]*=[ \t]*(\S+)", re.MULTILINE | re.IGNORECASE)
_TITLE = re.compile(r"^[ \t]*\[(?:Configuration upload Information|Switch Configuration Begin[ ]*:)", re.MULTILINE)
_ZONING = re.compile(r"^[ \t]*\[Zoning\][ \t]*$", re.MULTILINE)
_OWN_LINE = re.compile(
    r"^[ \t]*(?:(?:zone|cfg|alias)\.[\w\-$^.]{1,128}:|fabric\.ops\.|defzone:|portCfgName\.\d)", re.MULTILINE
)
_DEFAULT_ZONE = {"noaccess": "deny", "allaccess": "permit"}


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _TITLE.search(head):
        return Detection(96, "[Configuration upload Information] or [Switch Configuration Begin : n]")
    if _OWN_LINE.search(head):
        if _ZONING.search(head) or "fabric.ops." in head:
            return Detection(92, "[Zoning] with zone.…: lines, or fabric.ops. settings")
        if len(_OWN_LINE.findall(head)) > 1:
            return Detection(80, "zone.name:members lines of an uploaded configuration")
    return None


def _owner(text: str) -> str | None:
    names = set(_NAME.findall(text))
    return names.pop() if len(names) == 1 else None


def _captured(text: str) -> datetime | None:
    found = _DATE.search(text[:50_000])
    if not found:
        return None
    month, day, clock, year = found.groups()
    try:
        return datetime.strptime(f"{day} {month} {year} {clock}", "%d %b %Y %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


class _Switch:
    """Facts and zoning of one logical switch, written when its section ends."""

    def __init__(self, name: str, line: int, firmware: str | None) -> None:
        self.name = name
        self.line = line
        self.is_named = False
        self.facts: dict[str, Value] = {"firmware_version": firmware} if firmware else {}
        self.database = ZoneDatabase()
        self.effective: tuple[int, str] | None = None
        self.default_zone: tuple[int, str] | None = None
        self.settings: list[tuple[int, str, str]] = []
        self.ports: list[tuple[int, str, str]] = []

    def write(self, out: Writer) -> None:
        """Write the facts of the section; the head of the file names a release but not a switch."""
        if set(self.facts) - {"firmware_version"} or self.is_named:
            out.add("switch", self.line, switch=self.name, vendor="brocade", **self.facts)
        if self.default_zone:
            line, value = self.default_zone
            out.add("vsan", line, switch=self.name, vsan="", default_zone=value)
        if self.effective:
            line, name = self.effective
            facts: dict[str, Value] = {"default_zone_in_force": not name, "active_zone_set": name or None}
            out.add("vsan", line, switch=self.name, vsan="", **facts)
        for line, setting, value in self.settings:
            fos.add_setting(out, line, self.name, setting, value)
        for line, index, text in self.ports:
            out.add("switch_port", line, switch=self.name, port=index, port_index=whole(index), description=text)
        self.database.write(self.name, out)


class _Parser:
    """Reads the sections line by line."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self.out = out
        self.owner = capture.owner
        self.firmware: str | None = None
        self.switch = _Switch(capture.owner, capture.first_line, None)
        self.section = ""

    def line(self, number: int, text: str) -> None:
        begin, section = _BEGIN.match(text), _SECTION.match(text)
        if begin:
            self.switch.write(self.out)
            self.switch = _Switch(self.owner, number, self.firmware)
            self.section = ""
        elif section:
            self.section = section.group(1).strip().lower()
        elif not self._known(number, text) and self.section == "zoning" and not fos.is_noise(text):
            self.out.unread(number)

    def _known(self, number: int, text: str) -> bool:
        assigned = _ASSIGNED.match(text)
        if assigned:
            return self._assigned(assigned.group(1).lower(), assigned.group(2).strip(), number)
        item = _ITEM.match(text)
        if item:
            keyword, name, members = item.groups()
            parts = [part.strip() for part in members.split(";")]
            found = Item(keyword, name, number, False, [Member(part, number) for part in parts if part])
            self.switch.database.items.append(found)
            return True
        special = _SPECIAL.match(text)
        if special:
            return self._special(special.group(1).lower(), special.group(2).strip(), number)
        domain, setting, port = _DOMAIN.match(text), _SETTING.match(text), _PORT_NAME.match(text)
        if domain:
            self.switch.facts["domain_id"] = domain.group(1)
        elif setting:
            name, value = setting.groups()
            if name.lower() == _TIME_SERVER:
                # The name of a time server may identify the site; only whether one is configured matters.
                name, value = "ntp server", "none" if value.upper() == "LOCL" else "configured"
            self.switch.settings.append((number, name, value))
        elif port and port.group(2).strip():
            self.switch.ports.append((number, port.group(1), port.group(2).strip()[:200]))
        return bool(domain or setting or port)

    def _assigned(self, key: str, value: str, number: int) -> bool:
        if key == "fos version":
            self.firmware = value or None
            self.switch.facts.setdefault("firmware_version", self.firmware)
        elif key == "switchname" and value:
            self.switch.name = value
            self.switch.line, self.switch.is_named = number, True
        elif key == "fabric id" and value.isdecimal():
            self.switch.facts["fabric_id"] = value
        return True

    def _special(self, key: str, value: str, number: int) -> bool:
        if key == "enable":
            self.switch.effective = (number, value.strip("; "))
        elif key == "defzone" and value.lower().replace(" ", "") in _DEFAULT_ZONE:
            self.switch.default_zone = (number, _DEFAULT_ZONE[value.lower().replace(" ", "")])
        return True


def _read(capture: Capture, out: Writer) -> None:
    parser = _Parser(capture, out)
    sections_begun = ended = 0
    for number, text in capture.lines():
        if not text.strip():
            continue
        sections_begun += "[Switch Configuration Begin" in text
        ended += "[Switch Configuration End" in text
        parser.line(number, text)
    parser.switch.write(out)
    if sections_begun > ended:
        out.ends_inside_record = True
        out.note(capture.first_line, "truncated: the configuration of a switch has no end; parts may be missing")


READERS = (
    fos.reader(
        "configshow -all", _detect, _read,
        provided(
            zone_database.PROVIDES,
            columns(
                switch="switch vendor firmware_version domain_id fabric_id",
                vsan="switch vsan default_zone default_zone_in_force active_zone_set",
                fabric_setting=fos.SETTING, switch_port="switch port port_index description",
            ),
        ),
        also=("configupload",), needles=("[|zone.|cfg.|alias.|fabric.ops.|defzone:|portCfgName.",),
        begins=r"^[ \t]*\[Configuration upload Information\]", owner_in=_owner, captured_in=_captured,
    ),
)  # fmt: skip
