"""Paths under AIX MPIO: ``lspath``, with ``-l <disk>``, with ``-H``, and with selected fields (``-F``).

Samples::

    Enabled hdisk4 fscsi0
    Failed  hdisk4 fscsi1

    Enabled hdisk4 0 fscsi0 50050768020000a1,1000000000000
    hdisk4:1:Failed:fscsi1:50050768020000a2,1000000000000

Fields are recognised by their form: ``-F`` may put them in any order. A path without id and connection has no name: it gets
the host's and its number among the disk's paths.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from checker.facts.observations import Writer
from checker.readers.aix.facts import MPIO_DISKS, write_disk
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.scsi_numbers import lun_number

_STATES = {
    "enabled": "active", "failed": "dead", "missing": "dead", "disabled": "disabled", "defined": "unavailable",
    "detected": "unknown",
}  # fmt: skip
_STATUS = "|".join(word.capitalize() for word in _STATES)
_PARENT = re.compile(r"(fscsi|vscsi|iscsi|sissas|sas|scsi|sfwcomm)[0-9]{1,5}\Z")
_CONNECTION = re.compile(r"(?:[0-9a-fA-F]{1,16},[0-9a-fA-F]{1,16}|[0-9a-fA-F]{8,16})\Z")
_LOCAL = ("sissas", "sas", "scsi")  # their connection may be a target and LUN (5,0), or a number
_DISK = re.compile(r"hdisk\w{1,30}\Z")
_SEPARATOR = re.compile(r"[\s:;|]+")
_HEADINGS = frozenset({"status", "name", "parent", "path_id", "connection", "path_status", "device", "id"})
_OTHERS = re.compile(r"(?:ses|tape|rmt|cd|smc|dac|nvme)\w{0,20}\Z")
_NOISE = re.compile(shell_noise("lspath"))
_DETECT = (
    rf"^[ \t]*(?:(?:{_STATUS})[ \t:;|]+hdisk\w{{1,30}}[ \t:;|]+(?:[0-9]{{1,4}}[ \t:;|]+)?(?:fscsi|vscsi|iscsi|sissas|sas|scsi)[0-9]"
    rf"|hdisk\w{{1,30}}[ \t:;|]+(?=[^\n]{{0,80}}\b(?:fscsi|vscsi|iscsi|sissas|sas|scsi)[0-9])[^\n]{{0,80}}(?<![\w-])(?:{_STATUS})\b(?![ \t]+[a-z])"
    rf"|(?:fscsi|vscsi)[0-9]{{1,5}}[ \t:;|]+(?=[^\n]{{0,80}}\bhdisk\w)[^\n]{{0,80}}(?<![\w-])(?:{_STATUS})\b)"
)
_DEVICE_ARGUMENT = re.compile(r"\s-l\s{0,4}['\"]?(hdisk\w{1,30})")
_TRANSPORTS = {"fscsi": "fc", "iscsi": "iscsi", "sas": "sas", "sissas": "sas"}
_LONGEST_LINE = 400


class _Row(NamedTuple):
    disk: str
    status: str
    parent: str
    path_id: str | None
    connection: str | None


def _row(text: str, argument: str | None) -> _Row | None:
    """Identify the fields of a row by their form; None if a form is unknown or a required field is missing."""
    disk, status, parent, path_id, connection = argument, None, None, None, None
    for word in filter(None, _SEPARATOR.split(text)):
        if word.lower() in _STATES and (status is None or status.lower() == "defined" or word.lower() == "defined"):
            # ``path_status`` is Available or Defined; ``status`` says more about a path that is only defined.
            status = word if status is None or word.lower() != "defined" else status
        elif _PARENT.match(word):
            parent = word
        elif _DISK.match(word):
            disk = word
        elif word.isdecimal() and len(word) < 5 and path_id is None:
            path_id = word
        elif connection is None and (_CONNECTION.match(word) or (word.isdecimal() and len(word) < 8)):
            connection = word
        elif word.lower() != "available" and not re.match(r"\([0-9]{1,9}\)\Z", word):
            return None
    if disk is None or status is None or parent is None:
        return None
    if connection is not None and not parent.startswith(_LOCAL):
        port, comma, _ = connection.partition(",")
        if len(port) < (6 if comma else 8) or (parent.startswith("fscsi") and not comma):
            # Over Fibre Channel, a connection is a WWPN and a LUN; this one was cut off.
            return None
    return _Row(disk, status, parent, path_id, connection)


def _read(capture: Capture, out: Writer) -> None:
    argument = _DEVICE_ARGUMENT.search(capture.command or "")
    named = argument.group(1) if argument else None
    paths_of: Counter[str] = Counter()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        words = [word for word in _SEPARATOR.split(line.strip()) if word]
        if not words or all(word.lower() in _HEADINGS for word in words):
            continue
        row = _row(line, named) if len(line) < _LONGEST_LINE else None
        if row is not None:
            if row.disk not in paths_of:
                write_disk(out, capture.owner, number, row.disk, first=not paths_of)
            paths_of[row.disk] += 1
            _write(capture.owner, number, row, paths_of[row.disk], out)
        elif words[0].lower() in _STATES and any(_OTHERS.match(word) for word in words[1:]):
            continue
        elif number == last and paths_of and words[0].lower() in _STATES:
            out.ends_inside_record = True
            out.note(number, "skipped the last row: it is truncated")
        elif _NOISE.match(line.strip()):
            named = match.group(1) if (match := _DEVICE_ARGUMENT.search(line)) else named
        else:
            out.unread(number)


def _write(host: str, line: int, row: _Row, order: int, out: Writer) -> None:
    kind = row.parent.rstrip("0123456789")
    port, _, lun = (row.connection or "").partition(",")
    fibre = kind == "fscsi" and lun
    out.add(
        "path", line, host=host, device=f"block:{row.disk}", path_name=row.path_id or f"{host} {order}", hba=row.parent,
        target_wwpn=out.wwn(port, line, "path", "target_wwpn", f"{host} {row.disk}") if fibre else None,
        lun=lun_number(lun) if lun else None, state=_STATES[row.status.lower()], state_text=row.status,
        transport=_TRANSPORTS.get(kind), plugin="MPIO",
    )  # fmt: skip


READERS = (
    Reader(
        name="aix-lspath",
        platform="aix",
        command="lspath",
        provides={
            **MPIO_DISKS,
            "path": word_list("host device path_name hba target_wwpn lun state state_text transport plugin"),
        },
        detect=by_pattern("status, disk and parent of lspath", (92, _DETECT)),
        read=_read,
        needles=("hdisk",),
        selects=r"\s-l[ \t]*(?!\$)\w",
        narrows=r"\s-[psw][ \t]*(?!\$)\w",
        # lsmpio reports more about the same paths.
        trust=55,
    ),
)
