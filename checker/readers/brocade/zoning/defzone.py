"""``defzone --show``: access between devices while no zone configuration is effective.

Synthetic sample::

    Default Zone Access Mode
            committed - No Access
            transaction - No Transaction
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns

_TITLE = re.compile(r"^[ \t]*Default Zone Access Mode[ \t]*+:?[ \t]*+$", re.MULTILINE | re.IGNORECASE)
_LINE = re.compile(r"\s*(committed|transaction)\s*[-–—:]+\s*(.*)", re.IGNORECASE)
_ACCESS = {"no access": "deny", "all access": "permit"}


def _read(capture: Capture, out: Writer) -> None:
    facts: dict[str, Value] = {}
    first = capture.first_line
    for number, line in capture.lines():
        found = _LINE.match(fos.without_note(line))
        if found is None:
            if line.strip() and not _TITLE.match(line) and not fos.is_noise(line):
                out.unread(number)
            continue
        name, value = found.group(1).lower(), " ".join(found.group(2).lower().split())
        if name == "transaction":
            # An open transaction is printed as the access mode that it would set.
            facts["pending_session"] = False if value == "no transaction" else True if value in _ACCESS else None
        elif value in _ACCESS:
            facts["default_zone"] = _ACCESS[value]
        else:
            out.unread(number)
            continue
        first = number if len(facts) == 1 else first
    if facts:
        out.add("vsan", first, switch=capture.owner, vsan="", **facts)
    if "default_zone" not in facts:
        out.ends_inside_record = True
        out.note(first, "the committed access mode is missing")


READERS = (
    fos.reader(
        "defzone --show",
        fos.head_contains(_TITLE, 95, "Default Zone Access Mode and the committed mode", also="committed"),
        _read, columns(vsan="switch vsan default_zone pending_session"),
        needles=("committed",), begins=r"^[ \t]*Default Zone Access Mode[ \t]*+:?[ \t]*+$",
    ),
)  # fmt: skip
