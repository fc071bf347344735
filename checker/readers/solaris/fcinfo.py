"""FC ports of the host and the ports they see: ``fcinfo hba-port [-l]`` and ``fcinfo remote-port -p <WWPN> [-ls]``.

Samples (``fcadm`` prints the same)::

    HBA Port WWN: 210000e08b000001
            Port Mode: Initiator
            Port ID: 10b00
            OS Device Name: /dev/cfg/c4
            Manufacturer: QLogic Corp.
            Model: 375-3356-02
            Driver Name: qlc
            State: online
            Supported Speeds: 1Gb 2Gb 4Gb
            Current Speed: 4Gb
            Node WWN: 200000e08b000001

    Remote Port WWN: 5006016000000001
            Active FC4 Types: SCSI
            SCSI Target: yes
            Node WWN: 5006016080000001

A port in target mode is not an initiator. What a remote port shows of LUNs (``-s``) is skipped: it contains no state.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_PORT = re.compile(r"\s*(HBA|Remote) Port WWN:\s*(\S+)\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][A-Za-z0-9/() _-]{1,40}?):(?:\s+(.*?))?\s*\Z")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:fcinfo|fcadm|exit|\Z)|(?:sudo )?(?:fcinfo|fcadm)\b|===> |[=-]+\Z|NPIV |Link Error Stat"
)
_DETECT_HBA = re.compile(r"^[ \t]*HBA Port WWN:[ \t]*\S", re.MULTILINE)
_DETECT_REMOTE = re.compile(r"^[ \t]*Remote Port WWN:[ \t]*\S", re.MULTILINE)
_PORT_ARGUMENT = re.compile(r"\s-\w{0,4}p\s{0,4}([0-9a-fA-F]{16})\b")
_GIGABITS = re.compile(r"([0-9]{1,3})Gb\b")
_LONGEST_LINE = 1000
_TEXTS = {
    "os device name": "hba",
    "type": "port_type",
    "state": "port_state",
    "model": "model",
    "driver name": "driver",
    "driver version": "driver_version",
    "firmware version": "firmware_version",
}


@dataclass
class _Port:
    line: int
    wwpn: str
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)

    def text(self, key: str) -> str | None:
        value = self.facts.get(key, (0, ""))[1]
        return value or None


def _ports(capture: Capture, out: Writer, kind: str) -> Sequence[_Port]:
    ports: PackedList[_Port] = PackedList()
    other = False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _PORT.match(line):
            other = match.group(1) != kind
            if not other:
                ports.append(_Port(number, match.group(2)))
            elif not ports:
                out.unread(number)
        elif ports and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            if not other:
                ports[-1].facts.setdefault(match.group(1).lower(), (number, (match.group(2) or "").strip()))
        elif not (
            _NOISE.match(text) or (ports and re.match(r"(?:\S+ ){0,4}[Nn]ot [Ss]upported\Z|[0-9a-f]{16}\Z", text))
        ):
            out.unread(number)
    return ports


def _read_hba(capture: Capture, out: Writer) -> None:
    host = capture.owner
    ports = _ports(capture, out, "HBA")
    if ports:
        out.add("host", ports[0].line, host=host, platform="solaris")
    for port in ports:
        if (port.text("port mode") or "").lower() == "target":
            out.note(port.line, f"{port.wwpn} is a port in target mode; it was passed over")
            continue
        facts: dict[str, Value] = {column: port.text(key) for key, column in _TEXTS.items()}
        speeds = [float(number) for number in _GIGABITS.findall(port.text("supported speeds") or "")]
        line, node = port.facts.get("node wwn", (port.line, ""))
        out.add(
            "initiator",
            port.line,
            host=host,
            initiator_wwpn=out.wwn(port.wwpn, port.line, "initiator", "initiator_wwpn", host),
            wwnn=out.wwn(node, line, "initiator", "wwnn", host),
            protocol="fcp",
            transport="fc",
            speed_gbps=normalise.speed_gbps(port.text("current speed")),
            max_speed_gbps=max(speeds, default=None),
            fcid=_fcid(port.text("port id")),
            **facts,
        )


def _fcid(text: str | None) -> str | None:
    return normalise.fcid(text.removeprefix("0x").zfill(6)) if text and len(text) <= 8 else None


def _read_remote(capture: Capture, out: Writer) -> None:
    host = capture.owner
    argument = _PORT_ARGUMENT.search(capture.command or "")
    ports = _ports(capture, out, "Remote")
    if ports:
        out.add("host", ports[0].line, host=host, platform="solaris")
        if argument is None:
            # Without its local port, a remote port cannot be distinguished from the same one seen through another port.
            out.note(ports[0].line, "remote ports, but the listing does not name the host's port: it stands behind -p")
            return
    hba = normalise.wwn(argument.group(1)) if argument else None
    for port in ports:
        wwpn = out.wwn(port.wwpn, port.line, "remote_port", "target_wwpn", host)
        if wwpn is None or (port.text("scsi target") or "").lower() == "no":
            continue
        line, node = port.facts.get("node wwn", (port.line, ""))
        out.add(
            "remote_port",
            port.line,
            host=host,
            target_wwpn=wwpn,
            target_wwnn=out.wwn(node, line, "remote_port", "target_wwnn", host),
            roles="SCSI Target" if (port.text("scsi target") or "").lower() == "yes" else None,
            hba=hba,
        )


def _detect_hba(capture: Capture) -> Detection | None:
    return Detection(95, "HBA Port WWN: of fcinfo hba-port") if _DETECT_HBA.search(capture.head) else None


def _detect_remote(capture: Capture) -> Detection | None:
    return Detection(94, "Remote Port WWN: of fcinfo remote-port") if _DETECT_REMOTE.search(capture.head) else None


READERS = (
    Reader(
        name="solaris-fcinfo-hba-port",
        platform="solaris",
        command="fcinfo hba-port",
        provides={
            "host": ("host", "platform"),
            "initiator": word_list("""
                host hba initiator_wwpn wwnn protocol transport port_state speed_gbps max_speed_gbps fcid port_type
                model driver driver_version firmware_version
            """),
        },
        detect=_detect_hba,
        read=_read_hba,
        needles=("HBA Port WWN:",),
        begins=_DETECT_HBA.pattern,
    ),
    Reader(
        name="solaris-fcinfo-remote-port",
        platform="solaris",
        command="fcinfo remote-port",
        provides={
            "host": ("host", "platform"),
            "remote_port": ("host", "hba", "target_wwpn", "target_wwnn", "roles"),
        },
        detect=_detect_remote,
        read=_read_remote,
        needles=("Remote Port WWN:",),
        begins=_DETECT_REMOTE.pattern,
        verified=False,
    ),
)
