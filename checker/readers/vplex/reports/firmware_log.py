"""``firmware.log.merged`` of VPLEX diagnostics: the log of all directors in order of time.

::

    192.0.2.35/cpu0/log:5988:W/"0060:8:<6>2013/07/31 08:35:51.12: scsi/27 tgt VPD83T3:6000… rsp 02/29/00
    192.0.2.36/cpu0/log:5988:W/"0060:9:<6>2013/07/31 08:35:52.02: stdf/10 Scsi Tmf [Abort Task] on fcp ITLQ

The last number of the address identifies the director: 35 to 42 are 1-1-A to 1-4-B, 67 to 74 are 2-1-A to 2-4-B. Only
the number of events for aborts, slow volumes and sense data is kept for each director; the texts are not.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.toolkit.numbers import whole
from checker.readers.vplex.objects import FAMILY, SETTING, add_setting, add_system

_LINE = re.compile(
    r"[ \t]*+(?:[0-9]{1,3}\.){3}(?P<octet>[0-9]{1,3})\b[^\n]{0,80}?"
    r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}[.0-9]*: (?P<event>[a-z]{2,12}/[0-9]{1,5}) "
)
_BEGINNING = re.compile(f"^{_LINE.pattern}", re.MULTILINE)
_EVENTS = frozenset({"stdf/10", "amf/249", "amf/250", "scsi/27", "scsi/155"})
_FIRST = {1: 35, 2: 67}


def _director(octet: int) -> str | None:
    for cluster, first in _FIRST.items():
        if first <= octet < first + 8:
            engine, side = divmod(octet - first, 2)
            return f"director-{cluster}-{engine + 1}-{'AB'[side]}"
    return None


def _detect(capture: Capture) -> Detection | None:
    found = {match["event"].split("/")[0] for match in _BEGINNING.finditer(capture.head)}
    if found & {"stdf", "amf", "tach", "scsi", "disk"}:
        return Detection(85, "lines of the merged firmware log of VPLEX directors")
    return None


def _read(capture: Capture, out: Writer) -> None:
    counts: dict[tuple[str, str], int] = {}
    lines: dict[tuple[str, str], int] = {}
    started = False
    for line, text in capture.lines():
        match = _LINE.match(text)
        if match is None:
            # The text of an event may continue on further lines; lines before the first event are unread.
            if text.strip() and not started:
                out.unread(line)
            continue
        started = True
        director = _director(whole(match["octet"]))
        if director is not None and match["event"] in _EVENTS:
            key = director, match["event"]
            counts[key] = counts.get(key, 0) + 1
            lines[key] = line
    for (director, event), count in counts.items():
        add_setting(out, lines[director, event], capture.owner, director, f"firmware-events {event}", str(count))
    add_system(out, capture.first_line, capture.owner)


READERS = (
    Reader(
        name="vplex-firmware-log", platform="vplex", command="firmware.log.merged",
        provides={**FAMILY, **columns(array_setting=SETTING)},
        detect=_detect, read=_read, needles=("/", ": "), verified=False, trust=40,
    ),
)  # fmt: skip
