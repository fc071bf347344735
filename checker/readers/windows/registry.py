r"""Registry values of multipathing and disks: ``reg query <key>`` and exports of the registry editor.

As reg.exe prints them::

    HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\mpio\Parameters
        PDORemovePeriod    REG_DWORD    0x14
        PathVerifyEnabled    REG_DWORD    0x0

As an export holds them::

    [HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\Disk]
    "TimeOutValue"=dword:0000003c

``Get-ItemProperty`` of PowerShell lists the same values with the key in ``PSPath``.

Only keys of disk and HBA drivers are read; whatever else a registry holds is passed over and never repeated.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.windows.disks import Objects
from checker.readers.windows.records import first_record, has

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
# The storage cmdlets' names for the same values, so that a timer has one name whatever export holds it.
_NAMES = {
    "pathverifyenabled": ("PathVerificationState", ""),
    "pathverificationperiod": ("PathVerificationPeriod", "s"),
    "pdoremoveperiod": ("PDORemovePeriod", "s"),
    "retrycount": ("RetryCount", ""),
    "retryinterval": ("RetryInterval", "s"),
    "usecustompathrecoveryinterval": ("UseCustomPathRecoveryTime", ""),
    "pathrecoveryinterval": ("CustomPathRecoveryTime", "s"),
    "diskpathcheckenabled": ("DiskPathCheckEnabled", ""),
    "diskpathcheckinterval": ("DiskPathCheckInterval", "s"),
}
_SWITCHES = ("PathVerificationState", "UseCustomPathRecoveryTime")
_HBA_VALUES = ("driverparameter", "numberofrequests", "maximumsglist", "queuedepth")


def _read(capture: Capture, out: Writer) -> None:
    service: str | None = None
    inside = False
    host_written = False
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _KEY.match(text):
            found = _SERVICE.match(match.group(2).strip())
            service, inside = (found.group(1).lower() if found else None), True
            continue
        if _OTHER_KEY.match(text):
            service, inside = None, True
            continue
        value = _value(text)
        if value is None:
            if (not inside or not text.startswith((" ", "\t"))) and not re.match(
                r"Windows Registry Editor|REGEDIT|End of search|ERROR:|reg query|;|[A-Za-z]:\\", text.strip()
            ):
                out.unread(line)
            continue
        if service is None:
            continue
        setting = _setting(service, *value)
        if setting is None:
            continue
        if not host_written:
            out.add("host", line, host=capture.owner, platform="windows")
            host_written = True
        scope, name, shown, unit = setting
        out.add("host_setting", line, host=capture.owner, scope=scope, setting=name, value=shown, unit=unit or None)


def _value(text: str) -> tuple[str, str] | None:
    """Return name and value of a line of reg.exe or of an export; numbers in decimal."""
    if match := _QUERIED.match(text) or _COLLAPSED.match(text):
        name, kind, data = match.group(1), match.group(2), (match.group(3) or "").strip()
        return name, _number(data, 16) if kind in ("REG_DWORD", "REG_QWORD") else data
    if match := _EXPORTED.match(text):
        name, data = match.group(1) or "", match.group(2).strip()
        if data.lower().startswith("dword:"):
            return name, _number(data[6:], 16)
        return name, data.strip('"')
    return None


def _number(text: str, base: int) -> str:
    digits = text.split("(", maxsplit=1)[0].strip().lower().removeprefix("0x")
    return str(int(digits, base)) if re.fullmatch(r"[0-9a-f]{1,16}", digits) else text.strip()


def _setting(service: str, name: str, value: str) -> tuple[str, str, str, str] | None:
    key = name.lower()
    if service == "disk":
        return ("disk", "TimeOutValue", value, "s") if key == "timeoutvalue" else None
    if service.startswith(("msdsm", "mpio")):
        if key not in _NAMES:
            return None
        shown, unit = _NAMES[key]
        if shown in _SWITCHES and value in ("0", "1"):
            value = "Enabled" if value == "1" else "Disabled"
        # Both drivers have a key; the timers of mpio hold for every DSM, those of msdsm for Microsoft's own.
        return ("mpio" if service.startswith("mpio") else "msdsm"), shown, value, unit
    return (service.split("\\", maxsplit=1)[0], name, value, "") if key in _HBA_VALUES else None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(
        r"(?mi)^\s*\[?HKEY_LOCAL_MACHINE\\SYSTEM\\(?:CurrentControlSet|ControlSet[0-9]{3})\\Services\\\w", head
    ) and (re.search(r"\bREG_[A-Z_]{2,}\b", head) or re.search(r'(?m)^"[^"\n]+"=', head)):
        return Detection(91, "registry keys of services with their values")
    return None


def _read_items(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    for record in objects.read():
        path = record.text("pspath") or ""
        key = re.search(r"::HKEY_LOCAL_MACHINE\\(.{1,400})\Z", path, re.IGNORECASE)
        service = _SERVICE.match(key.group(1)) if key else None
        if service is None:
            continue
        host = objects.host(record)
        for name in record.values:
            shown = record.text(name)
            found = _setting(service.group(1).lower(), name, shown) if shown is not None else None
            if found is not None:
                scope, setting, value, unit = found
                line = record.at(name)
                out.add("host_setting", line, host=host, scope=scope, setting=setting, value=value, unit=unit or None)


def _detect_items(capture: Capture) -> Detection | None:
    shown = capture.head.replace("\\\\", "\\")
    if re.search(
        r"Registry::HKEY_LOCAL_MACHINE\\SYSTEM\\\w+\\Services\\(?:disk|mpio|msdsm|ql|elx|lpx|bfa|emc)",
        shown,
        re.IGNORECASE,
    ):
        record = first_record(capture.head)
        if has(record, "pspath"):
            return Detection(93, "PSPath of a service's registry key: Get-ItemProperty")
    return None


READERS = (
    Reader(
        name="windows-get-itemproperty",
        platform="windows",
        command=r"Get-ItemProperty HKLM:\SYSTEM\CurrentControlSet\Services\mpio\Parameters",
        provides={
            "host": ("host", "platform"),
            "host_setting": ("host", "scope", "setting", "value", "unit"),
        },
        detect=_detect_items,
        read=_read_items,
        needles=("PSPath", "Registry::"),
        verified=False,
    ),
    Reader(
        name="windows-reg-query",
        platform="windows",
        command=r"reg query HKLM\SYSTEM\CurrentControlSet\Services\mpio\Parameters",
        provides={
            "host": ("host", "platform"),
            "host_setting": ("host", "scope", "setting", "value", "unit"),
        },
        detect=_detect,
        read=_read,
        needles=("HKEY_LOCAL_MACHINE",),
    ),
)
