"""``uname -a`` of Unix systems: one line with the names of the system and the host, and the release.

The pattern of a system has the groups ``host`` and ``version``, or ``major`` and ``minor`` where it has no version in one piece.
The first line of ``sar`` has the same words, followed by a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

HOST = r"(?P<host>[A-Za-z0-9][A-Za-z0-9._-]{0,62})"
_DATED = r"(?!.*\d/\d)"


def uname_reader(platform: str, system: str, rest: str, os_name: str) -> Reader:
    """Return the reader of a system: ``rest`` is the pattern of what follows its name and that of the host."""
    start = rf"^[ \t]*{re.escape(system)} {_DATED}"
    pattern = re.compile(rf"{start}{HOST} {rest}[ \t]*$", re.MULTILINE)

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        for number, line in capture.lines():
            if match := pattern.match(line):
                part = match.groupdict().get
                release = part("version") or ".".join(digits for digits in (part("major"), part("minor")) if digits)
                yield TextRow(number, {"version": release})
            elif line.strip():
                out.unread(number)

    def detect(capture: Capture) -> Detection | None:
        lines = [line for line in capture.head.split("\n") if line.strip()]
        # Inside a longer text, the line is a banner in the output of another command.
        return Detection(85 if len(lines) <= 3 else 20, "a line of uname -a") if pattern.search(capture.head) else None

    def owner_in(text: str) -> str | None:
        match = pattern.search(text)
        return match["host"] if match else None

    facts = Facts[TextRow](
        "host", {"host": owner, "platform": const(platform)}, os_name=const(os_name), os_version="version"
    )
    return Family(platform, rows).reader(
        f"{platform}-uname", "uname -a", detect, facts, needles=(f"{system} ",), begins=pattern.pattern, owner_in=owner_in,
        verified=False, trust=50,
    )  # fmt: skip
