"""``health-check --io-aborts``: the single word ``None`` if no I/O was aborted.

::

    VPlexcli:/> health-check --io-aborts
    None

The word is too common for a signature, so the command or the file's path must identify it. No other answers are known;
their lines are counted as not understood.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.vplex.objects import FAMILY, SETTING, add_setting, add_system

# Bounded: a line may be megabytes long and repeat the command many times.
_COMMAND = re.compile(r"health-check\b[^\n]{0,200}?--io-aborts?\b")
_PLACE = re.compile(r"vplex|health.?check|io.?aborts?", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    if capture.command and _COMMAND.search(capture.command):
        return Detection(91, "output of health-check --io-aborts")
    lines = [line.strip() for line in capture.head.split("\n") if line.strip()]
    if lines and _COMMAND.search(lines[0]):
        return Detection(91, "output of health-check --io-aborts")
    if lines == ["None"] and _PLACE.search(capture.file):
        return Detection(30, "only 'None', in a file of VPLEX health checks")
    return None


def _read(capture: Capture, out: Writer) -> None:
    for line, text in capture.lines():
        words = text.strip()
        if not words or _COMMAND.search(words) or words.startswith("Output to "):
            continue
        if words.rstrip(".") == "None":
            add_setting(out, line, capture.owner, "health-check", "io-aborts", "none")
            add_system(out, line, capture.owner)
        else:
            out.unread(line)


READERS = (
    Reader(
        name="vplex-io-aborts", platform="vplex", command="health-check --io-aborts",
        provides={**FAMILY, **columns(array_setting=SETTING)},
        detect=_detect, read=_read, needles=("io-abort|None",),
    ),
)  # fmt: skip
