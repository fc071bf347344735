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

_LINK = r"\s*(?:(\d{1,4}):\s*)?(\d{1,4}(?:/\d{1,4})?)\s*->\s*(\d{1,4}(?:/\d{1,4})?)\s+(\S+)\s+(\d{1,3})\s+"
_ISL_ROW = re.compile(_LINK + r"(\S.*?)?\s*\bsp:\s*(\S+?)\s*bw:\s*([\d.]+)\s*G\b(.*)")
_TRUNK_ROW = re.compile(_LINK + r"deskew\s+(\d{1,9})(?:\s+(MASTER))?", re.IGNORECASE)
_STARTED_ROW = re.compile(r"\s*(?:\d{1,4}:\s*)?\d{1,4}\s*->")
_ANYWHERE = r"^[ \t]*(?:\d{1,4}:[ \t]*)?\d{1,4}[ \t]*->[ \t]*\d[^\n]{0,120}?\b"
_ISL_ANYWHERE = re.compile(_ANYWHERE + r"sp:[ \t]{0,9}\S{1,12}[ \t]{0,9}bw:", re.MULTILINE)
_TRUNK_ANYWHERE = re.compile(_ANYWHERE + r"deskew[ \t]{1,9}\d", re.MULTILINE)
_LONGEST_ROW = 400
_NO_ISL = re.compile(r"^[ \t]*No ISL found\b", re.MULTILINE | re.IGNORECASE)
_NO_TRUNK = re.compile(r"^[ \t]*No trunking links\b", re.MULTILINE | re.IGNORECASE)
_PERFORMANCE = re.compile(r"\s*(?:Tx|Rx|Tx\+Rx)\s*:", re.IGNORECASE)


def _detect_isl(capture: Capture) -> Detection | None:
    if "->" in capture.head and _ISL_ANYWHERE.search(capture.head):
        return Detection(95, "rows with -> and sp: … bw: …")
    if _NO_ISL.search(capture.head):
        return Detection(80, "No ISL found")
    return None


def _detect_trunk(capture: Capture) -> Detection | None:
    if "deskew" in capture.head and _TRUNK_ANYWHERE.search(capture.head):
        return Detection(95, "rows with -> and deskew")
    if _NO_TRUNK.search(capture.head):
        return Detection(80, "No trunking links")
    return None


def _not_a_row(number: int, line: str, empty: re.Pattern[str], out: Writer) -> None:
    if line.strip() and not empty.match(line) and not _PERFORMANCE.match(line) and not fos.is_noise(line):
        out.unread(number)


def _note_cut(capture: Capture, out: Writer) -> None:
    """Add a note if the last line is the beginning of an incomplete row."""
    last = ""
    number = capture.first_line
    for at, line in capture.lines():
        if line.strip():
            last, number = line, at
    if len(last) < _LONGEST_ROW and _STARTED_ROW.match(last) and not (_ISL_ROW.match(last) or _TRUNK_ROW.match(last)):
        out.ends_inside_record = True
        out.note(number, "truncated: the last link row is incomplete and was skipped")


def _read_isl(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        row = _ISL_ROW.match(line) if len(line) < _LONGEST_ROW else None
        if row is None:
            _not_a_row(number, line, _NO_ISL, out)
            continue
        _, port, peer_port, wwn, domain, name, speed_text, bandwidth_text, flags = row.groups()
        speed = normalise.speed_gbps(speed_text)
        bandwidth = normalise.speed_gbps(bandwidth_text)
        out.add(
            "isl", number, switch=capture.owner, port=port, port_index=fos.index_of(port), vsan="",
            peer_wwn=out.wwn(wwn, number, "isl", "peer_wwn", f"{capture.owner} port {port}"), peer_switch=name or None,
            peer_port=peer_port, peer_domain=domain, speed_gbps=speed, bandwidth_gbps=bandwidth,
            is_trunk="TRUNK" in flags.upper().split(), members=_links(speed, bandwidth), link_kind="isl",
        )  # fmt: skip
    _note_cut(capture, out)


def _links(speed: float | None, bandwidth: float | None) -> int | None:
    """Return the number of links in a trunk: its bandwidth divided by the speed of one, if that is a whole number."""
    if not speed or not bandwidth:
        return None
    links = bandwidth / speed
    return round(links) if links >= 1 and abs(links - round(links)) < 0.01 else None


def _read_trunk(capture: Capture, out: Writer) -> None:
    master: str | None = None
    peer: str | None = None
    for number, line in capture.lines():
        row = _TRUNK_ROW.match(line) if len(line) < _LONGEST_ROW else None
        if row is None:
            _not_a_row(number, line, _NO_TRUNK, out)
            continue
        group, port, peer_port, wwn, _, deskew, mark = row.groups()
        peer_wwn = out.wwn(wwn, number, "trunk_member", "peer_wwn", f"{capture.owner} port {port}")
        if mark:
            master, peer = port, peer_wwn
        elif group:
            master = None
        # All links of a trunk end at one switch: a row with another peer belongs to a trunk whose master is missing.
        out.add(
            "trunk_member", number, switch=capture.owner, port=port, port_index=fos.index_of(port),
            trunk=master if peer_wwn == peer else None, peer_wwn=peer_wwn, peer_port=peer_port, deskew=int(deskew),
            is_master=mark is not None,
        )  # fmt: skip
    _note_cut(capture, out)


READERS = (
    fos.reader(
        "islshow", _detect_isl, _read_isl,
        columns(
            isl="switch port port_index vsan peer_wwn peer_switch peer_port peer_domain speed_gbps bandwidth_gbps"
            " is_trunk members link_kind",
        ),
        begins=r"^[ \t]*1:[ \t]*\d+[ \t]*->[^\n]*\bsp:[^\n]*\bbw:|^[ \t]*No ISL found\b",
    ),
    fos.reader(
        "trunkshow", _detect_trunk, _read_trunk,
        columns(trunk_member="switch port port_index trunk peer_wwn peer_port deskew is_master"),
        begins=r"^[ \t]*1:[ \t]*\d+[ \t]*->[^\n]*\bdeskew\b|^[ \t]*No trunking links\b",
    ),
)  # fmt: skip
