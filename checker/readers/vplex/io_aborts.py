"""``health-check --io-aborts``: the single word ``None`` where no I/O was aborted.

::

    VPlexcli:/> health-check --io-aborts
    None

The word alone is no signature, so the command or the place of the file has to say what it answers. Other answers have
not been seen; their lines are counted as not understood.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader

# Bounded: a line may be megabytes long and name the command again and again.
_COMMAND = re.compile(r"health-check\b[^\n]{0,200}?--io-aborts?\b")
_PLACE = re.compile(r"vplex|health.?check|io.?aborts?", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    if capture.command and _COMMAND.search(capture.command):
        return Detection(91, "the answer to health-check --io-aborts")
    lines = [line.strip() for line in capture.head.split("\n") if line.strip()]
    if lines and _COMMAND.search(lines[0]):
        return Detection(91, "the answer to health-check --io-aborts")
    if lines == ["None"] and _PLACE.search(capture.file):
        return Detection(30, "'None' alone in a place of VPLEX health checks")
    return None


def _read(capture: Capture, out: Writer) -> None:
    for line, text in capture.lines():
        words = text.strip()
        if not words or _COMMAND.search(words) or words.startswith("Output to "):
            continue
        if words.rstrip(".") == "None":
            out.add(
                "array_setting",
                line,
                storage_array=capture.owner,
                scope="health-check",
                setting="io-aborts",
                value="none",
            )
            out.add("storage_array", line, storage_array=capture.owner, family="vplex", vendor="EMC")
        else:
            out.unread(line)


READERS = (
    Reader(
        name="vplex-io-aborts",
        platform="vplex",
        command="health-check --io-aborts",
        provides={
            "array_setting": ("storage_array", "scope", "setting", "value"),
            "storage_array": ("storage_array", "family", "vendor"),
        },
        detect=_detect,
        read=_read,
        needles=(),
    ),
)
