"""Attributes of disks and FC adapters on AIX: ``lsattr -El hdisk4|fscsi0|fcs0``, ``lsdev -dev hdisk4 -attr`` on a VIOS.

Sample::

    PCM             PCM/friend/fcpother                               Path Control Module     False
    algorithm       round_robin                                       Algorithm               True+
    hcheck_interval 60                                                Health Check Interval   True+
    lun_id          0x2000000000000                                   Logical Unit Number ID  False
    queue_depth     32                                                Queue DEPTH             True+
    unique_id       36213600014400000001000000000000000A107Invista03EMCfcp Unique device identifier False

The device name is not printed: it is taken from the command, or from a line that contains only it before its
attributes. The identity of the LUN is in unique_id: two digits, the length in hexadecimal, a 3, and the NAA number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.aix.lun import lun_number
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_ROW = re.compile(r"\s*([A-Za-z]\w{1,30})\s+(\S.*?\s)?\s*(True|False)\+?\s*\Z")
_NAME = re.compile(r"\s*((?:hdisk|hdiskpower|fscsi|fcs|vscsi|iscsi)\w{1,30})\s*:?\s*\Z")
_DEVICE_ARGUMENT = re.compile(r"\s(?:-\w{0,3}l|-dev)\s{0,4}['\"]?(\w{1,40})")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:lsattr|lsdev|exit|\Z)|(?:sudo )?(?:lsattr|lsdev)\b|===> |[=-]+\Z|attribute\s+value\b"
)
_DETECT = re.compile(
    r"^[ \t]*(?:reserve_policy|queue_depth|unique_id|hcheck_mode|fc_err_recov|dyntrk|num_cmd_elems|max_xfer_size|lg_term_dma|PR_key_value)"
    r"[ \t]+\S[^\n]{0,200}[ \t](?:True|False)\+?[ \t]*$",
    re.MULTILINE,
)
_UNIQUE = re.compile(r"[0-9A-Fa-f]{2}(?:213([0-9A-Fa-f]{32})|113([0-9A-Fa-f]{16}))")
# Possible values; if the value is missing, the description would otherwise be read as the value.
_VALUES = {
    "algorithm": r"fail_over|round_robin|shortest_queue|load_balance\w{0,12}|failover\w{0,12}",
    "reserve_policy": r"no_reserve|single_path|PR_exclusive|PR_shared",
    "hcheck_interval": r"[0-9]{1,6}",
    "hcheck_mode": r"nonactive|enabled|failed",
    "timeout_policy": r"fail_path|retry_path|disable_path",
    "rw_timeout": r"[0-9]{1,6}",
    "queue_depth": r"[0-9]{1,6}",
    "max_transfer": r"0x[0-9a-fA-F]{1,8}",
    "size_in_mb": r"[0-9]{1,12}",
    "lun_id": r"0x[0-9a-fA-F]{1,16}",
    "unique_id": r"\S{8,120}",
    "attach": r"switch|al|none|pt2pt",
    "dyntrk": r"yes|no",
    "fc_err_recov": r"fast_fail|delayed_fail",
    "num_cmd_elems": r"[0-9]{1,6}",
    "max_xfer_size": r"0x[0-9a-fA-F]{1,8}",
    "lg_term_dma": r"0x[0-9a-fA-F]{1,8}",
    "init_link": r"al|pt2pt|auto",
}
_KNOWN = {name: re.compile(rf"(?:{pattern})\Z") for name, pattern in _VALUES.items()}
_SETTINGS = (
    *("algorithm", "reserve_policy", "hcheck_interval", "hcheck_mode", "timeout_policy", "rw_timeout", "queue_depth"),
    *("attach", "dyntrk", "fc_err_recov", "num_cmd_elems", "max_xfer_size", "lg_term_dma", "init_link"),
)
_OF_DISKS = frozenset({"unique_id", "queue_depth", "algorithm", "reserve_policy", "lun_id"})
_LONGEST_LINE = 600


@dataclass
class _Device:
    line: int
    name: str | None
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)


def _read(capture: Capture, out: Writer) -> None:
    argument = _DEVICE_ARGUMENT.search(capture.command or "")
    devices: PackedList[_Device] = PackedList()
    name = argument.group(1) if argument else None
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _NAME.match(line):
            name = match.group(1)
            devices.append(_Device(number, name))
        elif len(line) < _LONGEST_LINE and (match := _ROW.match(line)):
            attribute, rest = match.group(1), (match.group(2) or "").split()
            if not devices or attribute in devices[-1].seen:
                devices.append(_Device(number, name if not devices else None))
            devices[-1].seen.add(attribute)
            if attribute in _KNOWN and rest and _KNOWN[attribute].match(rest[0]):
                devices[-1].facts[attribute] = (number, rest[0])
        elif _NOISE.match(text):
            # The command is part of the text where there is no prompt before it.
            name = match.group(1) if (match := _DEVICE_ARGUMENT.search(text)) else name
            if match:
                devices.append(_Device(number, name))
        else:
            out.unread(number)
    host_written = False
    for device in devices:
        if not device.facts:
            continue
        if not host_written:
            out.add("host", device.line, host=capture.owner, platform="aix")
            host_written = True
        _write(device, capture.owner, out)


def _write(device: _Device, host: str, out: Writer) -> None:
    _, unique = device.facts.get("unique_id", (device.line, ""))
    found = _UNIQUE.match(unique)
    identity = normalise.device_id(found.group(1) or found.group(2)) if found else None
    if device.name is None and identity is None:
        out.note(device.line, "attributes of a device whose name is not there: they belong to nothing")
        return
    if device.name:
        for setting in _SETTINGS:
            if setting in device.facts:
                at, value = device.facts[setting]
                out.add("host_setting", at, host=host, scope=device.name, setting=setting, value=value)
    if not _OF_DISKS & device.facts.keys():
        return
    facts: dict[str, Value] = {}
    if device.name:
        facts["kernel_name"] = device.name
    for attribute, column in (("queue_depth", "queue_depth"), ("rw_timeout", "scsi_timeout_seconds")):
        if attribute in device.facts:
            facts[column] = int(device.facts[attribute][1])
    if "max_transfer" in device.facts:
        facts["max_io_bytes"] = int(device.facts["max_transfer"][1], 16)
    if "size_in_mb" in device.facts:
        facts["size_bytes"] = int(device.facts["size_in_mb"][1]) << 20
    if "lun_id" in device.facts:
        facts["lun"] = lun_number(device.facts["lun_id"][1])
    if "algorithm" in device.facts:
        facts["policy"] = device.facts["algorithm"][1]
    out.add("device", device.line, host=host, device=identity or f"block:{device.name}", **facts)


def _detect(capture: Capture) -> Detection | None:
    return Detection(92, "attributes and user-settable marks of lsattr") if _DETECT.search(capture.head) else None


READERS = (
    Reader(
        name="aix-lsattr",
        platform="aix",
        command="lsattr -El",
        provides={
            "host": ("host", "platform"),
            "host_setting": ("host", "scope", "setting", "value"),
            "device": word_list("""
                host device kernel_name queue_depth scsi_timeout_seconds max_io_bytes size_bytes lun policy
            """),
        },
        detect=_detect,
        read=_read,
        needles=("_",),
    ),
)
