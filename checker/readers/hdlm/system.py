"""Settings and counts of HDLM: ``dlnkmgr view -sys``, ``view -hba``, ``view -cha``.

::

    HDLM Version                      : 8.0.0-00
    Load Balance                      : on(extended lio)
    Path Health Checking              : on(30)
    Auto Failback                     : on(60)
    HDLM Manager Ver        WakeupTime
    Alive        8.0.0-00   2014/04/10 09:55:17

The number or word in parentheses is the interval in minutes, or the algorithm. ``view -hba`` and ``view -cha`` count the
paths by port of the host and of the array::

    ChaID Product       S/N     ChaPort IO-Count   IO-Errors  Paths OnlinePaths
    00000 USP_V         0014999 1A          6810613          0     2           2
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.hdlm.rows import NOISE
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.records import Record, TextRow

_FIRST = r"^[ \t]*HDLM Version[ \t]*:[ \t]*[0-9]"
_SETTING = re.compile(r"(?P<name>[A-Z][\w ./()&-]{2,60}?)[ \t]*:(?:[ \t]*(?P<value>\S.{0,120}))?\Z")
_VALUE = re.compile(r"(?P<word>on|off)\((?P<detail>[^()]{1,40})\)\Z")
_COMPONENT = re.compile(
    r"HDLM (?:Manager|Alert Driver|Driver) |(?:Alive|Dead|Unknown)\b|License Type|(?:Permanent|Temporary|Emergency)\b|Audit Log "
)
_HBA_COUNTS = r"^[ \t]*HbaID[ \t]+Port\.Bus\b"
_CHA_COUNTS = r"^[ \t]*ChaID[ \t]+Product\b"
_COUNTS = r"\s+(?:[0-9]+|-)\s+(?:[0-9]+|-)\s+(?P<paths>[0-9]{1,6})\s+(?P<online>[0-9]{1,6})(?:\s+\S.*)?\Z"
_HBA_ROW = re.compile(rf"[0-9]{{5}}\s+(?P<hba>[0-9A-Fa-f]{{1,4}}\.[0-9A-Fa-f]{{1,4}})(?:\s+[A-Z]\w+)?{_COUNTS}")
_CHA_ROW = re.compile(rf"[0-9]{{5}}\s+\S+\s+(?P<serial>[0-9]{{1,12}})\s+(?P<port>\w{{1,6}}){_COUNTS}")
_NOISE = re.compile(NOISE)


def _settings(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for at, line in capture.lines():
        text = line.strip()
        found = _SETTING.match(text)
        if _COMPONENT.match(text) or _NOISE.match(text):
            continue
        if found:
            name, value = found["name"], found["value"] or ""
            split = _VALUE.match(value)
            yield TextRow(at, {"name": name, "value": split["word"] if split else value})
            if split:
                detail = "interval" if split["detail"].isdecimal() else "algorithm"
                yield TextRow(at, {"name": f"{name} {detail}", "value": split["detail"]})
        elif text:
            out.unread(at)


def _counted(capture: Capture, out: Writer) -> Iterator[TextRow]:
    heading = re.compile(f"{_HBA_COUNTS}|{_CHA_COUNTS}")
    for at, line in capture.lines():
        text = line.strip()
        if found := _HBA_ROW.match(text) or _CHA_ROW.match(text):
            yield TextRow(at, found.groupdict())
        elif text and not heading.match(text) and not _NOISE.match(text):
            out.unread(at)


_HOST: Facts[Record] = Facts("host", distinct=True, host=owner, multipath_software=const("hdlm"))
_SETTINGS: Facts[TextRow] = Facts(
    "host_setting", needs="value", host=owner, scope=const("hdlm"), setting="name", value="value"
)
_TOTALS: Facts[TextRow] = Facts(
    "path_total", host=owner, multipath_owner=const("hdlm"), hba=lambda row: row.values.get("hba", ""),
    array_serial=lambda row: row.values.get("serial", "").lstrip("0"), port=lambda row: row.values.get("port", ""),
    printed_paths=number("paths"), working_paths=number("online"),
)  # fmt: skip

READERS = (
    Family("hdlm", _settings).reader(
        "hdlm-view-sys", "dlnkmgr view -sys", by_pattern("HDLM Version of dlnkmgr view -sys", (95, _FIRST)), _HOST, _SETTINGS,
        needles=("HDLM Version",), begins=_FIRST, verified=False,
    ),
    Family("hdlm", _counted).reader(
        "hdlm-view-counts", "dlnkmgr view -hba", by_pattern("counts of host ports by HDLM", (94, _HBA_COUNTS)), _HOST, _TOTALS,
        needles=("HbaID",), begins=_HBA_COUNTS, trust=50,
    ),
    Family("hdlm", _counted).reader(
        "hdlm-view-cha", "dlnkmgr view -cha", by_pattern("counts of array ports by HDLM", (94, _CHA_COUNTS)), _HOST, _TOTALS,
        needles=("ChaID",), begins=_CHA_COUNTS, verified=False, trust=50,
    ),
)  # fmt: skip
