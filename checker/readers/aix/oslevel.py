"""Release, technology level and service pack of an AIX host: ``oslevel -s``.

Sample::

    7200-05-03-2148
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

_LEVEL = re.compile(r"(?P<level>[5-9][1-9]00-\d\d-\d\d-\d{4})")


def _levels(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        if match := _LEVEL.fullmatch(line.strip()):
            yield TextRow(number, match.groupdict())
        elif line.strip():
            out.unread(number)


def _detect(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n") if line.strip()]
    return Detection(90, "a level of AIX") if lines and all(map(_LEVEL.fullmatch, lines)) else None


READERS = (
    Family("aix", _levels).reader(
        "aix-oslevel", "oslevel -s", _detect,
        Facts("host", host=owner, platform=const("aix"), os_name=const("AIX"), os_version="level"),
        needles=("00-",),
    ),
)  # fmt: skip
