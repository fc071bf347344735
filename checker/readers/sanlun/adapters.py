"""FC adapters of a host: ``sanlun fcp show adapter -v``.

Synthetic sample::

    adapter name:      host15
    WWPN:              10000090fa000001
    WWNN:              20000090fa000001
    driver name:       lpfc
    model:             LPe16002B-M6
    driver version:    12.8.0.5
    firmware version:  12.8.340.8
    port type:         Fabric
    port state:        Operational
    supported speed:   4 GBit/sec, 8 GBit/sec, 16 GBit/sec
    negotiated speed:  16 GBit/sec
    OS device name:    /sys/class/scsi_host/host15
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, found, of_owner, owner, speed, words, wwn
from checker.readers.toolkit.declarations.records import TextRow

_TITLE = r"^[ \t]*adapter name:[ \t]*\w+[ \t]*$"
_SYSTEMS = (
    (re.compile(r"host[0-9]+\Z"), "linux"),
    (re.compile(r"fcs[0-9]+\Z"), "aix"),
    (re.compile(r"(?:fcd|fclp|td)[0-9]+\Z"), "hpux"),
    (re.compile(r"(?:qlc|emlxs|fp)[0-9]+\Z"), "solaris"),
)


def _platform(row: TextRow) -> str | None:
    name = row.text("adapter name") or ""
    return next((system for pattern, system in _SYSTEMS if pattern.match(name)), None)


def _hba(row: TextRow) -> str | None:
    """Return the name of the adapter where other commands of the system print it, too."""
    return row.text("adapter name") if _platform(row) in ("linux", "aix") else None


def _fastest(row: TextRow) -> float | None:
    speeds = [normalise.speed_gbps(one) for one in (row.text("supported speed") or "").split(",")]
    return max((one for one in speeds if one is not None), default=None)


_HOST: Facts[TextRow] = Facts("host", distinct=True, host=owner, platform=_platform)
_PORT = Facts[TextRow](
    "initiator", place=of_owner("adapter name"), host=owner, hba=_hba, protocol=const("fcp"), transport=const("fc"),
    initiator_wwpn=wwn("wwpn"), wwnn=wwn("wwnn"), model=words("model", {"not available": None}),
    driver=found(r"([\w.-]{1,40})\Z", "driver name"), driver_version=found(r"\A([^;]{1,60}?)\s*(?:;|\Z)", "driver version"),
    firmware_version=words("firmware version", {"not available": None}), port_type=words("port type", {"unknown": None}),
    port_state=words("port state", {"operational": "online", "link down": "linkdown"}), speed_gbps=speed("negotiated speed"),
    max_speed_gbps=_fastest,
)  # fmt: skip
_rows = blocks(r"\s*([A-Za-z][\w ]{2,20}?):(?:\s+(.*\S|))?\s*\Z", begins="adapter name", noise=shell_noise("sanlun"))

READERS = (
    Family("sanlun", _rows).reader(
        "sanlun-fcp-show-adapter", "sanlun fcp show adapter -v",
        by_pattern("adapter name: and WWPN: of sanlun", (93, rf"{_TITLE}(?=\s*^[ \t]*WWPN:)")), _HOST, _PORT,
        needles=("adapter name:", "WWPN:"), begins=_TITLE,
    ),
)  # fmt: skip
