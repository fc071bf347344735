"""Devices and paths under HDLM: ``dlnkmgr view -lu``, ``-lu -item``, ``-lu -c``, ``-path`` and ``-drv``.

``view -path`` is one table of all paths::

    Paths:000002 OnlinePaths:000002
    PathStatus   IO-Count    IO-Errors
    Online       1250        0

    PathID PathName                        DskName                   iLU  ChaPort Status Type IO-Count IO-Errors DNum HDevName
    000000 0004.0000.0000000000000000.0000 HITACHI .OPEN-V .0014999  0004 1A      Online Own       625         0    0 sddlmaa

``view -drv`` names the LDEV ``USP.0014999.0004``: product, serial number, and the number of the volume. HDevName is
``sddlmaa`` on Linux, ``hdisk3`` on AIX, ``c1t...d0`` on Solaris, and a drive letter or nothing on Windows. PathName is
the host's port, the bus, the target and the LUN, in hexadecimal digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.readers.hdlm.rows import paths, table
from checker.readers.toolkit.base import Reader
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_PLATFORMS = (
    (re.compile(r"sddlm[a-z]{2,3}\Z"), "linux"),
    (re.compile(r"hdisk[0-9]+\Z"), "aix"),
    (re.compile(r"c[0-9]+t\w+d[0-9]+\Z"), "solaris"),
    (re.compile(r"[A-Z]:?\Z"), "windows"),
)
# "(E)" after Online: an error occurred on the last path that is left. After Offline: by an error, a command, or one that waits.
_STATES = {
    "online": "active",
    "online(e)": "unknown",
    "offline(e)": "dead",
    "offline(c)": "disabled",
    "offline(p)": "disabled",
}
_PATH_NAME = re.compile(r"([0-9A-Fa-f]{1,4})\.([0-9A-Fa-f]{1,4})\.([0-9A-Fa-f]{1,16})\.([0-9A-Fa-f]{1,16})\Z")
_LDEV = re.compile(r"[^.]{1,40}\.([0-9]{1,9})\.([0-9A-Fa-f]{1,8})\Z")


def _serial(row: TextRow) -> str | None:
    found = _LDEV.match(row.text("LDEV") or "")
    text = found.group(1) if found else row.text("S/N")
    return text.lstrip("0") or None if text and text.isdecimal() else None


def _unit(row: TextRow) -> str | None:
    """Return the number of the volume on the array, in decimal digits as the readers of the array print it."""
    found = _LDEV.match(row.text("LDEV") or "")
    try:
        return str(whole(found.group(2) if found else row.text("iLU") or "", 16))
    except ValueError:
        return None


def _platform(row: TextRow) -> str | None:
    name = row.text("HDevName") or ""
    return next((platform for pattern, platform in _PLATFORMS if pattern.match(name)), None)


def _kernel_name(row: TextRow) -> str | None:
    """Return the name of the disk; drive letters of Windows are not one."""
    return None if _platform(row) == "windows" else row.text("HDevName")


def _device(row: TextRow) -> str | None:
    if name := _kernel_name(row):
        return f"block:{name}"
    serial, unit = _serial(row), _unit(row)
    return f"block:{serial}.{unit}" if serial and unit else None


def _path_name(row: TextRow) -> str | None:
    """Return the disk below on Linux; elsewhere the number of the path, which every list prints."""
    if _platform(row) != "linux":
        return row.text("PathID")
    device = row.text("Device")
    return device.removeprefix("/dev/") if device else None


def _address(row: TextRow, group: int) -> int | None:
    found = _PATH_NAME.match(row.text("PathName") or "")
    return whole(found.group(group), 16) if found else None


def _hctl(row: TextRow) -> str | None:
    numbers = [_address(row, group) for group in (1, 2, 3, 4)]
    return ":".join(map(str, numbers)) if _platform(row) == "linux" and None not in numbers else None


def _target(row: TextRow) -> str | None:
    port = row.text("ChaPort")
    return None if port is None else f"CL{port[0]}-{port[1:]}" if re.match(r"[0-9A-G][A-R]\Z", port) else port


def _state(row: TextRow) -> str | None:
    status = row.text("Status")
    return (
        None if status is None else _STATES.get(status.lower(), "active" if status.startswith("Online(") else "unknown")
    )


def _owned(row: TextRow) -> bool | None:
    return {"Own": True, "Non": False}.get(row.text("Type") or "")


def _devices(columns: Mapping[str, Source[TextRow]] | None = None) -> Facts[TextRow]:
    return Facts(
        "device", columns or {}, needs="device", distinct=True, host=owner, device=_device, kernel_name=_kernel_name,
        array_serial=_serial, array_device=_unit, vendor=const("HITACHI"), multipath_owner=const("hdlm"),
    )  # fmt: skip


def _paths(columns: Mapping[str, Source[TextRow]] | None = None) -> Facts[TextRow]:
    return Facts(
        "path", columns or {}, needs="device", host=owner, device=_device, path_name=_path_name, path_id="PathID",
        plugin=const("HDLM"),
    )  # fmt: skip


_HOST: Facts[TextRow] = Facts("host", distinct=True, host=owner, platform=_platform, multipath_software=const("hdlm"))
_OWNER: Facts[TextRow] = Facts(
    "device_owner", needs="device", distinct=True, host=owner, device=_device, multipath_owner=const("hdlm")
)
_STATE: dict[str, Source[TextRow]] = {
    "state": _state, "state_text": "Status", "target": _target, "hctl": _hctl, "lun": lambda row: _address(row, 4),
    "optimised": _owned,
}  # fmt: skip
_COUNTS: dict[str, Source[TextRow]] = {"printed_paths": number("Paths"), "working_paths": number("OnlinePaths")}
_PATH_LIST = r"^[ \t]*PathID[ \t]+PathName[ \t]+DskName[ \t]+iLU[ \t]+ChaPort[ \t]+Status\b"
_UNIT_LIST = r"^[ \t]*iLU[ \t]+(?:SLPR[ \t]+)?(?:Pair[ \t]+)?HDevName\b"
_COUNT_LIST = r"^[ \t]*Product[ \t]+S/N[ \t]+LUs[ \t]+iLU[ \t]+HDevName\b"
_DRIVE_LIST = r"^[ \t]*PathID[ \t]+HDevName[ \t]+(?:Device|OSPathID)\b[^\n]{0,40}\bLDEV\b"


def _reader(
    name: str, command: str, reason: str, pattern: str, needle: str, read: Family[TextRow], *parts: Facts[TextRow],
    begins: str = "", verified: bool = False,
) -> Reader:  # fmt: skip
    return read.reader(
        name, command, by_pattern(reason, (96, pattern)), _HOST, _OWNER, *parts, needles=(needle, "HDevName"),
        begins=begins or pattern, verified=verified,
    )  # fmt: skip


READERS = (
    _reader(
        "hdlm-view-path", "dlnkmgr view -path", "paths of HDLM", _PATH_LIST, "PathName", Family("hdlm", paths),
        _devices({"model": "SCSI product"}), _paths(_STATE), begins=r"^[ \t]*Paths:[0-9]+[ \t]+OnlinePaths:[0-9]+",
    ),
    _reader(
        "hdlm-view-lu", "dlnkmgr view -lu", "LUs of HDLM with their paths", _UNIT_LIST, "iLU", Family("hdlm", table("iLU")),
        _devices(), _paths(_STATE), begins=r"^[ \t]*Product[ \t]*:[ \t]*\S", verified=True,
    ),
    _reader(
        "hdlm-view-lu-counts", "dlnkmgr view -lu -c", "LUs of HDLM with the number of their paths", _COUNT_LIST, "iLU",
        Family("hdlm", table("Product S/N")), _devices(_COUNTS),
    ),
    _reader(
        "hdlm-view-drv", "dlnkmgr view -drv", "disks below the devices of HDLM", _DRIVE_LIST, "LDEV",
        Family("hdlm", table("PathID HDevName")), _devices(), _paths(),
    ),
)  # fmt: skip
