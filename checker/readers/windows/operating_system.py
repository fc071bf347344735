"""The version of Windows: properties of ``Win32_OperatingSystem``, and ``[Environment]::OSVersion``.

Samples::

    Caption     : Microsoft Windows Server 2019 Datacenter
    Version     : 10.0.17763
    BuildNumber : 17763

    Platform ServicePack Version      VersionString
    -------- ----------- -------      -------------
     Win32NT             10.0.17763.0 Microsoft Windows NT 10.0.17763.0
"""

from __future__ import annotations

import re

from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const
from checker.readers.windows.family import WINDOWS, by_properties, host
from checker.readers.windows.family import owner_in as machine_in
from checker.readers.windows.records import Record

_RELEASE = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,6}(?=\.|\Z)")
_COMPUTER = re.compile(r"(?m)^[ \t]*CSName[ \t]*[:=][ \t]*([\w\-]{1,63})[ \t]*$")


def _is_windows(row: Record) -> bool:
    return (row.text("caption", "versionstring") or "").startswith("Microsoft Windows")


def _release(row: Record) -> str | None:
    found = _RELEASE.match(row.text("version") or "")
    return found.group() if found else None


def _owner_in(text: str) -> str | None:
    names = set(_COMPUTER.findall(text[:65_536]))
    return names.pop() if len(names) == 1 else machine_in(text)


READERS = (
    WINDOWS.reader(
        "windows-operatingsystem", "Get-CimInstance Win32_OperatingSystem",
        by_properties(
            "name and version of Windows", (95, "caption version buildnumber|osarchitecture|csname"),
            (94, "platform version versionstring"),
        ),
        Facts(
            "host", when=_is_windows, needs="host", host=host, platform=const("windows"), os_version=_release,
            os_name=lambda row: row.text("caption") or "Microsoft Windows",
        ),
        also=("[Environment]::OSVersion", "wmic os get BuildNumber,Caption,Version /format:list"), needles=("Microsoft Windows",),
        owner_in=_owner_in, verified=False, trust=50, advised=False,
    ),
)  # fmt: skip
