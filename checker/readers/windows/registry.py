r"""Registry values of multipathing and disks: ``reg query <key>`` and exports of the registry editor.

As printed by reg.exe::

    HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\mpio\Parameters
        PDORemovePeriod    REG_DWORD    0x14
        PathVerifyEnabled    REG_DWORD    0x0

In an export::

    [HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\Disk]
    "TimeOutValue"=dword:0000003c

``Get-ItemProperty`` of PowerShell lists the same values with the key in ``PSPath``.

Only keys of disk and HBA drivers are read; all other keys are skipped and never printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import parsed
from checker.readers.toolkit.numbers import whole
from checker.readers.windows.family import HOST, WINDOWS, all_records, host
from checker.readers.windows.records import Record, properties
from checker.readers.windows.settings import UNITS

_KEY = re.compile(r"\s*\[?-?(HKEY_LOCAL_MACHINE|HKLM)\\(.{1,400}?)\]?\s*\Z", re.IGNORECASE)
_OTHER_KEY = re.compile(r"\s*\[?-?HKEY_[A-Z_]+\\|\s*\[?-?HK(?:CU|CR|U|CC)\\")
_QUERIED = re.compile(r"\s*(\S.{0,200}?)(?:    |\t+|\s{2,})(REG_[A-Z_]+)(?:(?:    |\t+|\s{2,})(.*))?\Z")
_COLLAPSED = re.compile(r"\s*(\w{1,100}) (REG_[A-Z_]+) (.*)\Z")
_EXPORTED = re.compile(r'\s*(?:"((?:[^"\\]|\\.){1,200})"|@)=(.*)\Z')
_SERVICE = re.compile(
    r"SYSTEM\\(?:CurrentControlSet|ControlSet[0-9]{3})\\Services\\(disk|msdsm\\Parameters|mpio\\Parameters|(?:ql\w+|elx\w+|lpx\w+|bfa\w*|emc\w+)"
    r"\\Parameters(?:\\Device[0-9]*)?)\Z",
    re.IGNORECASE,
)
_OTHER_LINE = re.compile(r"\s*(?:Windows Registry Editor|REGEDIT|End of search|ERROR:|reg query|;|[A-Za-z]:\\)")
# A timer has one name in all exports, that of the storage cmdlets.
_NAMES = {
    "pathverifyenabled": "PathVerificationState",
    "pathverificationperiod": "PathVerificationPeriod",
    "pdoremoveperiod": "PDORemovePeriod",
    "retrycount": "RetryCount",
    "retryinterval": "RetryInterval",
    "usecustompathrecoveryinterval": "UseCustomPathRecoveryTime",
    "pathrecoveryinterval": "CustomPathRecoveryTime",
    "diskpathcheckenabled": "DiskPathCheckEnabled",
    "diskpathcheckinterval": "DiskPathCheckInterval",
}
_UNITS = {**UNITS, "DiskPathCheckInterval": "s", "TimeOutValue": "s"}
_SWITCHES = ("PathVerificationState", "UseCustomPathRecoveryTime")
_HBA_VALUES = ("driverparameter", "numberofrequests", "maximumsglist", "queuedepth")


def _values(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the settings that reg.exe prints or an export contains."""
    service: str | None = None
    inside = False
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _KEY.match(text):
            found = _SERVICE.match(match.group(2).strip())
            service, inside = (found.group(1) if found else None), True
        elif _OTHER_KEY.match(text):
            service, inside = None, True
        elif value := _value(text):
            if service is not None and (setting := _setting(service, *value)):
                yield Record(line, setting)
        elif not ((inside and text.startswith((" ", "\t"))) or _OTHER_LINE.match(text)):
            out.unread(line)


def _items(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield registry keys, each followed by the settings among its properties."""
    for record in all_records(capture, out):
        key = re.search(r"::HKEY_LOCAL_MACHINE\\(.{1,400})\Z", record.text("pspath") or "", re.IGNORECASE)
        service = _SERVICE.match(key.group(1)) if key else None
        if service is None:
            continue
        yield record
        for name in record.values:
            value = record.text(name)
            if value is not None and (setting := _setting(service.group(1), name, value)):
                yield Record(record.line, {**record.values, **setting}, {"value": record.at(name)}, record.guest)


def _value(text: str) -> tuple[str, str] | None:
    """Return name and value from a line of reg.exe or of an export, with numbers in decimal."""
    if match := _QUERIED.match(text) or _COLLAPSED.match(text):
        name, kind, data = match.group(1), match.group(2), (match.group(3) or "").strip()
        return name, _number(data) if kind in ("REG_DWORD", "REG_QWORD") else data
    if match := _EXPORTED.match(text):
        name, data = match.group(1) or "", match.group(2).strip()
        if data.lower().startswith("dword:"):
            return name, _number(data[6:])
        return name, data.strip('"')
    return None


def _number(text: str) -> str:
    digits = text.split("(", maxsplit=1)[0].strip().lower().removeprefix("0x")
    return str(whole(digits, 16)) if re.fullmatch(r"[0-9a-f]{1,16}", digits) else text.strip()


def _setting(service: str, name: str, value: str) -> dict[str, str] | None:
    """Return scope, name and value of a setting; None for values of other purposes."""
    scope, key = service.lower().split("\\", maxsplit=1)[0], name.lower()
    if scope == "disk":
        return {"scope": "disk", "setting": "TimeOutValue", "value": value} if key == "timeoutvalue" else None
    # Both drivers have a key; the timers of mpio apply to every DSM, those of msdsm to Microsoft's own.
    if scope in ("msdsm", "mpio"):
        setting = _NAMES.get(key)
        if setting in _SWITCHES and value in ("0", "1"):
            value = "Enabled" if value == "1" else "Disabled"
        return {"scope": scope, "setting": setting, "value": value} if setting else None
    return {"scope": scope, "setting": name, "value": value} if key in _HBA_VALUES else None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(
        r"(?mi)^[ \t]*\[?HKEY_LOCAL_MACHINE\\SYSTEM\\(?:CurrentControlSet|ControlSet[0-9]{3})\\Services\\\w", head
    ) and (re.search(r"\bREG_[A-Z_]{2,}\b", head) or re.search(r'(?m)^"[^"\n]+"=', head)):
        return Detection(91, "registry keys of services with their values")
    return None


def _detect_items(capture: Capture) -> Detection | None:
    is_service = re.search(
        r"Registry::HKEY_LOCAL_MACHINE\\SYSTEM\\\w+\\Services\\(?:disk|mpio|msdsm|ql|elx|lpx|bfa|emc)",
        capture.head.replace("\\\\", "\\"),
        re.IGNORECASE,
    )
    if is_service and "pspath" in properties(capture.head):
        return Detection(93, "PSPath of a service's registry key: Get-ItemProperty")
    return None


_SETTING = Facts(
    "host_setting", needs=("scope", "setting"), line="value", host=host, scope="scope", setting="setting",
    value=lambda row: row.values["value"], unit=parsed(_UNITS.get, "setting"),
)  # fmt: skip

READERS = (
    WINDOWS.reader(
        "windows-get-itemproperty", r"Get-ItemProperty HKLM:\SYSTEM\CurrentControlSet\Services\mpio\Parameters",
        _detect_items, HOST, _SETTING, rows=_items, needles=("PSPath", "Registry::"), verified=False,
    ),
    WINDOWS.reader(
        "windows-reg-query", r"reg query HKLM\SYSTEM\CurrentControlSet\Services\mpio\Parameters",
        _detect, HOST, _SETTING, rows=_values, needles=("HKEY_LOCAL_MACHINE",),
    ),
)  # fmt: skip
