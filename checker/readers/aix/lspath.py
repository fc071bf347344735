"""Paths under AIX MPIO: ``lspath``, with ``-l <disk>``, with ``-H``, and with selected fields (``-F``).

Samples::

    Enabled hdisk4 fscsi0
    Failed  hdisk4 fscsi1

    Enabled hdisk4 0 fscsi0 50050768020000a1,1000000000000
    hdisk4:1:Failed:fscsi1:50050768020000a2,1000000000000

Fields are recognized by their form: ``-F`` may put them in any order. A path without id and connection has no name: it gets
the host's and its number among the disk's paths.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from checker.facts.observations import Value, Writer
from checker.readers.aix.lun import lun_number
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_STATES = {
    "enabled": "active",
    "failed": "dead",
    "missing": "dead",
    "disabled": "disabled",
    "defined": "unavailable",
    "detected": "unknown",
}
_STATUS = "|".join(word.capitalize() for word in _STATES)
_PARENT = re.compile(r"(fscsi|vscsi|iscsi|sissas|sas|scsi|sfwcomm)[0-9]{1,5}\Z")
_CONNECTION = re.compile(r"(?:[0-9a-fA-F]{6,16},[0-9a-fA-F]{1,16}|[0-9a-fA-F]{8,16})\Z")
_DISK = re.compile(r"hdisk\w{1,30}\Z")
_SEPARATOR = re.compile(r"[\s:;|]+")
_HEADINGS = frozenset({"status", "name", "parent", "path_id", "connection", "path_status", "device", "id"})
_OTHERS = re.compile(r"(?:ses|tape|rmt|cd|smc|dac|nvme)\w{0,20}\Z")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:lspath|exit|\Z)|(?:sudo )?lspath\b|===> |[=-]+\Z")
_DETECT = re.compile(
    rf"^[ \t]*(?:(?:{_STATUS})[ \t:;|]+hdisk\w{{1,30}}[ \t:;|]+(?:[0-9]{{1,4}}[ \t:;|]+)?(?:fscsi|vscsi|iscsi|sissas|sas|scsi)[0-9]"
    rf"|hdisk\w{{1,30}}[ \t:;|]+(?=[^\n]{{0,80}}\b(?:fscsi|vscsi|iscsi|sissas|sas|scsi)[0-9])[^\n]{{0,80}}(?<![\w-])(?:{_STATUS})\b(?![ \t]+[a-z])"
    rf"|(?:fscsi|vscsi)[0-9]{{1,5}}[ \t:;|]+(?=[^\n]{{0,80}}\bhdisk\w)[^\n]{{0,80}}(?<![\w-])(?:{_STATUS})\b)",
    re.MULTILINE,
)
_DEVICE_ARGUMENT = re.compile(r"\s-l\s{0,4}['\"]?(hdisk\w{1,30})")
_TRANSPORTS = {"fscsi": "fc", "iscsi": "iscsi", "sas": "sas", "sissas": "sas"}
_LONGEST_LINE = 400


class _Row(NamedTuple):
    line: int
    disk: str
    status: str
    parent: str
    path_id: str | None
    connection: str | None


def _row(line: int, text: str, argument: str | None) -> _Row | None:
    """Identify the fields of a row by their form; None if a form is unknown or a required field is missing."""
    disk, status, parent, path_id, connection = argument, None, None, None, None
    for word in filter(None, _SEPARATOR.split(text)):
        if word.lower() in _STATES and status is None:
            status = word
        elif _PARENT.match(word):
            parent = word
        elif _DISK.match(word):
            disk = word
        elif word.isdigit() and len(word) < 5 and path_id is None:
            path_id = word
        elif _CONNECTION.match(word):
            connection = word
        elif word.lower() != "available" and not re.match(r"\([0-9]{1,9}\)\Z", word):
            return None
    if disk is None or status is None or parent is None:
        return None
    return _Row(line, disk, status, parent, path_id, connection)


def _read(capture: Capture, out: Writer) -> None:
    argument = _DEVICE_ARGUMENT.search(capture.command or "")
    named = argument.group(1) if argument else None
    rows: PackedList[_Row] = PackedList()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        words = [word for word in _SEPARATOR.split(line.strip()) if word]
        if not words or all(word.lower() in _HEADINGS for word in words):
            continue
        row = _row(number, line, named) if len(line) < _LONGEST_LINE else None
        if row is not None:
            rows.append(row)
        elif words[0].lower() in _STATES and any(_OTHERS.match(word) for word in words[1:]):
            continue
        elif number == last and rows and words[0].lower() in _STATES:
            out.ends_inside_record = True
            out.note(number, "the last row is cut; it was left out")
        elif _NOISE.match(line.strip()):
            named = match.group(1) if (match := _DEVICE_ARGUMENT.search(line)) else named
        else:
            out.unread(number)
    _write(capture.owner, rows, out)


def _write(host: str, rows: Sequence[_Row], out: Writer) -> None:
    counts: dict[str, int] = {}
    if rows:
        out.add("host", rows[0].line, host=host, platform="aix", multipath_software="mpio")
    for row in rows:
        device = f"block:{row.disk}"
        if row.disk not in counts:
            out.add("device", row.line, host=host, device=device, kernel_name=row.disk, multipath_owner="mpio")
            out.add("device_owner", row.line, host=host, device=device, multipath_owner="mpio")
        counts[row.disk] = counts.get(row.disk, 0) + 1
        kind = row.parent.rstrip("0123456789")
        port, _, lun = (row.connection or "").partition(",")
        facts: dict[str, Value] = {}
        if kind == "fscsi" and lun:
            facts["target_wwpn"] = out.wwn(port, row.line, "path", "target_wwpn", f"{host} {row.disk}")
        out.add(
            "path",
            row.line,
            host=host,
            device=device,
            path_name=row.path_id or f"{host} {counts[row.disk]}",
            hba=row.parent,
            lun=lun_number(lun) if lun else None,
            state=_STATES[row.status.lower()],
            state_text=row.status,
            transport=_TRANSPORTS.get(kind),
            plugin="MPIO",
            **facts,
        )


def _detect(capture: Capture) -> Detection | None:
    return Detection(92, "status, disk and parent of lspath") if _DETECT.search(capture.head) else None


READERS = (
    Reader(
        name="aix-lspath",
        platform="aix",
        command="lspath",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": ("host", "device", "kernel_name", "multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("host device path_name hba target_wwpn lun state state_text transport plugin"),
        },
        detect=_detect,
        read=_read,
        needles=("hdisk",),
        # lsmpio reports more about the same paths.
        trust=55,
    ),
)
