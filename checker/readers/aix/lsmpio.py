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
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.aix.facts import MPIO_DISKS, write_disk
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import computed, const, owner
from checker.readers.toolkit.declarations.records import Context, TextRow
from checker.readers.toolkit.rounded import disk_size
from checker.readers.toolkit.scsi_numbers import lun_number

_HEADER = r"^[ \t]*name[ \t]+path_id[ \t]+status[ \t]+path_status[ \t]+parent[ \t]+connection[ \t]*$"
_is_header = re.compile(_HEADER).match
_ROW = re.compile(
    r"\s*(hdisk\w{1,30})\s+([0-9]{1,6})\s+([A-Za-z]{3,12})\s+(?:([A-Z][A-Za-z]{2}(?:,[A-Z][A-Za-z]{2}){0,9})\s+)?"
    r"([a-z]{2,12}[0-9]{1,5})\s+(\S+(?:(?<=,) [0-9A-Fa-f]{1,16})?)\s*\Z"
)
_SERIAL = re.compile(r"([0-9A-Fa-f]{16}|[0-9A-Fa-f]{32})\b")
_SHELL = shell_noise("lsmpio")
_NOISE = re.compile(_SHELL)
_STATES = {"failed": "dead", "missing": "dead", "disabled": "disabled", "defined": "unavailable"}


def _state(status: str, marks: set[str]) -> str:
    word = status.lower()
    if word != "enabled":
        return _STATES.get(word, "unknown")
    if "Fai" in marks:
        return "dead"
    return "unknown" if "Clo" in marks else "active"


def _read_paths(capture: Capture, out: Writer) -> None:
    host = capture.owner
    disks: set[str] = set()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        if not line.strip() or _is_header(line):
            continue
        match = _ROW.match(line)
        if match is None:
            if number == last and disks and line.strip().startswith("hdisk"):
                out.ends_inside_record = True
                out.note(number, "skipped the last row of the table: it is truncated")
            elif not _NOISE.match(line.strip()):
                out.unread(number)
            continue
        name, path_id, status, marked, parent, connection = match.groups()
        if name not in disks:
            write_disk(out, host, number, name, first=not disks)
            disks.add(name)
        marks = set((marked or "").split(","))
        port, _, lun = connection.partition(",")
        facts: dict[str, Value] = {}
        if parent.startswith("nvme") and port.startswith("fcnvme"):
            # For NVMe the parent is the controller, one per path; the connection begins with the adapter's device.
            facts.update(protocol="nvme", transport="fc", target=parent)
            parent, lun = port, ""
        elif parent.startswith("fscsi"):
            facts["target_wwpn"] = out.wwn(port, number, "path", "target_wwpn", f"{host} {name} path {path_id}")
            facts["transport"] = "fc"
        out.add(
            "path", number, host=host, device=f"block:{name}", path_name=path_id, hba=parent,
            lun=lun_number(lun) if lun else None, state=_state(status, marks),
            state_text=f"{status} {marked}" if marked else status,
            optimised=True if "Opt" in marks else False if "Non" in marks else None,
            current=True if "Sel" in marks else None, plugin="MPIO", **facts,
        )  # fmt: skip


def _device(row: TextRow, context: Context) -> str:
    printed = row.text("Volume Serial") or ""
    serial = _SERIAL.match(printed)
    device = normalise.device_id(serial.group(1)) if serial and "NAA" in printed else None
    if device is None and normalise.problem_of(printed) == "redacted":
        context.out.bad_value("device", "device", printed, row.line, f"{context.owner} {row.text('name')}")
    return device or f"block:{row.text('name')}"


_DISK = Facts(
    "device", disk_size("Capacity"), host=owner, device=computed(_device), kernel_name="name", vendor="Vendor Id", model="Product Id",
    revision="Revision", multipath_owner=const("mpio"),
)  # fmt: skip
_disks = blocks(
    r"\s*([A-Z][A-Za-z /-]{2,40}?):\s*(.*\S|)\s*\Z", title=r"\s*Device:\s*(?P<name>hdisk\w{1,30})\s*\Z",
    noise=_SHELL, key=str,
)  # fmt: skip

READERS = (
    Reader(
        name="aix-lsmpio", platform="aix", command="lsmpio",
        provides={
            **MPIO_DISKS,
            "path": word_list("""
                host device path_name protocol hba target target_wwpn transport lun state state_text optimised current
                plugin
            """),
        },
        detect=by_pattern("column headings of lsmpio", (95, _HEADER)), read=_read_paths,
        needles=("path_id", "path_status"), begins=_HEADER,
    ),
    Family("aix", _disks).reader(
        "aix-lsmpio-query", "lsmpio -q",
        by_pattern("Device: and Vendor Id: of lsmpio -q", (93, r"^[ \t]*Device:[ \t]*hdisk\w+[ \t]*$")), _DISK,
        needles=("Device:", "hdisk", "Vendor Id:"), verified=False,
    ),
)  # fmt: skip
