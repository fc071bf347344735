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
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.linux.fc.attributes import host_name_in
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_BUS = re.compile(r'^[ \t]*Bus = "scsi"[ \t]*$', re.MULTILINE)
_DEVICE = re.compile(r'Device = "([^"\n]{1,80})"?\Z')
_ADDRESS = re.compile(r"([0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}):([0-9]{1,18})\Z")
_PATH = re.compile(r'Device path = "?([^"\n]*)"?\Z')
_ATTRIBUTE = re.compile(r"([A-Za-z0-9_]{1,60})\s*=\s*(.*)\Z")
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


@dataclass
class _ScsiDevice:
    """One SCSI device: its first line, its address, its path in sysfs and its attributes."""

    line: int
    name: str
    path: str = ""
    facts: dict[str, str] = field(default_factory=dict)

    def number(self, name: str) -> int | None:
        """Return an attribute that is a whole number."""
        return normalise.integer(self.facts.get(name))


def _devices(capture: Capture, out: Writer) -> Sequence[_ScsiDevice]:
    found: PackedList[_ScsiDevice] = PackedList()
    inside = False
    for number, line in capture.lines():
        text = line.strip()
        if not text or _BUS.match(line):
            continue
        if device := _DEVICE.match(text):
            found.append(_ScsiDevice(number, device.group(1)))
        elif (path := _PATH.match(text)) and found:
            found[-1].path = path.group(1)
        elif inside:
            inside = not text.endswith('"')
        elif (attribute := _ATTRIBUTE.match(text)) and found:
            name, value = attribute.groups()
            # The value of uevent spans several lines.
            inside = value.startswith('"') and name == "uevent" and (value == '"' or not value.endswith('"'))
            if len(value) > 1 and value.startswith('"') and value.endswith('"'):
                found[-1].facts.setdefault(name, value[1:-1].strip())
        elif not _NOISE.match(text):
            out.unread(number)
    return found


def _read(capture: Capture, out: Writer) -> None:
    devices = _devices(capture, out)
    if devices:
        out.add("host", devices[0].line, host=capture.owner, platform="linux")
    without = [one for one in devices if _ADDRESS.match(one.name) and one.facts.get("type") == _DISK]
    written: set[str] = set()
    missing = 0
    for one in without:
        wwid = one.facts.get("wwid")
        if not wwid:
            missing += 1
            continue
        device = out.device_id(wwid, one.line, "device", "device", one.name)
        if device is None or device.startswith("t10.ATA"):
            continue
        if device not in written:
            written.add(device)
            _write_device(capture.owner, device, one, out)
        if "/rport-" in one.path:
            _write_path(capture.owner, device, one, out)
    if missing:
        out.note(
            without[0].line,
            f"{missing} {'disk is' if missing == 1 else 'disks are'} listed without wwid, so the LUN is unknown",
        )


def _write_device(host: str, device: str, one: _ScsiDevice, out: Writer) -> None:
    facts: dict[str, Value] = {
        "vendor": one.facts.get("vendor") or None, "model": one.facts.get("model") or None,
        "revision": one.facts.get("rev") or None, "transport": "fc" if "/rport-" in one.path else None,
        "queue_depth": one.number("queue_depth"), "scsi_timeout_seconds": one.number("timeout"),
    }  # fmt: skip
    out.add("device", one.line, host=host, device=device, **facts)


def _write_path(host: str, device: str, one: _ScsiDevice, out: Writer) -> None:
    address = _ADDRESS.match(one.name)
    if address is None:
        return
    access, running = one.facts.get("access_state"), one.facts.get("state")
    state, optimised = _ACCESS.get(access or "", (None, None))
    if running in _PROBLEM:
        state, optimised = "dead", None
    elif running != "running":
        state, optimised = None, None
    out.add(
        "path", one.line, host=host, device=device, hctl=one.name, hba=f"host{one.name.partition(':')[0]}",
        target=address.group(1), lun=int(address.group(2)), state=state,
        state_text=" ".join(word for word in (access, running) if word) or None, optimised=optimised, transport="fc",
    )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if _BUS.search(capture.head) and 'Device = "' in capture.head:
        return Detection(95, "systool listing of the SCSI bus")
    return None


READERS = (
    Reader(
        name="linux-systool-bus", platform="linux", command="systool -b scsi -v",
        provides={
            "host": ("host", "platform"),
            "device": word_list("host device vendor model revision transport queue_depth scsi_timeout_seconds"),
            "path": ("host", "device", "hctl", "hba", "target", "lun", "state", "state_text", "optimised", "transport"),
        },
        detect=_detect, read=_read, needles=("Bus =", "Device ="), begins=r'^[ \t]*Bus = "scsi"[ \t]*$',
        owner_in=host_name_in,
    ),
)  # fmt: skip
