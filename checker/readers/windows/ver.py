"""``ver``: the version of Windows.

Sample::

    Microsoft Windows [Version 10.0.17763.1]
"""

from __future__ import annotations

import re

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import first_line
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner

_VERSION = re.compile(
    r"[ \t]*(?P<name>Microsoft Windows) \[\w{1,20}\.? (?P<version>[0-9]{1,2}\.[0-9]{1,2}(?:\.[0-9]{1,6}){1,2})\][ \t]*\Z"
)


def _detect(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n") if line.strip()]
    # The banner of cmd.exe begins with the same line and goes on.
    return Detection(85, "Microsoft Windows [Version …]") if len(lines) == 1 and _VERSION.match(lines[0]) else None


READERS = (
    Family("windows", first_line(_VERSION)).reader(
        "windows-ver", "ver", _detect,
        Facts("host", host=owner, platform=const("windows"), os_name="name", os_version="version"),
        needles=("Microsoft Windows [",), verified=False, trust=50, advised=False,
    ),
)  # fmt: skip
