"""Summaries of PowerPath: ``powermt display``, ``powermt display ports|hba_mode``, ``powermt display options``.

Samples::

    VPLEX logical device count=8
    ==============================================================================
    ----- Host Bus Adapters ---------  ------ I/O Paths -----  ------ Stats ------
    ###  HW Path                       Summary   Total   Dead  IO/Sec Q-IOs Errors
    ==============================================================================
       5 lpfc                          degraded     32      2       -     0      0

        Storage
        System Class  Attributes
        ------------  ----------
        VPLEX         periodic autorestore = on
                      status = managed

Counts of paths by adapter or port say less than the paths do; they are recognised, but not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.powerpath.path_rows import NOISE
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.family import Family, by_pattern
from checker.readers.toolkit.fields import const, owner
from checker.readers.toolkit.records import Record, TextRow

_COUNT = r"^[ \t]*[A-Za-z][\w /+-]{1,40} logical device count[ \t]*=[ \t]*[0-9]+"
_TABLE = r"^[ \t]*(?:-+ Host Bus Adapters -+|-+ Storage System -+|Storage class[ \t]*=[ \t]*\S+)"
_IN_HEAD = re.compile(f"{_COUNT}|{_TABLE}", re.MULTILINE)
_SUMMARY_LINE = re.compile(
    r"={3,}|-[- ]*(?:Host Bus|Storage Sys|I/O Paths|Stats)|###\s+HW Path|ID\s+Interface|Storage class\s*=|[\w /+-]{2,40}logical device count"
    r"|[0-9]{1,9}\s+\S.{0,200}\s(?:[0-9]+|-)\s+(?:[0-9]+|-)\s*\Z|\S{4,40}\s+\S.{0,100}\s(?:[0-9]+|-)\s+(?:[0-9]+|-)\s*\Z"
    r"|.{0,120}\b(?:Enabled|Disabled)\s*\Z"
)
_OPTIONS = r"^[ \t]*System Class[ \t]+Attributes[ \t]*$"
_OPTION = re.compile(
    r"(?:(?P<scope>[A-Z][A-Za-z0-9+/-]{1,30})\s{2,})?(?P<name>[a-z][A-Za-z0-9 _()-]{2,60}?)\s*=\s*(?P<value>\S.*)\Z"
)
_GENERAL = re.compile(r"(?P<name>[A-Z][A-Za-z ()/]{3,60}?)\s*:\s*(?P<value>\S.*)\Z")


def _detect_summary(capture: Capture) -> Detection | None:
    if "Pseudo name" not in capture.head and _IN_HEAD.search(capture.head):
        return Detection(92, "counts of devices or adapters of powermt display")
    return None


def _summary(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        text = line.strip()
        if _SUMMARY_LINE.match(text):
            yield TextRow(number)
        elif text and not NOISE.match(text):
            out.unread(number)


def _options(capture: Capture, out: Writer) -> Iterator[TextRow]:
    scope = "powerpath"
    for number, line in capture.lines():
        text = line.strip()
        if not text or text == "Storage" or re.match(_OPTIONS, text):
            continue
        if (match := _OPTION.match(text) or _GENERAL.match(text)) is not None:
            found = match.groupdict()
            scope = f"powerpath/{found['scope']}" if found.get("scope") else scope
            yield TextRow(number, {"scope": scope, "name": " ".join(found["name"].split()), "value": found["value"]})
        elif not NOISE.match(text):
            out.unread(number)


_HOST: Facts[Record] = Facts("host", needs="host", distinct=True, host=owner, multipath_software=const("powerpath"))
_SETTINGS: Facts[TextRow] = Facts(
    "host_setting", host=owner, scope="scope", setting="name", value=lambda row: row.values["value"]
)

READERS = (
    Family("powerpath", _summary).reader(
        "powerpath-display", "powermt display", _detect_summary, _HOST, needles=(" logical device count|- Host Bus Adapters -|- Storage System -|Storage class",), begins=_COUNT, verified=False, trust=50,
    ),
    Family("powerpath", _options).reader(
        "powerpath-display-options", "powermt display options",
        by_pattern("System Class and Attributes of powermt display options", (92, _OPTIONS)), _HOST, _SETTINGS,
        needles=("System Class",), verified=False,
    ),
)  # fmt: skip
