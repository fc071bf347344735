"""Unity command line: ``uemcli /net/port/fc show -detail``, ``/env/sp``, ``/remote/initiator``, ``/remote/host``, ``/stor/prov/luns/lun``, ``/stor/config/pool``.

::

    Storage system address: 192.0.2.20
    Storage system port: 443
    HTTPS connection

    1:    ID                   = spa_fc4
          SP                   = spa
          Health state         = OK (5)
          Current speed        = 16 Gbps
          WWN                  = 50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01

A record begins with its number; the ``key = value`` lines below belong to it, and its keys determine its type. Outside
exports of pools and releases confirm the layout; the keys of FC objects follow the guide of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.unity.uemcli_objects import BANNER, Record, uemcli_reader

_NUMBERED = re.compile(r"(?:.*\(The default selection is \[[0-9]\]\):)?[ \t]*([0-9]{1,7}):[ \t]+(?P<pair>[A-Za-z].*)\Z")
_PAIR = re.compile(r"(?P<key>[A-Za-z#][^=]{0,60}?)[ \t]*=(?:[ \t]+(?P<value>.*))?\Z")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.search(r"(?m)^(?:.*\]\):)?[ \t]*[0-9]{1,7}:[ \t]+[A-Za-z][^=\n]{0,60}=", head):
        return None
    if re.search(r"(?m)^[ \t]*Storage system address:", head):
        return Detection(95, "objects printed by uemcli")
    if re.search(r"(?m)^[ \t]*(?:[0-9]+:[ \t]+)?(?:Health state|WWN|UID)[ \t]+=", head):
        return Detection(88, "numbered objects as uemcli prints them")
    return None


def _records(capture: Capture, out: Writer) -> Iterator[Record]:
    current: Record | None = None
    last: str | None = None
    # A value continues below it. What is not indented is a title, unless the text was copied without its blanks.
    is_indented = any(text[:1] in " \t" for _, text in capture.lines() if text.strip())
    for number, text in capture.lines():
        line = text.strip()
        if not line:
            continue
        pair_line = _NUMBERED.match(line)
        if pair_line is not None:
            if current is not None:
                yield current
            current, line, last = Record(number), pair_line["pair"], None
        pair = _PAIR.match(line)
        if current is not None and pair is not None:
            last = current.take(number, pair["key"], pair["value"] or "")
        elif BANNER.match(line):
            continue
        elif current is not None and last is not None and pair_line is None and (not is_indented or text[0] in " \t"):
            current.values[last] = f"{current.values[last]} {line}".strip()
        else:
            out.unread(number)
    if current is not None:
        yield current


READERS = (uemcli_reader("unity-uemcli", "uemcli /net/port/fc show -detail", _detect, _records, ("=", "1:")),)
