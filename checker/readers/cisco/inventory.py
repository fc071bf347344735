"""``show inventory`` and ``show module``: chassis and serial number of the switch, and its number of ports.

Synthetic samples::

    NAME: "Chassis",  DESCR: "MDS 9148T 48X32G FC (2 RU) Chassis"
    PID: DS-C9148T-K9        ,  VID: V01 ,  SN: JPG00000001

    Mod  Ports  Module-Type                         Model              Status
    ---  -----  ----------------------------------- ------------------ ----------
    1    48     1/2/4/8/10/16/32 Gbps FC            DS-C9148T-K9-SUP   active *

The status of a module becomes a setting of the switch, such as ``state of module 1``.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.numbers import whole

_NAME = re.compile(
    r'NAME:\s*+"?(?P<name>[^",]{0,80}?)"?\s*+,\s*+DESCR:\s*+"?(?P<text>[^"]{0,120}?)"?\s*+\Z', re.IGNORECASE
)
_PID = re.compile(
    r"PID:\s*+(?P<pid>[^,]{0,60}?)\s*+,\s*+VID:\s*+(?P<vid>[^,]{0,60}?)\s*+,\s*+SN:\s*(?P<sn>\S{0,40})", re.IGNORECASE
)
_MDS_TYPE = re.compile(r"(?:MDS ?|DS-C)(\d{2})\d{2}", re.IGNORECASE)
_DIRECTORS = ("95", "97")
_MODULES = re.compile(r"(Mod|Xbar)\s+Ports\s+Module-Type\s+Model\b", re.IGNORECASE)
_OTHER_TABLE = re.compile(r"(?:(?:Mod|Xbar)\s+(?!Ports)\w|\* this terminal)", re.IGNORECASE)
_MODULE_ROW = re.compile(r"(\d{1,2})\s+(\d{1,3})\s+(\S.*)\Z")
# After the gap of its column or, where blanks were lost, after the model.
_MODULE_STATUS = re.compile(r"(?:(?<!\s)\s{2,}|\b[A-Z0-9]+(?:-[A-Z0-9]+)+\s)([A-Za-z][A-Za-z-]*(?: [a-z]+)?)[ *]*\Z")


def _detect_inventory(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _NAME.match(first) and _PID.search(capture.head) and re.search(r"Chassis|MDS|Nexus|DS-C|N\dK", capture.head):
        return Detection(85, "NAME: and PID: of a Cisco chassis")
    return None


def _read_inventory(capture: Capture, out: Writer) -> None:
    chassis: tuple[int, str] | None = None
    name: tuple[int, str, str] | None = None
    stated = False
    for number, stripped in nxos.stripped_lines(capture):
        heading, part = _NAME.match(stripped), _PID.match(stripped)
        if heading:
            name = number, heading.group("name").strip(), heading.group("text").strip()
            if name[1].lower() == "chassis":
                chassis = number, name[2]
        elif part and name is not None:
            if chassis is not None and chassis[0] == name[0] and not stated:
                stated = True
                _state(capture, out, chassis, part)
            name = None
        elif not nxos.is_noise(stripped):
            out.unread(number)
    if not stated:
        out.note(capture.first_line, "no chassis is listed")


def _state(capture: Capture, out: Writer, chassis: tuple[int, str], part: re.Match[str]) -> None:
    facts: dict[str, Value] = {"model": part.group("pid") or None, "serial": part.group("sn") or None}
    kind = _MDS_TYPE.search(part.group("pid")) or _MDS_TYPE.search(chassis[1])
    if kind:
        facts["is_director"] = kind.group(1) in _DIRECTORS
    out.add("switch", chassis[0], switch=capture.owner, vendor="cisco", **facts)


def _read_module(capture: Capture, out: Writer) -> None:
    ports: dict[str, int] = {}
    first, kind = 0, ""
    for number, stripped in nxos.stripped_lines(capture):
        row = _MODULE_ROW.match(stripped)
        if header := _MODULES.match(stripped):
            kind = "fabric module" if header[1].lower() == "xbar" else "module"
        elif _OTHER_TABLE.match(stripped):
            kind = ""
        elif kind and row:
            first = first or number
            if status := _MODULE_STATUS.search(row[3]):
                name = f"state of {kind} {row[1]}"
                nxos.add_setting(out, number, capture.owner, "", name, status[1].lower())
            else:
                out.unread(number)
            if "FC" in row.group(3).upper().replace("FCOE", ""):
                # The same table may be in the capture twice.
                ports[row.group(1)] = whole(row.group(2))
        elif kind and not nxos.is_noise(stripped):
            out.unread(number)
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco", port_count=sum(ports.values()) or None)


READERS = (
    nxos.reader(
        "show inventory", _detect_inventory, _read_inventory, columns(switch="switch vendor model serial is_director"),
        needles=("PID:",), begins=r'^NAME: "Chassis"',
    ),
    nxos.reader(
        "show module", nxos.begins_with(_MODULES, 90, "header Mod Ports Module-Type Model"), _read_module,
        columns(switch="switch vendor port_count", fabric_setting=nxos.SETTING), needles=("Module-Type",),
        begins=r"^Mod\s+Ports\s+Module-Type\s+Model\b", trust=50,
    ),
)  # fmt: skip
