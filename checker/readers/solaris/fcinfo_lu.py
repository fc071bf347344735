"""LUNs and the ports they are seen through: ``fcinfo logical-unit -v``, ``fcinfo lu -v <device>`` (``fcadm`` prints the same).

Synthetic sample::

    OS Device Name: /dev/rdsk/c4t600601600000000000000000000000A1d0s2
            HBA Port WWN: 210000e08b000001
                    Remote Port WWN: 5006016000000001
                            LUN: 0
                    Remote Port WWN: 5006016800000001
                            LUN: 0
            Vendor: DGC
            Product: VRAID
            Device Type: Disk Device

Each remote port below a port of the host is a path; its state is not printed. Without ``-v``, only names are printed.
Source of the layout: printOSDeviceNameInfo in the illumos sources (fcinfo/printAttrs.c).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.solaris.fcinfo import DISK, HOST, PATH, is_disk_row
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.records import TextRow

_FIELD = re.compile(
    r"\s*(OS Device Name|HBA Port WWN|Remote Port WWN|LUN|Vendor|Product|Device Type):(?:\s+(.*\S|))?\s*\Z",
    re.IGNORECASE,
)
_NOISE = re.compile(shell_noise("fcinfo|fcadm"))
_NAME = r"^[ \t]*OS Device Name:[ \t]*/dev/(?!cfg/)\S+[ \t]*\n"
_DETECT = rf"{_NAME}[ \t]*(?:HBA Port WWN:[ \t]*\S+[ \t]*\n[ \t]*Remote Port WWN:|OS Device Name:)"


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield each path when its LUN is printed, and each device after its last line."""
    device: TextRow | None = None
    ports: dict[str, str] = {}
    open_port = 0
    for number, line in printed(capture, LONGEST_LINE):
        match = _FIELD.match(line)
        if match is None:
            if not _NOISE.match(line.strip()):
                out.unread(number)
            continue
        key, value = match.group(1).lower(), match.group(2) or ""
        if key == "os device name":
            if device is not None:
                yield device
            device, ports, open_port = TextRow(number, {key: value, "kind": "device"}), {}, 0
        elif device is None:
            out.unread(number)
        elif key == "hba port wwn":
            ports, open_port = {"-p": value}, number
        elif key == "remote port wwn":
            ports, open_port = {**ports, "wwpn": value}, number
        elif key == "lun":
            if "wwpn" in ports:
                name = device.values["os device name"]
                yield TextRow(number, {**ports, "kind": "lun", "lun": value, "os device name": name})
            open_port = 0
        else:
            device.add(number, key, value)
    if device is not None:
        yield device
    note_truncated(out, open_port, "path")


def _devices(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for row in _rows(capture, out):
        if _is_device(row) and not is_disk_row(row):
            out.note(row.line, f"skipped {row.values['os device name']}: not a disk")
        yield row


def _is_device(row: TextRow) -> bool:
    return row.values["kind"] == "device"


READERS = (
    Family("solaris", _devices).reader(
        "solaris-fcinfo-logical-unit", "fcinfo logical-unit -v",
        by_pattern("OS Device Name: and ports of fcinfo logical-unit", (96, _DETECT)), HOST, PATH,
        Where(_is_device, DISK), needles=("OS Device Name:",), begins=_DETECT, verified=False, also=("fcinfo lu -v",),
    ),
)  # fmt: skip
