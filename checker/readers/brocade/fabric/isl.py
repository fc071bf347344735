"""``islshow`` and ``trunkshow``: links to other switches, and the physical links of each trunk.

Synthetic samples::

      1:  0->  4 10:00:00:05:33:aa:00:08   8 edge-a2         sp:  8.000G bw: 16.000G TRUNK QOS
      2: 17-> 17 10:00:00:05:33:aa:00:09   9 edge-a3         sp:  8.000G bw:  8.000G

      1:  0->  4 10:00:00:05:33:aa:00:08   8 deskew 16 MASTER
          1->  5 10:00:00:05:33:aa:00:08   8 deskew 15

Ports are printed by index, even on directors, where ``switchshow`` names them ``slot/port``; ``port_index`` matches the
two. The name of the peer is truncated to 15 characters.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed, const, owner, speed, wwn
from checker.readers.toolkit.declarations.records import TextRow

_LINK = (
    r"\s*(?:(?P<group>\d{1,4}):\s*)?(?P<port>\d{1,4}(?:/\d{1,4})?)\s*->\s*(?P<peer_port>\d{1,4}(?:/\d{1,4})?)"
    r"\s+(?P<wwn>\S+)\s+(?P<domain>\d{1,3})\s+"
)
_ISL_ROW = re.compile(
    _LINK + r"(?P<name>\S.*?)?\s*\bsp:\s*(?P<speed>\S+?)\s*bw:\s*(?P<bandwidth>[\d.]+)\s*G\b(?P<flags>.*)"
)
_TRUNK_ROW = re.compile(_LINK + r"deskew\s+(?P<deskew>\d{1,9})(?:\s+(?P<mark>MASTER))?", re.IGNORECASE)
_STARTED_ROW = r"\s*(?:\d{1,4}:\s*)?\d{1,4}\s*->"
_ANYWHERE = r"^[ \t]*(?:\d{1,4}:[ \t]*)?\d{1,4}[ \t]*->[ \t]*\d[^\n]{0,120}?\b"
_ISL_ANYWHERE = re.compile(_ANYWHERE + r"sp:[ \t]{0,9}\S{1,12}[ \t]{0,9}bw:", re.MULTILINE)
_TRUNK_ANYWHERE = re.compile(_ANYWHERE + r"deskew[ \t]{1,9}\d", re.MULTILINE)
_NO_ISL = re.compile(r"^[ \t]*No ISL found\b", re.MULTILINE | re.IGNORECASE)
_NO_TRUNK = re.compile(r"^[ \t]*No trunking links\b", re.MULTILINE | re.IGNORECASE)
_PERFORMANCE = re.compile(r"\s*(?:Tx|Rx|Tx\+Rx)\s*:", re.IGNORECASE)
_ISL_ROWS = fos.rows(_ISL_ROW, _NO_ISL, _PERFORMANCE, started=_STARTED_ROW, what="link row")
_TRUNK_ROWS = fos.rows(_TRUNK_ROW, _NO_TRUNK, _PERFORMANCE, started=_STARTED_ROW, what="link row")


def _detect_isl(capture: Capture) -> Detection | None:
    if "->" in capture.head and _ISL_ANYWHERE.search(capture.head):
        return Detection(95, "rows with -> and sp: … bw: …")
    return Detection(80, "No ISL found") if _NO_ISL.search(capture.head) else None


def _detect_trunk(capture: Capture) -> Detection | None:
    if "deskew" in capture.head and _TRUNK_ANYWHERE.search(capture.head):
        return Detection(95, "rows with -> and deskew")
    return Detection(80, "No trunking links") if _NO_TRUNK.search(capture.head) else None


def _links(link: TextRow) -> int | None:
    """Return the number of links in a trunk: its bandwidth divided by the speed of one, if that is a whole number."""
    one, bandwidth = (normalise.speed_gbps(link.text(name)) for name in ("speed", "bandwidth"))
    if not one or not bandwidth:
        return None
    links = bandwidth / one
    return round(links) if links >= 1 and abs(links - round(links)) < 0.01 else None


_ISL = Facts[TextRow](
    "isl", place=computed(lambda link, context: f"{context.owner} port {link.values['port']}"), switch=owner,
    port="port", port_index=lambda link: fos.index_of(link.values["port"]), vsan=const(""), peer_wwn=wwn("wwn"),
    peer_switch="name", peer_port="peer_port", peer_domain="domain", speed_gbps=speed("speed"),
    bandwidth_gbps=speed("bandwidth"), is_trunk=lambda link: "TRUNK" in link.values["flags"].upper().split(),
    members=_links, link_kind=const("isl"),
)  # fmt: skip


def _read_trunk(capture: Capture, out: Writer) -> None:
    master: str | None = None
    peer: str | None = None
    for row in _TRUNK_ROWS(capture, out):
        port = row.values["port"]
        peer_wwn = out.wwn(row.text("wwn"), row.line, "trunk_member", "peer_wwn", f"{capture.owner} port {port}")
        is_master = row.text("mark") is not None
        if is_master:
            master, peer = port, peer_wwn
        elif row.text("group"):
            master = None
        # All links of a trunk end at one switch: a row with another peer belongs to a trunk whose master is missing.
        out.add(
            "trunk_member", row.line, switch=capture.owner, port=port, port_index=fos.index_of(port),
            trunk=master if peer_wwn == peer else None, peer_wwn=peer_wwn, peer_port=row.text("peer_port"),
            deskew=row.number("deskew"), is_master=is_master,
        )  # fmt: skip


READERS = (
    Family("brocade", _ISL_ROWS).reader(
        "brocade-islshow", "islshow", _detect_isl, _ISL,
        needles=("->|No ISL|no ISL|No isl",), begins=r"^[ \t]*1:[ \t]*\d+[ \t]*->[^\n]*\bsp:[^\n]*\bbw:|^[ \t]*No ISL found\b",
    ),
    fos.reader(
        "trunkshow", _detect_trunk, _read_trunk,
        columns(trunk_member="switch port port_index trunk peer_wwn peer_port deskew is_master"),
        needles=("deskew|trunking links",), begins=r"^[ \t]*1:[ \t]*\d+[ \t]*->[^\n]*\bdeskew\b|^[ \t]*No trunking links\b",
    ),
)  # fmt: skip
