"""Attributes of disks and FC adapters on AIX: ``lsattr -El hdisk4|fscsi0|fcs0``, ``lsdev -dev hdisk4 -attr`` on a VIOS.

Sample::

    PCM             PCM/friend/fcpother                               Path Control Module     False
    algorithm       round_robin                                       Algorithm               True+
    hcheck_interval 60                                                Health Check Interval   True+
    lun_id          0x2000000000000                                   Logical Unit Number ID  False
    queue_depth     32                                                Queue DEPTH             True+
    unique_id       36213600014400000001000000000000000A107Invista03EMCfcp Unique device identifier False

The device name is not printed: it is taken from the command, or from a line before its attributes that contains nothing
else but punctuation, as loops print it (``hdisk4:``, ``== hdisk4 ==``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST, disk
from checker.readers.toolkit.base import Capture, word_list
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner, parsed
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.toolkit.rounded import disk_size
from checker.readers.toolkit.scsi_numbers import lun_number

_ROW = re.compile(r"\s*([A-Za-z]\w{1,30})\s+(\S.*?\s)?\s*(True|False)\+?\s*\Z")
_MARK = r"[^\w\s]{0,20}"
_NAME = re.compile(
    rf"\s*{_MARK}[ \t]{{0,4}}((?:hdisk|hdiskpower|fscsi|fcs|vscsi|iscsi)\w{{1,30}})[ \t]{{0,4}}{_MARK}\s*\Z"
)
_DEVICE_ARGUMENT = re.compile(r"\s(?:-\w{0,3}l|-dev)\s{0,4}['\"]?(\w{1,40})")
_NOISE = re.compile(shell_noise("lsattr|lsdev", r"attribute\s+value\b"))
_DETECT = (
    r"^[ \t]*(?:reserve_policy|queue_depth|unique_id|hcheck_mode|fc_err_recov|dyntrk|scsi_id|num_cmd_elems|max_xfer_size|lg_term_dma|PR_key_value)"
    r"[ \t]+\S[^\n]{0,200}[ \t](?:True|False)\+?[ \t]*$"
)
# The first attributes of disks, of protocol devices and of adapters, and the line above them that names the device.
_BEGINS = (
    rf"^(?:(?:[^\n]{{0,80}}\blsattr[ \t][^\n]{{0,80}}|[ \t]*{_MARK}[ \t]{{0,4}}(?:hdisk|fscsi|fcs)\w{{1,30}}[ \t]{{0,4}}{_MARK}[ \t]*)\n)?"
    r"[ \t]*(?:PCM[ \t]+PCM/|PR_key_value[ \t]|attach[ \t]+(?:switch|al|none|pt2pt)[ \t]|DIF_\w+[ \t]|bus_intr_lvl[ \t])[^\n]{0,200}"
    r"[ \t](?:True|False)\+?[ \t]*$"
)
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
    "scsi_id": r"0x[0-9a-fA-F]{1,6}",
}
_KNOWN = {name: re.compile(rf"(?:{pattern})\Z") for name, pattern in _VALUES.items()}
_SETTINGS = word_list("""
    algorithm reserve_policy hcheck_interval hcheck_mode timeout_policy rw_timeout queue_depth
    attach dyntrk fc_err_recov num_cmd_elems max_xfer_size lg_term_dma init_link
""")
_OF_DISKS = frozenset({"unique_id", "queue_depth", "algorithm", "reserve_policy", "lun_id"})
_LONGEST_LINE = 600


def _devices(capture: Capture, out: Writer) -> Iterator[TextRow]:
    argument = _DEVICE_ARGUMENT.search(capture.command or "")
    name = argument.group(1) if argument else ""
    devices: PackedList[TextRow] = PackedList()
    seen: set[str] = set()

    def begin(line: int, name: str) -> None:
        devices.append(TextRow(line, {"name": name}))
        seen.clear()

    for place, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _NAME.match(line):
            begin(place, match.group(1))
        elif len(line) < _LONGEST_LINE and (match := _ROW.match(line)):
            attribute, rest = match.group(1), (match.group(2) or "").split()
            if not devices or attribute in seen:
                begin(place, "" if devices else name)
            seen.add(attribute)
            if attribute in _KNOWN and rest and _KNOWN[attribute].match(rest[0]):
                devices[-1].values[attribute] = rest[0]
                devices[-1].lines[attribute] = place
        elif _NOISE.match(text):
            # The command is part of the text where there is no prompt before it.
            if match := _DEVICE_ARGUMENT.search(text):
                begin(place, match.group(1))
        else:
            out.unread(place)
    for device in devices:
        if device.lines:
            if disk(device) is None:
                out.note(device.line, "skipped the attributes of a device whose name is unknown")
            yield device


READERS = (
    Family("aix", _devices).reader(
        "aix-lsattr", "lsattr -El", by_pattern("attributes and user-settable marks of lsattr", (92, _DETECT)), HOST,
        *(
            Facts("host_setting", needs=("scope", "value"), line=name, host=owner, scope="name", setting=const(name), value=name)
            for name in _SETTINGS
        ),
        # Only this shows which adapter a protocol device belongs to: fscsi0 to fcs0.
        Facts(
            "host_setting", needs=("scope", "value"), line="scsi_id", host=owner, scope="name", setting=const("scsi_id"),
            value=parsed(lambda value: normalise.fcid(value.lower().removeprefix("0x").zfill(6)), "scsi_id"),
        ),
        Facts(
            "device", disk_size("size_in_mb", "M"), when=lambda row: _OF_DISKS & row.lines.keys(), needs="device", host=owner, device=disk,
            kernel_name="name", queue_depth=number("queue_depth"), scsi_timeout_seconds=number("rw_timeout"),
            max_io_bytes=parsed(lambda value: whole(value, 16), "max_transfer"),
            lun=parsed(lun_number, "lun_id"), policy="algorithm",
        ),
        also=("lsdev -dev hdisk4 -attr",), needles=("_",), begins=_BEGINS,
    ),
)  # fmt: skip
