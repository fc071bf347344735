"""Adapters under SDD, SDDPCM and SDDDSM: ``pcmpath query adapter`` and ``pcmpath query wwpn``, ``datapath query adapter``.

Synthetic samples of AIX; Linux names adapters ``Host1Channel0``, and Windows ``Scsi Port2 Bus0``::

    Total Dual Active and Active/Asymmetric Adapters : 2

    Adpt#     Name   State     Mode             Select     Errors  Paths  Active
        0   fscsi0  NORMAL   ACTIVE           38256102          0     10      10
        1   fscsi1  DEGRAD   ACTIVE           38250011          3     10       8

     Adapter Name        PortWWN
           fscsi0        10000000C9000001

``Active`` does not count the paths of a device that nothing uses. ``DEGRAD`` and ``FAILED`` are printed if some or all paths do
not work, so that fewer active paths of a ``NORMAL`` adapter prove nothing.
"""

from __future__ import annotations

import re

from checker.facts.values import Value
from checker.readers.toolkit.declarations.blocks import line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, of_owner, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = r"^[ \t]*Adpt#[ \t]+(?:Adapter )?Name[ \t]+State[ \t]+Mode[ \t]+Select\b"
_COUNT = r"^[ \t]*(?:Active|Total [A-Za-z/ ]{0,50})[ \t]*Adapters?[ \t]*:[ \t]*[0-9]"
_PORTS = r"^[ \t]*Adapter Name[ \t]+PortWWN[ \t]*$"
_ROW = re.compile(
    r"\s*[0-9]{1,4}\s+(?P<name>\S(?:.{0,60}?\S)?)\s+(?P<state>NORMAL|DEGRAD\w{0,4}|FAIL(?:ED)?)\s+(?P<mode>ACTIVE|OFFLINE|FAILED)"
    r"\s+[0-9]{1,20}\s+[0-9]{1,20}\s+(?P<paths>[0-9]{1,6})\s+(?P<active>[0-9]{1,6})\s*\Z"
)
_PORT_ROW = re.compile(r"\s*(?P<name>[A-Za-z]\S*(?: \S+){0,4})\s+(?P<wwpn>[0-9A-FxX#*]{16})\s*\Z", re.IGNORECASE)
_NOISE = re.compile(
    shell_noise(
        "datapath|pcmpath",
        r"Adpt#\s+",
        r"(?:Active|Total [A-Za-z/ ]{0,50}?)\s*Adapters?\s*:",
        r"Adapter Name\s+PortWWN",
    )
)
_HOST_CHANNEL = re.compile(r"Host([0-9]{1,5})Channel[0-9]{1,3}\Z")
_PLATFORMS = (
    (re.compile(r"fscsi[0-9]+\Z"), "aix"),
    (re.compile(r"Scsi Port[0-9]+ Bus[0-9]+\Z"), "windows"),
    (_HOST_CHANNEL, "linux"),
)


def _known(line: str) -> object:
    return _NOISE.match(line.strip())


def _platform(row: TextRow) -> str | None:
    return next((system for pattern, system in _PLATFORMS if pattern.match(row.values["name"])), None)


def _software(row: TextRow) -> str:
    # SDDPCM and SDDDSM are modules of the system's own multipathing; SDD has devices of its own above the disks.
    return "mpio" if _platform(row) in ("aix", "windows") else "sdd"


def _hba(row: TextRow) -> str:
    name = row.values["name"]
    found = _HOST_CHANNEL.match(name)
    return f"host{found[1]}" if found else name


def _working(row: TextRow) -> Value:
    """Return the number of paths that work; None where devices that nothing uses may be the reason for fewer."""
    paths, active = row.number("paths"), row.number("active")
    if row.values["state"].startswith("FAIL") or row.values["mode"] != "ACTIVE":
        return 0
    return active if row.values["state"] != "NORMAL" or active == paths else None


_HOST: Facts[TextRow] = Facts(
    "host", needs="multipath_software", distinct=True, host=owner, platform=_platform, multipath_software=_software
)
_TOTAL: Facts[TextRow] = Facts(
    "path_total", host=owner, multipath_owner=_software, hba=_hba, array_serial=const(""), port=const(""),
    printed_paths=number("paths"), working_paths=_working,
)  # fmt: skip
_PORT: Facts[TextRow] = Facts(
    "initiator", place=of_owner("name"), host=owner, hba=_hba, initiator_wwpn=wwn("wwpn"), protocol=const("fcp"),
    transport=const("fc"),
)  # fmt: skip

READERS = (
    Family("sdd", line_rows(_ROW, _known, started=r"\s*[0-9]{1,4}\s+\S", what="adapter")).reader(
        "sdd-query-adapter", "pcmpath query adapter", by_pattern("Adpt#, State and Mode of SDD", (94, _HEADER)),
        _HOST, _TOTAL, needles=("Adpt#",), begins=rf"{_COUNT}|{_HEADER}", also=("datapath query adapter",),
    ),
    Family("sdd", line_rows(_PORT_ROW, _known)).reader(
        "sdd-query-wwpn", "pcmpath query wwpn", by_pattern("Adapter Name and PortWWN of SDD", (94, _PORTS)),
        _HOST, _PORT, needles=("PortWWN",), begins=_PORTS, also=("datapath query wwpn",), verified=False,
    ),
)  # fmt: skip
