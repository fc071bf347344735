"""``systeminfo``: name and version of Windows.

Sample::

    Host Name:                 WIN31
    OS Name:                   Microsoft Windows Server 2019 Standard
    OS Version:                10.0.17763 N/A Build 17763

Its other lines are about memory, hotfixes and network cards. Translated output is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_HOST = re.compile(r"(?m)^Host Name:[ \t]+(?P<name>[\w.\-]{1,63})[ \t]*$")
_SYSTEM = re.compile(r"(?m)^OS Name:[ \t]+(?:Microsoft(?:\u00ae|\(R\))? )?Windows\b")
_PAIR = re.compile(r"(?P<name>OS Name|OS Version):[ \t]+(?P<value>\S.*)\Z")
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,6}\b")
# Every line has a title, or is indented below one.
_KNOWN = re.compile(r"[A-Z][\w ()/&'.-]{1,50}:(?:[ \t]|\Z)|[ \t]{4,}\S")


def _detect(capture: Capture) -> Detection | None:
    found = _HOST.search(capture.head) and _SYSTEM.search(capture.head)
    return Detection(95, "Host Name: and OS Name: Microsoft Windows") if found else None


def _name(text: str) -> str | None:
    names = {match["name"] for match in _HOST.finditer(text)}
    return names.pop() if len(names) == 1 else None


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield one row with the name and the version of the system."""
    values: dict[str, str] = {}
    first = 0
    for place, line in capture.lines():
        if pair := _PAIR.match(line):
            first = first or place
            values.setdefault(pair["name"], pair["value"].strip())
        elif line.strip() and not _KNOWN.match(line):
            out.unread(place)
    if values:
        version = _VERSION.match(values.get("OS Version", ""))
        yield TextRow(first, {"name": values.get("OS Name", ""), "version": version.group() if version else ""})


READERS = (
    Family("windows", _rows).reader(
        "windows-systeminfo", "systeminfo", _detect,
        Facts("host", host=owner, platform=const("windows"), os_name="name", os_version="version"),
        needles=("OS Name:",), begins=r"^Host Name:[ \t]+\S", owner_in=_name, verified=False, trust=50, advised=False,
    ),
)  # fmt: skip
