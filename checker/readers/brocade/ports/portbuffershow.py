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

from checker.readers.brocade import fos
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import number, owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import decimal

_HEADER = re.compile(r"^[ \t]*User[ \t]+Port[ \t]+Lx[ \t]+Max/Resv\b", re.MULTILINE)
_LOWER = re.compile(r"\s*Port\s+Type\s+Mode\s+Buffers\b")
_AVERAGE = r"(?:(?:\d{1,9}|-)\s*\(\s*(?:\d{1,9}|-)\s*\)\s*){0,2}"
_ROW = re.compile(
    r"\s*(?P<port>\d{1,4})\s+(?:(?P<type>[A-Z]{1,3})\s+)?(?P<mode>-|L[0-9DESM.]{1,3})\s+(?:\d{1,6}|-)\s+" + _AVERAGE
    + r"(?P<usage>\d{1,6}|-)\s+(?P<rest>\S.*)\Z"
)  # fmt: skip
_DISTANCE = re.compile(r"(?:[<>=~]{0,2}\s*)(\d{1,5}(?:\.\d{1,3})?)\s*km\b", re.IGNORECASE)
_REMARKS = re.compile(r"\s*(?:Remaining|Defined|Total|Chip|Slot)\b.*\d", re.IGNORECASE)


def _kilometres(port: TextRow) -> float | None:
    """Return the length of the link; in normal mode the distance is what the buffers would cover."""
    distance = _DISTANCE.search(port.text("rest") or "") if port.text("mode") in ("LE", "LD", "LS", "LM") else None
    return decimal(distance.group(1)) if distance else None


_PORT = Facts[TextRow](
    "switch_port", switch=owner, port="port", port_index=number("port"), port_type="type",
    long_distance=lambda port: port.text("mode") or "L0", buffer_credits=number("usage"), distance_km=_kilometres,
)  # fmt: skip
_ROWS = fos.rows(_ROW, _HEADER, _LOWER, _REMARKS, started=r"\s*\d{1,4}(?:\s|\Z)", what="port row")
READERS = (
    Family("brocade", _ROWS).reader(
        "brocade-portbuffershow", "portbuffershow", fos.head_contains(_HEADER, 95, "header User Port Lx Max/Resv"),
        _PORT, needles=("Max/Resv",), begins=_HEADER.pattern,
    ),
)  # fmt: skip
