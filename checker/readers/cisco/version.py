"""``show version``, ``show wwn switch``, and ``show switchname`` or ``show hostname``.

Synthetic excerpt of ``show version``::

    Cisco Nexus Operating System (NX-OS) Software
    Software
      BIOS:      version 2.12.0
      kickstart: version 8.4(2b)
      system:    version 8.4(2b)
    Hardware
      cisco MDS 9148S 16G 48 FC (1 Slot) Chassis ("2/4/8/16 Gbps FC/Supervisor")
      Device name: mds-a

``show switchname`` prints only the name, so it is recognised by the command.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns

_TITLE = re.compile(r"Cisco (?:Nexus Operating System \(NX-OS\)|Storage Area Networking Operating System \(SAN-OS\))")
_VERSION = re.compile(r"(?:system|NXOS|nxos image file):?\s*version:?\s+(\S{1,40})(?:\s+\[.*)?\Z", re.IGNORECASE)
_KICKSTART = re.compile(r"kickstart:?\s*version:?\s+(\S{1,40})(?:\s+\[.*)?\Z", re.IGNORECASE)
_MODEL = re.compile(r"cisco\s+((?:MDS|Nexus|N\dK|DS-)\S*.{0,80}?)\s*(?:\(.*|Chassis.*|Supervisor.*)?\Z", re.IGNORECASE)
_DEVICE = re.compile(r"^[ \t]*Device name:\s*([\w.\-]{1,64})\s*$", re.MULTILINE)
_MDS_TYPE = re.compile(r"MDS ?(\d{2})\d{2}", re.IGNORECASE)
# Cisco's own product lines: MDS 9500 and 9700 are "Multilayer Directors", 9100 to 9300 are fabric switches
_DIRECTORS = ("95", "97")
_NAME_COMMAND = re.compile(r"\bsh(?:ow?)?\s+(?:switchname|hostname)\b", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][\w.\-]{0,63}\Z")


# The banner of each login has the same title, but nothing below it.
_VERSIONS = re.compile(
    r"(?m)^[ \t]*(?:Software[ \t]*$|(?:BIOS|loader|kickstart|system|NXOS):[ \t]+version)", re.IGNORECASE
)


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if _TITLE.match(first) and _VERSIONS.search(capture.head):
        return Detection(95, "Cisco Nexus Operating System (NX-OS) Software")
    lines = [line.strip() for line in capture.head.split("\n")]
    if any(_VERSION.match(line) for line in lines) and any(_MODEL.match(line) for line in lines):
        return Detection(80, "a system version and Cisco hardware")
    return None


def _device_name(text: str) -> str | None:
    match = _DEVICE.search(text)
    return match.group(1) if match else None


def _read(capture: Capture, out: Writer) -> None:
    facts: dict[str, Value] = {}
    first = 0
    kickstart: str | None = None
    single = False  # Nexus releases have one image instead of two.
    for number, stripped in nxos.stripped_lines(capture):
        if loader := _KICKSTART.match(stripped):
            kickstart = loader.group(1)
        version, model = _VERSION.match(stripped), _MODEL.match(stripped)
        if version and "firmware_version" not in facts:
            facts["firmware_version"] = version.group(1)
            single = stripped.lower().startswith("nxos")
            first = first or number
        elif model and "model" not in facts and re.search(r"\d", model.group(1)):
            facts["model"] = model.group(1).strip()
            kind = _MDS_TYPE.search(model.group(1))
            if kind:
                facts["is_director"] = kind.group(1) in _DIRECTORS
            first = first or number
    system = facts.get("firmware_version")
    if system and (kickstart or single):
        facts["installed_firmware"] = f"{system}, {kickstart}" if kickstart and kickstart != system else system
    out.add("switch", first or capture.first_line, switch=capture.owner, vendor="cisco", **facts)
    if "model" not in facts:
        out.ends_inside_record = True
        out.note(first or capture.first_line, "the hardware section is missing; the text may be truncated")


def _name_line(text: str) -> str | None:
    _, first = nxos.opening(text)
    return first if _NAME.match(first) else None


def _detect_name(capture: Capture) -> Detection | None:
    noise, first = nxos.opening(capture.head)
    if _NAME.match(first) and _NAME_COMMAND.search(f"{capture.command or ''}\n{noise}"):
        return Detection(90, "the command show switchname and one name")
    return None


def _read_name(capture: Capture, out: Writer) -> None:
    stated = False
    for number, stripped in nxos.stripped_lines(capture):
        if not stated and _NAME.match(stripped):
            out.add("switch", number, switch=capture.owner, vendor="cisco")
            stated = True
        elif not nxos.is_noise(stripped):
            out.unread(number)


_WWN = re.compile(r"Switch WWN is (\S+)\Z", re.IGNORECASE)


def _read_wwn(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        match = _WWN.match(stripped)
        if match:
            wwn = out.wwn(match.group(1), number, "switch", "switch_wwn")
            out.add("switch", number, switch=capture.owner, vendor="cisco", switch_wwn=wwn)
        elif not nxos.is_noise(stripped):
            out.unread(number)


READERS = (
    nxos.reader(
        "show wwn switch", nxos.begins_with(_WWN, 95, "Switch WWN is …"), _read_wwn,
        columns(switch="switch vendor switch_wwn"), needles=("WWN is",), begins=r"^Switch WWN is ", verified=False,
    ),
    nxos.reader(
        "show version", _detect, _read, columns(switch="switch vendor model firmware_version installed_firmware is_director"),
        needles=("Cisco|cisco",),
        # Each login prints the same first lines; only the command continues with versions.
        begins=r"^Cisco Nexus Operating System \(NX-OS\) Software"
        r"(?=[^\n]*(?:\n[^\n]*){1,30}?\n[ \t]*(?:Software|BIOS:)[ \t]*(?:$|v))",
        owner_in=_device_name,
    ),
    nxos.reader(
        "show switchname", _detect_name, _read_name, columns(switch=nxos.SWITCH), needles=("switchname|hostname",), owner_in=_name_line, trust=50
    ),
)  # fmt: skip
