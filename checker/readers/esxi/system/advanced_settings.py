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
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts, Named
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Source, Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner

KEYS = (
    "path", "type", "int value", "default int value", "min value", "max value", "string value", "default string value",
    "valid characters", "description", "host specific", "impact", "hidden",
)  # fmt: skip
_NEEDED = ("path", "type", "int value", "string value", "description")
_UNIT = re.compile(
    r"\(in (KB|MB|GB|bytes|ms|msec|milliseconds|seconds|sec|minutes)\)|\bin (milliseconds|seconds|minutes)\b"
)
_VALUE_OF = re.compile(r"Value of (\w{1,80}) is(?: (.{0,400}))?\Z")
_OPTION = re.compile(r"(?:\s|\A)/([A-Za-z0-9][\w.]{0,60}(?:/[\w.]{1,60}){0,3})/([A-Za-z]\w{0,80})(?=[\s;\"']|\Z)")
_SECRET = re.compile(r"passw|secret|credential|token|privatekey|community", re.IGNORECASE)


def _scope(record: Record) -> str:
    return (record.text("path") or "").strip("/").rpartition("/")[0]


def _setting(record: Record) -> str:
    """Return the last part of the path; empty if the path has no scope."""
    return (record.text("path") or "").strip("/").rpartition("/")[2] if _scope(record) else ""


def _number(record: Record) -> str | None:
    return record.text("int value") if record.text("type") != "string" else None


def _unit(record: Record) -> str | None:
    found = _UNIT.search(record.text("description") or "")
    return found.group(1) or found.group(2) if found else None


def _is_public(record: Record) -> bool:
    return not _SECRET.search(_setting(record))


_NAMES: dict[str, Source[Record]] = {"host": owner, "scope": _scope, "setting": _setting}
PARTS = (
    Named(
        _setting, "skipped an advanced setting without its path",
        HOST,
        Where(
            _is_public,
            Facts("host_setting", _NAMES, when=_number, line="int value", value=_number, unit=_unit),
            Facts(
                "host_setting", _NAMES, when=lambda record: not _number(record), line="string value",
                value="string value",
            ),
        ),
    ),
)  # fmt: skip


def _values(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the settings that ``esxcfg-advcfg`` prints; those whose group is unknown have scope ``advanced``."""
    groups = {setting: group for group, setting in _OPTION.findall((capture.command or "")[:4000])}
    for line, text in capture.lines():
        found = _VALUE_OF.match(text.strip())
        if found is None:
            groups |= {setting: group for group, setting in _OPTION.findall(text[:4000])}
            if not listing.is_noise(text):
                out.unread(line)
            continue
        setting, value = found.groups("")
        if setting not in groups:
            out.note(line, f"the group of {setting} is unknown; include the command line in the capture")
            groups[setting] = "advanced"
        yield Record(line, {"scope": groups[setting], "setting": setting, "value": value.strip()})


READERS = (
    Family("esxi", listing.records(KEYS, None, _NEEDED)).reader(
        "esxi-advanced-settings", "esxcli system settings advanced list",
        listing.by_keys("Path, Int Value and Default Int Value", "default int value", KEYS, None),
        *PARTS, needles=("Default Int Value",),
    ),
    Family("esxi", _values).reader(
        "esxi-advcfg-get", "esxcfg-advcfg -g",
        listing.by_share(
            "lines of the form Value of <option> is <value>", _VALUE_OF, needs=_VALUE_OF, claims=((0.8, 90), (0.5, 60))
        ),
        HOST,
        Facts(
            "host_setting", when=lambda record: record.text("value") and not _SECRET.search(record.values["setting"]),
            host=owner, scope="scope", setting="setting", value="value",
        ),
        needles=("Value of ",), verified=False,
    ),
)  # fmt: skip
