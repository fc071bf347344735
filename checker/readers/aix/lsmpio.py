"""Paths under AIX MPIO and their disks: ``lsmpio``, ``lsmpio -l <disk>``, ``lsmpio -q``.

Samples::

    name      path_id status  path_status parent connection
    ===============================================================================
    hdisk4    0       Enabled Opt,Sel     fscsi0 50050768020000a1,0001000000000000
    hdisk4    1       Failed  Non         fscsi1 50050768020000a2,0001000000000000

    Device:         hdisk4
            Vendor Id:  IBM
           Product Id:  2145
        Volume Serial:  60050768020000000000000000000001 (Page 83 NAA)

The connection is the target port and the LUN in SAM form. ``Clo`` is a path that is not open: its state is unknown.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.aix.lun import lun_number
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_HEADER = re.compile(
    r"^[ \t]*name[ \t]+path_id[ \t]+status[ \t]+path_status[ \t]+parent[ \t]+connection[ \t]*$", re.MULTILINE
)
_ROW = re.compile(
    r"\s*(hdisk\w{1,30})\s+([0-9]{1,6})\s+([A-Za-z]{3,12})\s+(?:([A-Z][A-Za-z]{2}(?:,[A-Z][A-Za-z]{2}){0,9})\s+)?"
    r"([a-z]{2,12}[0-9]{1,5})\s+(\S+(?:(?<=,) [0-9A-Fa-f]{1,16})?)\s*\Z"
)
_DEVICE = re.compile(r"\s*Device:\s*(hdisk\w{1,30})\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][A-Za-z /-]{2,40}?):\s*(.*?)\s*\Z")
_SERIAL = re.compile(r"([0-9A-Fa-f]{16}|[0-9A-Fa-f]{32})\b")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:lsmpio|exit|\Z)|(?:sudo )?lsmpio\b|===> |[=-]+\Z")
_STATES = {"failed": "dead", "missing": "dead", "disabled": "disabled", "defined": "unavailable"}
_FACTS = {"Vendor Id": "vendor", "Product Id": "model", "Revision": "revision"}
_LONGEST_LINE = 1000


def _state(status: str, marks: set[str]) -> str:
    word = status.lower()
    if word != "enabled":
        return _STATES.get(word, "unknown")
    if "Fai" in marks:
        return "dead"
    return "unknown" if "Clo" in marks else "active"


def _read_paths(capture: Capture, out: Writer) -> None:
    host = capture.owner
    devices: set[str] = set()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        if not line.strip() or _HEADER.match(line):
            continue
        match = _ROW.match(line)
        if match is None:
            if number == last and devices and line.strip().startswith("hdisk"):
                out.ends_inside_record = True
                out.note(number, "the last row of the table is cut; it was left out")
            elif not _NOISE.match(line.strip()):
                out.unread(number)
            continue
        name, path_id, status, marked, parent, connection = match.groups()
        device = f"block:{name}"
        if not devices:
            out.add("host", number, host=host, platform="aix", multipath_software="mpio")
        if name not in devices:
            devices.add(name)
            out.add("device", number, host=host, device=device, kernel_name=name, multipath_owner="mpio")
            out.add("device_owner", number, host=host, device=device, multipath_owner="mpio")
        marks = set((marked or "").split(","))
        facts: dict[str, Value] = {}
        port, _, lun = connection.partition(",")
        fibre = parent.startswith("fscsi")
        if parent.startswith("nvme") and port.startswith("fcnvme"):
            # For NVMe the parent is the controller, one per path; the connection begins with the adapter's device.
            facts.update(protocol="nvme", transport="fc", target=parent)
            parent, lun = port, ""
        if fibre:
            facts["target_wwpn"] = out.wwn(port, number, "path", "target_wwpn", f"{host} {name} path {path_id}")
            facts["transport"] = "fc"
        out.add(
            "path",
            number,
            host=host,
            device=device,
            path_name=path_id,
            hba=parent,
            lun=lun_number(lun) if lun else None,
            state=_state(status, marks),
            state_text=f"{status} {marked}" if marked else status,
            optimised=True if "Opt" in marks else False if "Non" in marks else None,
            current=True if "Sel" in marks else None,
            plugin="MPIO",
            **facts,
        )


def _read_disks(capture: Capture, out: Writer) -> None:
    disks: PackedList[tuple[int, str, dict[str, str]]] = PackedList()
    for number, line in capture.lines():
        if not line.strip():
            continue
        if match := _DEVICE.match(line):
            disks.append((number, match.group(1), {}))
        elif disks and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            disks[-1][2].setdefault(match.group(1), match.group(2))
        elif not _NOISE.match(line.strip()):
            out.unread(number)
    for line_number, name, fields in disks:
        printed = fields.get("Volume Serial", "")
        serial = _SERIAL.match(printed)
        device = normalise.device_id(serial.group(1)) if serial and "NAA" in printed else None
        if device is None and normalise.problem_of(printed) == "redacted":
            out.bad_value("device", "device", printed, line_number, f"{capture.owner} {name}")
        facts: dict[str, Value] = {column: fields[key] for key, column in _FACTS.items() if fields.get(key)}
        size = normalise.size_bytes(fields.get("Capacity"))
        if size:
            facts["size_bytes"] = size
        out.add(
            "device",
            line_number,
            host=capture.owner,
            device=device or f"block:{name}",
            kernel_name=name,
            multipath_owner="mpio",
            **facts,
        )


def _detect_paths(capture: Capture) -> Detection | None:
    return Detection(95, "column headings of lsmpio") if _HEADER.search(capture.head) else None


def _detect_disks(capture: Capture) -> Detection | None:
    if re.search(r"^[ \t]*Device:[ \t]*hdisk\w+[ \t]*$", capture.head, re.MULTILINE) and "Vendor Id:" in capture.head:
        return Detection(93, "Device: and Vendor Id: of lsmpio -q")
    return None


READERS = (
    Reader(
        name="aix-lsmpio",
        platform="aix",
        command="lsmpio",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": ("host", "device", "kernel_name", "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("""
                host device path_name protocol hba target target_wwpn transport lun state state_text optimised current
                plugin
            """),
        },
        detect=_detect_paths,
        read=_read_paths,
        needles=("path_id", "path_status"),
        begins=_HEADER.pattern,
    ),
    Reader(
        name="aix-lsmpio-query",
        platform="aix",
        command="lsmpio -q",
        provides={
            "device": ("host", "device", "kernel_name", "vendor", "model", "revision", "size_bytes", "multipath_owner")
        },
        detect=_detect_disks,
        read=_read_disks,
        needles=("Device:", "hdisk"),
        verified=False,
    ),
)
