"""FC ports and disks of AIX hosts: ``fcstat fcs0`` and ``lscfg -vl fcs0`` (``lscfg -vpl 'fcs*'``; ``lsdev -dev fcs0 -vpd``).

Samples::

    FIBRE CHANNEL STATISTICS REPORT: fcs0

    Device Type: FC Adapter (adapter/vdevice/IBM,vfc-client)
    World Wide Node Name: 0xC050760000000001
    World Wide Port Name: 0xC050760000000000
    Port Speed (supported): 16 GBIT
    Port Speed (running):   8 GBIT
    Port FC ID: 0x014407
    Attention Type:   Link Up

Earlier releases print ``Node WWN:`` and ``Port WWN:`` without 0x. ``lscfg``::

      fcs0             U78CB.001.0000001-P1-C9-T1  8Gb PCI Express Dual Port FC Adapter

            Network Address.............10000000C9000001
            Device Specific.(Z8)........20000000C9000001

      hdisk4           U78CB.001.0000001-P1-C9-T1-W50050768020000A1-L1000000000000  MPIO FC 2145

            Manufacturer................IBM
            Machine Type and Model......2145

After W, the location has the target port of the path through which the disk was found first, and after L the LUN in SAM form.
Of the counters, link errors and shortages of the adapter are read; fields that an adapter does not support are 0. Paths name the
protocol device fscsi0, not fcs0; the FC ID shows which belong together (``checker/facts/resolve/adapter_names.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST, is_local
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Each, Facts, Source, Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import (
    captured_at,
    const,
    fcid,
    first,
    number,
    of_owner,
    owner,
    speed,
    text,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.records import TextRow, TypedRow
from checker.readers.toolkit.link_counters import LINK_COUNTERS, counter_rows
from checker.readers.toolkit.scsi_numbers import lun_number

_REPORT = r"^[ \t]*FIBRE CHANNEL STATISTICS REPORT:"
_NOISE = shell_noise("fcstat|lscfg|lsdev", "PLATFORM SPECIFIC")
_RESOURCES = r"[*+-] +(?:\w+ +\S|= )|INSTALLED RESOURCE LIST|The following resources are|\+/- = |Model (?:Architecture|Implementation):"
_STATISTICS = (
    r"(?:[\w /-]{3,60}(?:Statistics|Information|Total|Count|Counts)\b|-{3,}|Frames:|Words:|FC-?4 (?:TYPES|Types)|Supported:|Active:|Internet Protocol"
    r"|Small Computer System|Supported ULPs|Active ULPs|FC SCSI|IP over FC|Driver |Name:|Node:|Device Type:|Physical Location:|Model:)"
)
_ADAPTER_LINE = re.compile(r"^[ \t]*(?:[*+][ \t]+)?fcs\w{1,6}\b", re.MULTILINE)
_ADDRESS_LINE = re.compile(r"^[ \t]*Network Address\.{3,}[ \t]*[0-9A-FxX#*]{12,16}[ \t]*$", re.MULTILINE)


_DISK = r"^[ \t]*(?:[*+][ \t]+)?hdisk[0-9]{1,5}[ \t]+U[0-9A-Z]{4,5}\.\S{6,120}"
_DISK_LINE = re.compile(_DISK, re.MULTILINE)
_TITLE = r"^[ \t]*(?:[*+][ \t]+)?(?:fcs|hdisk)[0-9]{1,5}[ \t]+U[0-9A-Z]{4,5}\.\S{6,120}"
_NAA = 32
"""Digits of an extended NAA number."""
_LUN = re.compile(r"-L([0-9A-Fa-f]{1,16})\Z")


def _detect_lscfg(capture: Capture) -> Detection | None:
    if _ADDRESS_LINE.search(capture.head) and _ADAPTER_LINE.search(capture.head):
        return Detection(94, "Network Address of an fcs adapter: lscfg")
    if _DISK_LINE.search(capture.head):
        return Detection(93, "disks with their location codes: lscfg")
    return None


def _is_disk(row: TextRow) -> bool:
    return row.values["name"].startswith("hdisk")


def _lun(row: TextRow) -> int | None:
    """Return the number of the LUN in a location code."""
    found = _LUN.search(row.values["location"])
    return lun_number(found[1]) if found else None


def _identity(row: TextRow) -> str:
    """Return the identity of the LUN where its serial number is one, as under SDDPCM, else the name of the disk."""
    serial = row.text("serial number") or ""
    identity = normalise.device_id(serial) if len(serial) == _NAA else None
    return identity or f"block:{row.values['name']}"


def _is_fc_port(row: TextRow) -> bool:
    return row.values["name"].startswith("fcs") and "network address" in row.values


_PORT: Mapping[str, Source[TextRow]] = {
    "host": owner, "hba": "name", "protocol": const("fcp"), "transport": const("fc"),
}  # fmt: skip
# Later releases print the firmware as ZA, its field in the vital product data.
_FIRMWARE = ("firmware version", "za", "option rom version")
_REPORTED = Facts(
    "initiator", _PORT, place=of_owner("name"), initiator_wwpn=wwn("world wide port name", "port wwn"),
    wwnn=wwn("world wide node name", "node wwn"), port_state=words("attention type", {"link up": "online", "link down": "linkdown"}),
    speed_gbps=speed("port speed (running)"), max_speed_gbps=speed("port speed (supported)"), fcid=fcid("port fc id"),
    port_type=text("topology", "port type"), firmware_version=first(*(words(name, {"unknown": None}) for name in _FIRMWARE)),
)  # fmt: skip
# A virtual adapter has one name for port and node.
_CONFIGURED = Facts(
    "initiator", _PORT, place=of_owner("name"), initiator_wwpn=wwn("network address"),
    wwnn=wwn("device specific.(z8)"), model="model",
)  # fmt: skip
# The serial numbers of other products are numbers of arrays, of volumes, or of both.
_CONFIGURED_DISK = Facts(
    "device", host=owner, device=_identity, kernel_name="name", vendor="manufacturer", model="machine type and model",
    lun=_lun, is_local=lambda row: is_local(row.values["model"]),
)  # fmt: skip
_COUNTERS = {
    **LINK_COUNTERS, "scsi no dma resource count": "no_dma_resource", "scsi no adapter elements count": "no_adapter_elements",
    "scsi no command resource count": "no_command_resource",
}  # fmt: skip
_SECTION = re.compile(
    r"[ \t]*(FC SCSI|IP over FC|[A-Z][\w ]{2,40}) (?:Adapter )?(?:Driver Information|Traffic Statistics)[ \t]*\Z"
)
_SHORTAGE = re.compile(r"[ \t]*(No [\w ]{3,30} Count):[ \t]*([0-9]{1,19})[ \t]*\Z")
_blocks = blocks(
    r"\s*([A-Z][\w() /.'-]{1,60}?):(?:\s+(.*\S|))?\s*\Z",
    title=r"\s*FIBRE CHANNEL STATISTICS REPORT:\s*(?P<name>\w{1,30})\s*\Z", noise=_NOISE, inside=_STATISTICS,
)  # fmt: skip


def _reports(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the reports; the driver's shortages are printed for IP and for SCSI, and those for SCSI get their own name."""
    rows = list(_blocks(capture, out))
    section = ""
    current = -1
    for place, line in capture.lines():
        if current + 1 < len(rows) and place >= rows[current + 1].line:
            current, section = current + 1, ""
        if match := _SECTION.match(line):
            section = match.group(1)
        elif current >= 0 and section == "FC SCSI" and (match := _SHORTAGE.match(line)):
            rows[current].add(place, f"scsi {match.group(1).lower()}", match.group(2))
    yield from rows


def _counters(report: TextRow) -> Iterator[TypedRow]:
    return counter_rows(report, report.values["name"], _COUNTERS, report.values.get("seconds since last reset", ""))


_COUNTED = Each(
    _counters,
    Facts(
        "initiator_counter", host=owner, hba="hba", counter="counter", value=number("value"), counted_seconds=number("seconds"),
        captured_at=captured_at,
    ),
)  # fmt: skip
_adapters = blocks(
    r"\s*([A-Z][\w ()/.-]{1,40}?)\.{3,}\s*(.*\S|)\s*\Z",
    title=r"\s*(?:[*+]\s+)?(?P<name>(?:fcs|hdisk|fcnet|fscsi|sfwcomm|fc)\w{1,12})(?:\([\w-]{1,30}\))?\s+"
    r"(?P<location>U\S{6,120})(?:\s+(?P<model>\S(?:.*\S)?))?\s*\Z",
    noise=f"{_NOISE}|{_RESOURCES}", inside=_STATISTICS,
)  # fmt: skip

READERS = (
    Family("aix", _reports).reader(
        "aix-fcstat", "fcstat", by_pattern("FIBRE CHANNEL STATISTICS REPORT of fcstat", (96, _REPORT)), HOST, _REPORTED, _COUNTED,
        needles=("FIBRE CHANNEL STATISTICS REPORT",), begins=_REPORT,
    ),
    Family("aix", _adapters).reader(
        "aix-lscfg", "lscfg -vl fcs0", _detect_lscfg, Where(_is_fc_port, HOST, _CONFIGURED), Where(_is_disk, HOST, _CONFIGURED_DISK),
        also=("lsdev -dev fcs0 -vpd", "lscfg -vl hdisk0"), needles=("hdisk|fcs",), begins=_TITLE,
    ),
)  # fmt: skip
