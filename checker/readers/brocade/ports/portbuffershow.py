"""``portbuffershow``: buffer credits of every port.

Synthetic samples (FOS 7 and later, FOS 6)::

    User    Port    Lx      Max/Resv    Avg Buffer Usage & FrameSize    Buffer  Needed    Link      Remaining
    Port    Type    Mode    Buffers     Tx                Rx            Usage   Buffers   Distance  Buffers
    ----    ----    ----    -------     ----------------------------    ------  -------   --------- ---------
      4       E      LS        206        1(1244)           2( 980)       206      206       50km
      5       F      -           8        -(   -)           -(   -)         8        8         2km

    User  Port  Lx   Max/Resv  Buffer Needed   Link      Remaining
    Port  Type  Mode Buffers   Usage  Buffers  Distance  Buffers
    ----  ----  ---- --------  ------ -------  --------- ---------
      0     U    -      8        0       -        -         484

``Buffer Usage`` is the number of buffers that a port has, ``Needed`` the number for its speed and distance. Ports are
named by index.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Reader, word_list

_HEADER = re.compile(r"^[ \t]*User[ \t]+Port[ \t]+Lx[ \t]+Max/Resv\b", re.MULTILINE)
_LOWER = re.compile(r"\s*Port\s+Type\s+Mode\s+Buffers\b")
_AVERAGE = re.compile(r"(?:\d{1,9}|-)\s*\(\s*(?:\d{1,9}|-)\s*\)")
_ROW = re.compile(r"\s*(\d{1,4})\s+(?:([A-Z]{1,3})\s+)?(-|L[0-9DESM.]{1,3})\s+(\d{1,6}|-)\s+(\d{1,6}|-)\s+(\S.*)\Z")
_DISTANCE = re.compile(r"(?:[<>=~]{0,2}\s*)(\d{1,5}(?:\.\d{1,3})?)\s*km\b", re.IGNORECASE)
_CHATTER = re.compile(r"\s*(?:Remaining|Defined|Total|Defined|Chip|Slot)\b.*\d", re.IGNORECASE)
_STARTED = re.compile(r"\s*\d{1,4}(?:\s|\Z)")


def _read(capture: Capture, out: Writer) -> None:
    cut = 0
    for number, raw in capture.lines():
        line = raw[:400]
        if not line.strip():
            continue
        row = _ROW.match(_AVERAGE.sub(" ", line))
        cut = 0
        if row:
            _port(row, capture.owner, number, out)
        elif not (_HEADER.match(line) or _LOWER.match(line) or fos.is_noise(line) or _CHATTER.match(line)):
            out.unread(number)
            cut = number if _STARTED.match(line) else 0
    if cut:
        out.ends_inside_record = True
        out.note(cut, "truncated: the last port row is incomplete and was skipped")


def _port(row: re.Match[str], switch: str, line: int, out: Writer) -> None:
    index, kind, mode, _, usage, rest = row.groups()
    # In normal mode the distance is what the buffers would cover, not the length of the link.
    configured = mode in ("LE", "LD", "LS", "LM")
    distance = _DISTANCE.search(rest or "") if configured else None
    facts: dict[str, Value] = {
        "port_index": int(index),
        "port_type": kind,
        "long_distance": "L0" if mode == "-" else mode,
        "buffer_credits": normalise.integer(usage),
        "distance_km": float(distance.group(1)) if distance else None,
    }
    out.add("switch_port", line, switch=switch, port=index, **facts)


READERS = (
    Reader(
        name="brocade-portbuffershow", platform="brocade", command="portbuffershow",
        provides={
            "switch_port": word_list("switch port port_index port_type long_distance buffer_credits distance_km"),
        },
        needles=("Max/Resv",), detect=fos.head_contains(_HEADER, 95, "header User Port Lx Max/Resv"), read=_read,
        begins=r"^[ \t]*User[ \t]+Port[ \t]+Lx[ \t]+Max/Resv\b",
    ),
)  # fmt: skip
