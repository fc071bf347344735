"""A VPLEX port map: the WWNs that a script calculated from the seed of an engine.

::

    Name    WWN                     Role      Director IOModule Port
    ----    ---                     ----      -------- -------- ----
    A0-FC00 50:00:14:42:A0:12:34:00 front-end A        0        0

The table is calculated, not observed, so captures of VPLEX itself take precedence. It does not name the director.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns

_HEADER = re.compile(r"^[ \t]*Name[ \t]+WWN[ \t]+Role[ \t]+Director[ \t]+IOModule[ \t]+Port[ \t]*$", re.MULTILINE)
_RULER = re.compile(r"[-\s]+\Z")
_ROW = re.compile(r"\s*([AB][0-9A-F]-FC[0-9]{2})\s+(\S+)\s+(front-end|back-end|wan-com|local-com|-)\b\s*")


def _detect(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head):
        return Detection(92, "header of a VPLEX port map")
    return None


def _read(capture: Capture, out: Writer) -> None:
    last_bad = 0
    last = 0
    for line, text in capture.lines():
        if not text.strip():
            continue
        last = line
        if _HEADER.match(text) or _RULER.match(text):
            continue
        match = _ROW.match(text)
        if match is None:
            last_bad = line
            out.unread(line)
            continue
        port, printed, role = match.groups()
        out.add(
            "target_port", line, target_wwpn=out.wwn(printed, line, "target_port", "target_wwpn", port),
            storage_array=capture.owner, port=port, role=None if role == "-" else role,
        )  # fmt: skip
    if last and last == last_bad:
        out.ends_inside_record = True
        out.note(last, "the text ends inside a row of the port map")


READERS = (
    Reader(
        name="vplex-portmap", platform="vplex", command="Get-VPLEXPortWWNCalculator",
        provides=columns(target_port="target_wwpn storage_array port role"), detect=_detect, read=_read,
        needles=("IOModule", "WWN"), trust=40,
    ),
)  # fmt: skip
