"""Unity command line: ``uemcli /net/port/fc show -detail``, ``/remote/initiator``, ``/remote/host``, ``/stor/prov/luns/lun``, ``/stor/config/pool``.

::

    Storage system address: 192.0.2.20
    Storage system port: 443
    HTTPS connection

    1:    ID                   = spa_fc4
          SP                   = spa
          Health state         = OK (5)
          Current speed        = 16 Gbps
          WWN                  = 50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01

A record begins with its number; ``key = value`` lines belong to it. What a record is follows from its keys. The layout is
confirmed by outside text of pools and releases, the keys of FC objects are recalled from the command line's guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.unity.uemcli_objects import PROVIDES, Record, write_records

_NUMBERED = re.compile(r"(?:.*\(The default selection is \[[0-9]\]\):)?[ \t]*([0-9]{1,7}):[ \t]+(?P<pair>[A-Za-z].*)\Z")
_PAIR = re.compile(r"(?P<key>[A-Za-z#][^=]{0,60}?)[ \t]*=(?:[ \t]+(?P<value>.*))?\Z")
_BANNER = re.compile(
    r"Storage system (?:address|port):|HTTPS? connection|Remote certificate|Issuer:|Subject:|Valid from|Valid to|Serial|Id:|"
    r"Would you like|\[[0-9]\]|Please input|[\w@:~ .\-/]{0,60}[>#$]|uemcli\b|Operation completed",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?m)^[ \t]*Storage system address:[ \t]+([\w.:\-]{2,100}?),?(?:[ \t]|$)")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.search(r"(?m)^(?:.*\]\):)?[ \t]*[0-9]{1,7}:[ \t]+[A-Za-z][^=\n]{0,60}=", head):
        return None
    if re.search(r"(?m)^[ \t]*Storage system address:", head):
        return Detection(95, "objects printed by uemcli")
    if re.search(r"(?m)^[ \t]*(?:[0-9]+:[ \t]+)?(?:Health state|WWN|UID)[ \t]+=", head):
        return Detection(88, "numbered objects as uemcli prints them")
    return None


def address(text: str) -> str | None:
    """Return the address that the tool was given; on the array itself it talks to the machine it runs on."""
    found = _ADDRESS.search(text[:4_000])
    return found.group(1) if found and found.group(1) not in ("127.0.0.1", "localhost", "::1") else None


def _records(capture: Capture, out: Writer) -> Iterator[Record]:
    current: Record | None = None
    last: str | None = None
    for number, text in capture.lines():
        line = text.strip()
        if not line:
            continue
        begun = _NUMBERED.match(line)
        if begun is not None:
            if current is not None:
                yield current
            current, line, last = Record(number), begun["pair"], None
        pair = _PAIR.match(line)
        if current is not None and pair is not None:
            last = current.add(number, pair["key"], pair["value"] or "")
        elif _BANNER.match(line):
            continue
        elif current is not None and last is not None and begun is None:
            current.values[last] = f"{current.values[last]} {line}".strip()
        else:
            out.unread(number)
    if current is not None:
        yield current


def _read(capture: Capture, out: Writer) -> None:
    write_records(_records(capture, out), capture, out)


READERS = (
    Reader(
        name="unity-uemcli",
        platform="unity",
        command="uemcli /net/port/fc show -detail",
        provides=PROVIDES,
        detect=_detect,
        read=_read,
        needles=("=", "1:"),
        owner_in=address,
        verified=False,
    ),
)
