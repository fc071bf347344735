"""SCSI devices by ``systool -b scsi -v``: queue depth, timeout and ALUA state of every path to a LUN.

Sample (shortened)::

    Bus = "scsi"

      Device = "8:0:22:2"
      Device path = "/sys/devices/pci0000:00/0000:00:03.0/0000:08:00.1/host8/rport-8:0-22/target8:0:22/8:0:22:2"
        access_state        = "active/optimized"
        model               = "Example SAN     "
        queue_depth         = "16"
        state               = "running"
        timeout             = "30"
        type                = "0"
        vendor              = "EXAMPLE "
        wwid                = "naa.6000144000000010aa00000000000001"

A device without ``wwid`` (an older kernel) has no identity in this listing and is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.fc.attributes import NAME, PATH, host_name_in
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList

_BUS = r'^[ \t]*Bus = "scsi"[ \t]*$'
_is_bus = re.compile(_BUS).match
_DEVICE = re.compile(r'Device = "([^"\n]{1,80})"?\Z')
_ADDRESS = re.compile(r"([0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}):([0-9]{1,18})\Z")
_PATH = re.compile(r'Device path = "?([^"\n]*)"?\Z')
_ATTRIBUTE = re.compile(r"([A-Za-z0-9_]{1,60})\s*=(?!=)\s*(.*)\Z")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?systool |===> |-+\Z|[A-Z]+=\S*\"?\Z|\"\Z|<store method only>\Z"
)
_DISK = "0"
# The access states of scsi_dh_alua (drivers/scsi/device_handler) that show whether I/O flows.
_ACCESS: dict[str, tuple[str, bool | None]] = {
    "active/optimized": ("active", True), "active/non-optimized": ("active", False), "lba-dependent": ("active", None),
    "standby": ("standby", None), "unavailable": ("unavailable", None), "transitioning": ("unknown", None),
    "offline": ("dead", None),
}  # fmt: skip
_PROBLEM = ("offline", "transport-offline", "deleted", "cancel")


def _devices(capture: Capture, out: Writer) -> Iterator[TextRow]:
    found: PackedList[TextRow] = PackedList()
    inside = False
    for at, line in capture.lines():
        text = line.strip()
        if not text or _is_bus(line):
            continue
        if device := _DEVICE.match(text):
            found.append(TextRow(at, {NAME: device.group(1)}))
        elif (path := _PATH.match(text)) and found:
            found[-1].values[PATH] = path.group(1)
        elif inside:
            inside = not text.endswith('"')
        elif (attribute := _ATTRIBUTE.match(text)) and found:
            name, value = attribute.groups()
            # The value of uevent spans several lines.
            inside = value.startswith('"') and name == "uevent" and (value == '"' or not value.endswith('"'))
            if len(value) > 1 and value.startswith('"') and value.endswith('"'):
                found[-1].values.setdefault(name, value[1:-1].strip())
        elif not _NOISE.match(text):
            out.unread(at)
    yield from _identified(found, out)


def _identified(devices: PackedList[TextRow], out: Writer) -> Iterator[TextRow]:
    """Yield the devices; LUNs with their identity."""
    missing = first = 0
    for row in devices:
        if _ADDRESS.match(row.values[NAME]) and row.values.get("type") == _DISK:
            first = first or row.line
            if not row.values.get("wwid"):
                missing += 1
            else:
                device = out.device_id(row.values["wwid"], row.line, "device", "device", row.values[NAME]) or ""
                row.values["(device)"] = "" if device.startswith("t10.ATA") else device
        yield row
    if missing:
        disks = "disk is" if missing == 1 else "disks are"
        out.note(first, f"{missing} {disks} listed without wwid, so the LUN is unknown")


def _is_remote(row: TextRow) -> bool:
    return "/rport-" in row.values.get(PATH, "")


def _state(row: TextRow) -> tuple[str | None, bool | None]:
    """Return the state of the path, and whether it is optimised."""
    running = row.text("state")
    if running in _PROBLEM:
        return "dead", None
    return _ACCESS.get(row.text("access_state") or "", (None, None)) if running == "running" else (None, None)


_LUN = Facts[TextRow](
    "device", needs="device", distinct=True, host=owner, device="(device)", vendor="vendor", model="model", revision="rev",
    transport=lambda row: "fc" if _is_remote(row) else None, queue_depth=number("queue_depth"),
    scsi_timeout_seconds=number("timeout"),
)  # fmt: skip
_LUN_PATH = Facts(
    "path", when=_is_remote, needs="device", host=owner, device="(device)", hctl=NAME,
    hba=lambda row: f"host{row.values[NAME].partition(':')[0]}", target=lambda row: row.values[NAME].rpartition(":")[0],
    lun=lambda row: whole(row.values[NAME].rpartition(":")[2]), state=lambda row: _state(row)[0],
    state_text=lambda row: " ".join(filter(None, (row.text("access_state"), row.text("state")))) or None,
    optimised=lambda row: _state(row)[1], transport=const("fc"),
)  # fmt: skip

READERS = (
    Family("linux", _devices).reader(
        "linux-systool-bus", "systool -b scsi -v", by_pattern("systool listing of the SCSI bus", (95, _BUS)), HOST, _LUN,
        _LUN_PATH, needles=('Bus = "scsi"', 'Device = "'), begins=_BUS, owner_in=host_name_in,
    ),
)  # fmt: skip
