"""``hostname``, ``uname -n`` and ``/etc/hostname``: only the name of a host.

Sample::

    db01.example.net

A word alone may be anything, so it is a name only below such a command, or in a file that is called like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_NAME = re.compile(r"[ \t]*([A-Za-z0-9][A-Za-z0-9_-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9_-]{0,62}){0,5})[ \t]*\Z")
_COMMAND = re.compile(
    r"(?:sudo )?(?:/\S{1,30}/)?(?:hostname(?: -(?:f|s|A|-fqdn|-long|-short))?|uname -n|cat /etc/(?:hostname|HOSTNAME))\Z"
)
# Switches print theirs with "show hostname".
_FILE = re.compile(
    r"(?!(?:.{0,80}[_.-])?sh(?:ow)?[ _-]hostname)"
    r"(?:.{0,80}[_.-])?(?:etc_)?(?:hostname|uname_-?n)(?:[_-]{1,2}[fs])?(?:\.(?:txt|out|log))?\Z",
    re.IGNORECASE,
)
_ECHO = re.compile(r"(?:[\[\]\w@:~./ -]{0,80}[#$>] ?)?(?:hostname|uname -n|cat /etc/hostname)\b[^\n]{0,20}\Z")
# What the command prints on a machine without a name of its own.
_NO_NAME = re.compile(r"(?:localhost|localhost\.localdomain|unknown|none|\(none\))\Z", re.IGNORECASE)


def _name(text: str) -> str | None:
    """Return the only word of a text, unless it is the name of no machine."""
    lines = [line for line in text[:400].split("\n") if line.strip() and not _ECHO.match(line.strip())]
    found = _NAME.match(lines[0]) if len(lines) == 1 else None
    return None if found is None or _NO_NAME.match(found[1]) or found[1].isdigit() else found[1]


def _detect(capture: Capture) -> Detection | None:
    if capture.command:
        asked = _COMMAND.match(capture.command.strip())
    else:
        asked = _FILE.match(capture.file.rpartition("/")[2]) or _ECHO.match(capture.head.strip().partition("\n")[0])
    return Detection(90, "the name of a host") if asked and _name(capture.text) else None


def _rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in printed(capture):
        if _NAME.match(line):
            yield TextRow(number)
        elif not _ECHO.match(line.strip()):
            out.unread(number)


READERS = (
    Family("unix", _rows).reader(
        "unix-hostname", "hostname", _detect, Facts[TextRow]("host", needs="host", distinct=True, host=owner), owner_in=_name,
        advised=False, also=("uname -n",),
    ),
)  # fmt: skip
