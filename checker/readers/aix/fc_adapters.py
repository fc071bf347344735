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
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.packed_list import PackedList

_REPORT = re.compile(r"\s*FIBRE CHANNEL STATISTICS REPORT:\s*(\w{1,30})\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][\w() /.'-]{1,60}?):(?:\s+(.*?))?\s*\Z")
_ADAPTER = re.compile(
    r"\s*((?:fcs|hdisk|fcnet|fscsi|sfwcomm|fc)\w{1,12})(?:\([\w-]{1,30}\))?\s+(U\S{6,120})(?:\s+(\S.*?))?\s*\Z"
)
_DOTTED = re.compile(r"\s*([A-Z][\w ()/.-]{1,40}?)\.{3,}\s*(.*?)\s*\Z")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:fcstat|lscfg|lsdev|exit|\Z)|(?:sudo )?(?:fcstat|lscfg|lsdev)\b|===> |[=-]+\Z|PLATFORM SPECIFIC"
)
_STATISTICS = re.compile(
    r"\s*(?:[\w /-]{3,60}(?:Statistics|Information|Total|Count|Counts)\b|-{3,}|Frames:|Words:|FC-4 TYPES|Supported:|Active:|Internet Protocol"
    r"|Small Computer System|Supported ULPs|Active ULPs|FC SCSI|IP over FC|Driver |Name:|Node:|Device Type:|Physical Location:|Model:)"
)
_DETECT_REPORT = re.compile(r"^[ \t]*FIBRE CHANNEL STATISTICS REPORT:", re.MULTILINE)
_DETECT_VITAL = re.compile(r"^[ \t]*Network Address\.{3,}[ \t]*[0-9A-FxX#*]{12,16}[ \t]*$", re.MULTILINE)
_LONGEST_LINE = 1000


@dataclass
class _Adapter:
    line: int
    name: str
    model: str | None = None
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)

    def text(self, key: str) -> str | None:
        return self.facts.get(key, (0, ""))[1] or None


def _read_reports(capture: Capture, out: Writer) -> None:
    adapters: PackedList[_Adapter] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _REPORT.match(line):
            adapters.append(_Adapter(number, match.group(1)))
        elif adapters and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            adapters[-1].facts.setdefault(match.group(1).lower(), (number, (match.group(2) or "").strip()))
        elif not (adapters and _STATISTICS.match(line)) and not _NOISE.match(text):
            out.unread(number)
    for index, adapter in enumerate(adapters):
        if not index:
            out.add("host", adapter.line, host=capture.owner, platform="aix")
        attention = adapter.text("attention type")
        facts: dict[str, Value] = {
            "port_state": {"link up": "online", "link down": "linkdown"}.get((attention or "").lower(), attention),
            "speed_gbps": _speed(adapter.text("port speed (running)")),
            "max_speed_gbps": _speed(adapter.text("port speed (supported)")),
            "fcid": normalise.fcid(adapter.text("port fc id")),
            "port_type": adapter.text("topology") or adapter.text("port type"),
            "firmware_version": None
            if (adapter.text("option rom version") or "UNKNOWN") == "UNKNOWN"
            else adapter.text("option rom version"),
        }
        _write(adapter, "world wide port name", "world wide node name", facts, capture.owner, out)


def _speed(text: str | None) -> float | None:
    match = re.match(r"([0-9]{1,3}) ?G", text or "", re.IGNORECASE)
    return float(match.group(1)) if match else None


def _read_vital(capture: Capture, out: Writer) -> None:
    adapters: PackedList[_Adapter] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if len(line) < _LONGEST_LINE and (match := _ADAPTER.match(line)):
            adapters.append(_Adapter(number, match.group(1), match.group(3)))
        elif adapters and len(line) < _LONGEST_LINE and (match := _DOTTED.match(line)):
            adapters[-1].facts.setdefault(match.group(1).lower(), (number, match.group(2)))
        elif not (adapters and _STATISTICS.match(line)) and not _NOISE.match(text):
            out.unread(number)
    host_written = False
    for adapter in adapters:
        if not adapter.name.startswith("fcs") or "network address" not in adapter.facts:
            continue
        if not host_written:
            out.add("host", adapter.line, host=capture.owner, platform="aix")
            host_written = True
        # A virtual adapter has one name for port and node.
        _write(adapter, "network address", "device specific.(z8)", {"model": adapter.model}, capture.owner, out)


def _write(adapter: _Adapter, port: str, node: str, facts: dict[str, Value], host: str, out: Writer) -> None:
    line, wwpn = adapter.facts.get(port, (adapter.line, ""))
    node_line, wwnn = adapter.facts.get(node, (adapter.line, ""))
    out.add(
        "initiator",
        adapter.line,
        host=host,
        hba=adapter.name,
        initiator_wwpn=out.wwn(wwpn, line, "initiator", "initiator_wwpn", f"{host} {adapter.name}"),
        wwnn=out.wwn(wwnn, node_line, "initiator", "wwnn", f"{host} {adapter.name}"),
        protocol="fcp",
        transport="fc",
        **facts,
    )


def _detect_report(capture: Capture) -> Detection | None:
    if _DETECT_REPORT.search(capture.head):
        return Detection(96, "FIBRE CHANNEL STATISTICS REPORT of fcstat")
    return None


def _detect_vital(capture: Capture) -> Detection | None:
    if _DETECT_VITAL.search(capture.head) and re.search(r"^[ \t]*fcs\w{1,6}\b", capture.head, re.MULTILINE):
        return Detection(94, "Network Address of an fcs adapter: lscfg")
    return None


_PORT = ("host", "hba", "initiator_wwpn", "wwnn", "protocol", "transport")

READERS = (
    Reader(
        name="aix-fcstat",
        platform="aix",
        command="fcstat",
        provides={
            "host": ("host", "platform"),
            "initiator": (
                *_PORT,
                "port_state",
                "speed_gbps",
                "max_speed_gbps",
                "fcid",
                "port_type",
                "firmware_version",
            ),
        },
        detect=_detect_report,
        read=_read_reports,
        needles=("FIBRE CHANNEL STATISTICS REPORT",),
        begins=_DETECT_REPORT.pattern,
    ),
    Reader(
        name="aix-lscfg",
        platform="aix",
        command="lscfg -vl fcs0",
        provides={"host": ("host", "platform"), "initiator": (*_PORT, "model")},
        detect=_detect_vital,
        read=_read_vital,
        needles=("Network Address.", "fcs"),
    ),
)
