"""``version``: the Fabric OS release.

Synthetic sample::

    Kernel:     2.6.14.2
    Fabric OS:  v8.2.1a
    Made on:    Mon Jan 7 18:22:40 2019
    BootProm:   3.0.29
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, Reader

_RELEASE = re.compile(r"^[ \t]*Fabric OS:[ \t]*(v?\d\S*)", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*(?:Kernel|Made on|Flash|BootProm):[ \t]*\S", re.MULTILINE)


def _detect(capture: Capture) -> Detection | None:
    if _RELEASE.search(capture.head) and _OTHER.search(capture.head):
        return Detection(90, "Fabric OS: with Kernel: or BootProm:")
    return None


def _read(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        release = _RELEASE.match(line)
        if release:
            out.add("switch", number, switch=capture.owner, vendor="brocade", firmware_version=release.group(1))
        elif line.strip() and not _OTHER.match(line) and not fos.is_noise(line):
            out.unread(number)


READERS = (
    Reader(
        name="brocade-version", platform="brocade", command="version",
        provides={"switch": ("switch", "vendor", "firmware_version")}, needles=("Fabric OS:",), detect=_detect,
        read=_read, begins=r"^Kernel:[ \t]*\d[\w.\-]*[ \t]*\n[ \t]*Fabric OS:",
    ),
)  # fmt: skip
