"""``esxcli system settings advanced list`` (ESXi 5 to 8), and ``esxcfg-advcfg -g <option>``.

       Path: /Disk/DiskMaxIOSize
       Type: integer
       Int Value: 32767
       Default Int Value: 32767
       Min Value: 32
       Max Value: 32767
       String Value:
       Default String Value:
       Valid Characters:
       Description: Max Disk READ/WRITE I/O size before splitting (in KB)

    Value of UseATSForHBOnVMFS5 is 1

``/Disk/DiskMaxIOSize`` becomes setting DiskMaxIOSize of scope Disk. ``esxcfg-advcfg`` doesn't print the group; only the
command names it. Texts of settings that may be secrets are not kept.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = frozenset(
    (
        "path", "type", "int value", "default int value", "min value", "max value", "string value",
        "default string value", "valid characters", "description", "host specific", "impact", "hidden",
    )
)  # fmt: skip
_NEEDED = ("path", "type", "int value", "string value", "description")
_UNIT = re.compile(
    r"\(in (KB|MB|GB|bytes|ms|msec|milliseconds|seconds|sec|minutes)\)|\bin (milliseconds|seconds|minutes)\b"
)
_VALUE_OF = re.compile(r"Value of (\w{1,80}) is(?: (.{0,400}))?\Z")
_OPTION = re.compile(r"(?:\s|\A)/([A-Za-z0-9][\w.]{0,60}(?:/[\w.]{1,60}){0,3})/([A-Za-z]\w{0,80})(?=[\s;\"']|\Z)")
_SECRET = re.compile(r"passw|secret|credential|token|privatekey|community", re.IGNORECASE)
_COLUMNS = ("host", "scope", "setting", "value", "unit")


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one advanced setting."""
    path = record.get("path")
    scope, slash, setting = (path or "").strip("/").rpartition("/")
    if not slash or not setting:
        out.note(record.line, "skipped an advanced setting without its path")
        out.unread(record.line, len(record.values))
        return False
    number = record.get("int value") if record.get("type") != "string" else None
    value = number or record.get("string value")
    if _SECRET.search(setting):
        return True
    unit = _UNIT.search(record.get("description") or "") if number else None
    out.add(
        "host_setting", record.at("int value" if number else "string value"), host=capture.owner, scope=scope,
        setting=setting, value=value, unit=(unit.group(1) or unit.group(2)) if unit else None,
    )  # fmt: skip
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, None, _NEEDED)):
        writer.take(record)


def _read_values(capture: Capture, out: Writer) -> None:
    host_written = False
    groups = {setting: group for group, setting in _OPTION.findall((capture.command or "")[:4000])}
    for line, text in capture.lines():
        found = _VALUE_OF.match(text.strip())
        if found is None:
            groups |= {setting: group for group, setting in _OPTION.findall(text[:4000])}
            if not listing.is_noise(text):
                out.unread(line)
            continue
        setting, value = found.groups()
        if setting not in groups:
            out.note(line, f"the group of {setting} is unknown; include the command line in the capture")
        if not host_written:
            out.add("host", line, host=capture.owner, platform="esxi")
            host_written = True
        if value and not _SECRET.search(setting):
            scope = groups.get(setting, "advanced")
            out.add("host_setting", line, host=capture.owner, scope=scope, setting=setting, value=value.strip())


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(capture, KEYS, None, "default int value", "Path, Int Value and Default Int Value")


def _detect_values(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n")]
    if not any(_VALUE_OF.match(line) for line in lines):
        return None
    share = listing.known_share(lines, _VALUE_OF.match)
    return (
        Detection(90 if share >= 0.8 else 60, "lines of the form Value of <option> is <value>")
        if share >= 0.5
        else None
    )


READERS = (
    Reader(
        name="esxi-advanced-settings", platform="esxi", command="esxcli system settings advanced list",
        provides={"host": ("host", "platform"), "host_setting": _COLUMNS}, detect=_detect, read=_read,
        needles=("Default Int Value",),
    ),
    Reader(
        name="esxi-advcfg-get", platform="esxi", command="esxcfg-advcfg -g",
        provides={"host": ("host", "platform"), "host_setting": _COLUMNS[:-1]}, detect=_detect_values,
        read=_read_values, needles=("Value of ",), verified=False,
    ),
)  # fmt: skip
