"""FC ports of HP-UX hosts: ``fcmsutil /dev/fcd0`` (also ``fclp0``, ``fcoc0``, ``td0``; ``fcdutil``).

Sample::

                               Topology = PTTOPT_FABRIC
                             Link Speed = 4Gb
                     Local N_Port_id is = 0x010300
            N_Port Node World Wide Name = 0x50060b0000000001
            N_Port Port World Wide Name = 0x50060b0000000000
            Switch Port World Wide Name = 0x2003000500000001
                           Driver state = ONLINE
                       Hardware Path is = 0/2/1/0
                         Driver Version = @(#) fcd B.11.31.1103 Dec  6 2010

Paths name the port by its hardware path, so this is its name here.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_FIELD = re.compile(r"\s*([A-Z][\w() ./-]{1,60}?)\s*=(?:\s+(.*?))?\s*\Z")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:\S{0,40}util|exit|\Z)|(?:sudo )?(?:/\S{1,40}/)?\w{2,4}util\b|===> |[=-]+\Z"
)
_DETECT = re.compile(r"^[ \t]*N_Port Port World Wide Name[ \t]*=", re.MULTILINE)
_BEGINS = re.compile(r"^[ \t]*Vendor ID is[ \t]*=[ \t]*0x", re.MULTILINE)
_VERSION = re.compile(r"@\(#\)\s*(.{1,80}?)(?:\s+/ux/|\s+[A-Z][a-z]{2} +[0-9]{1,2} [0-9]{4}|\Z)")
_LONGEST_LINE = 1000


def _read(capture: Capture, out: Writer) -> None:
    ports: PackedList[dict[str, tuple[int, str]]] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        match = _FIELD.match(line) if len(line) < _LONGEST_LINE else None
        if match is None:
            if not _NOISE.match(text):
                out.unread(number)
            continue
        key = match.group(1).lower().removesuffix(" is")
        # Several ports may follow each other; the lines of one port do not repeat.
        if not ports or key in ports[-1]:
            ports.append({})
        ports[-1][key] = (number, (match.group(2) or "").strip())
    host_written = False
    for port in ports:
        if not any(name in port for name in ("n_port port world wide name", "hardware path")):
            continue
        if not host_written:
            host_line, _ = next(iter(port.values()))
            out.add("host", host_line, host=capture.owner, platform="hpux")
            host_written = True
        _write(port, capture.owner, out)


def _write(port: dict[str, tuple[int, str]], host: str, out: Writer) -> None:
    def text(key: str) -> str | None:
        return port.get(key, (0, ""))[1] or None

    first, _ = next(iter(port.values()))
    line, wwpn = port.get("n_port port world wide name", (first, ""))
    node_line, wwnn = port.get("n_port node world wide name", (first, ""))
    state = text("driver state")
    version = _VERSION.search(text("driver version") or "")
    out.add(
        "initiator",
        line,
        host=host,
        hba=text("hardware path"),
        initiator_wwpn=out.wwn(wwpn, line, "initiator", "initiator_wwpn", host),
        wwnn=out.wwn(wwnn, node_line, "initiator", "wwnn", host),
        protocol="fcp",
        transport="fc",
        port_state=state.lower() if state else None,
        port_type=text("topology"),
        speed_gbps=normalise.speed_gbps(text("link speed")),
        fcid=normalise.fcid(text("local n_port_id")),
        symbolic_name=text("n_port symbolic port name"),
        driver_version=version.group(1) if version else None,
    )


def _detect(capture: Capture) -> Detection | None:
    return Detection(95, "N_Port Port World Wide Name of fcmsutil") if _DETECT.search(capture.head) else None


READERS = (
    Reader(
        name="hpux-fcmsutil",
        platform="hpux",
        command="fcmsutil",
        provides={
            "host": ("host", "platform"),
            "initiator": word_list("""
                host hba initiator_wwpn wwnn protocol transport port_state port_type speed_gbps fcid symbolic_name
                driver_version
            """),
        },
        detect=_detect,
        read=_read,
        needles=("N_Port Port World Wide Name",),
        begins=_BEGINS.pattern,
    ),
)
