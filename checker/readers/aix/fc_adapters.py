"""FC ports of AIX hosts: ``fcstat fcs0`` and ``lscfg -vl fcs0`` (``lscfg -vpl 'fcs*'``; ``lsdev -dev fcs0 -vpd``).

Samples::

    FIBRE CHANNEL STATISTICS REPORT: fcs0

    Device Type: FC Adapter (adapter/vdevice/IBM,vfc-client)
    World Wide Node Name: 0xC050760000000001
    World Wide Port Name: 0xC050760000000000
    Port Speed (supported): 16 GBIT
    Port Speed (running):   8 GBIT
    Port FC ID: 0x014407
    Attention Type:   Link Up

      fcs0             U78CB.001.0000001-P1-C9-T1  8Gb PCI Express Dual Port FC Adapter

            Network Address.............10000000C9000001
            Device Specific.(Z8)........20000000C9000001

Counters are skipped. Paths name the protocol device fscsi0, not fcs0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.readers.aix.facts import HOST
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.blocks import blocks, shell_noise
from checker.readers.toolkit.declared import Facts, Source, Where
from checker.readers.toolkit.family import Family, by_pattern
from checker.readers.toolkit.fields import const, fcid, of_owner, owner, speed, text, words, wwn
from checker.readers.toolkit.records import TextRow

_REPORT = r"^[ \t]*FIBRE CHANNEL STATISTICS REPORT:"
_NOISE = shell_noise("fcstat|lscfg|lsdev", "PLATFORM SPECIFIC")
_STATISTICS = (
    r"(?:[\w /-]{3,60}(?:Statistics|Information|Total|Count|Counts)\b|-{3,}|Frames:|Words:|FC-4 TYPES|Supported:|Active:|Internet Protocol"
    r"|Small Computer System|Supported ULPs|Active ULPs|FC SCSI|IP over FC|Driver |Name:|Node:|Device Type:|Physical Location:|Model:)"
)
_ADAPTER_LINE = re.compile(r"^[ \t]*fcs\w{1,6}\b", re.MULTILINE)
_ADDRESS_LINE = re.compile(r"^[ \t]*Network Address\.{3,}[ \t]*[0-9A-FxX#*]{12,16}[ \t]*$", re.MULTILINE)


def _detect_lscfg(capture: Capture) -> Detection | None:
    if _ADDRESS_LINE.search(capture.head) and _ADAPTER_LINE.search(capture.head):
        return Detection(94, "Network Address of an fcs adapter: lscfg")
    return None


def _is_fc_port(row: TextRow) -> bool:
    return row.values["name"].startswith("fcs") and "network address" in row.values


_PORT: Mapping[str, Source[TextRow]] = {
    "host": owner, "hba": "name", "protocol": const("fcp"), "transport": const("fc"),
}  # fmt: skip
_REPORTED = Facts(
    "initiator", _PORT, place=of_owner("name"), initiator_wwpn=wwn("world wide port name"),
    wwnn=wwn("world wide node name"), port_state=words("attention type", {"link up": "online", "link down": "linkdown"}),
    speed_gbps=speed("port speed (running)"), max_speed_gbps=speed("port speed (supported)"), fcid=fcid("port fc id"),
    port_type=text("topology", "port type"), firmware_version=words("option rom version", {"unknown": None}),
)  # fmt: skip
# A virtual adapter has one name for port and node.
_CONFIGURED = Facts(
    "initiator", _PORT, place=of_owner("name"), initiator_wwpn=wwn("network address"),
    wwnn=wwn("device specific.(z8)"), model="model",
)  # fmt: skip
_reports = blocks(
    r"\s*([A-Z][\w() /.'-]{1,60}?):(?:\s+(.*?))?\s*\Z",
    title=r"\s*FIBRE CHANNEL STATISTICS REPORT:\s*(?P<name>\w{1,30})\s*\Z", noise=_NOISE, inside=_STATISTICS,
)  # fmt: skip
_adapters = blocks(
    r"\s*([A-Z][\w ()/.-]{1,40}?)\.{3,}\s*(.*?)\s*\Z",
    title=r"\s*(?P<name>(?:fcs|hdisk|fcnet|fscsi|sfwcomm|fc)\w{1,12})(?:\([\w-]{1,30}\))?\s+U\S{6,120}(?:\s+(?P<model>\S.*?))?\s*\Z",
    noise=_NOISE, inside=_STATISTICS,
)  # fmt: skip

READERS = (
    Family("aix", _reports).reader(
        "aix-fcstat", "fcstat", by_pattern("FIBRE CHANNEL STATISTICS REPORT of fcstat", (96, _REPORT)), HOST, _REPORTED,
        needles=("FIBRE CHANNEL STATISTICS REPORT",), begins=_REPORT,
    ),
    Family("aix", _adapters).reader(
        "aix-lscfg", "lscfg -vl fcs0", _detect_lscfg, Where(_is_fc_port, HOST, _CONFIGURED),
        also=("lsdev -dev fcs0 -vpd",), needles=("Network Address.", "fcs"),
    ),
)  # fmt: skip
