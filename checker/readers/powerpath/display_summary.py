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

Of the paths of an adapter, ``Summary`` is optimal if none is dead, degraded if some are, and failed if all are. ``display ports``
has rows of array ports (``000190000001  FA 7eA``) instead of adapters, ``display paths`` has both. Which columns a row has
is read from its heading. Public samples: ``powermt display`` on AIX and HP-UX, ``display paths`` on Windows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.powerpath.path_rows import INTERFACE_CLASS, NOISE
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.records import Record, TextRow

_COUNT = r"^[ \t]*[A-Za-z][\w /+-]{1,40} logical device count[ \t]*=[ \t]*[0-9]+"
_TABLE = r"^[ \t]*(?:-+ Host Bus Adapters -+|-+ Storage System -+|Storage class[ \t]*=[ \t]*\S+)"
_IN_HEAD = re.compile(f"{_COUNT}|{_TABLE}", re.MULTILINE)
_KNOWN_LINE = re.compile(
    r"={3,}|-[- ]*(?:Host Bus|Storage Sys|I/O Paths|Stats)|Storage class\s*=|[\w /+-]{2,40}logical device count|.{0,120}\b(?:Enabled|Disabled)\s*\Z"
)
_HEADING = re.compile(
    r"(?P<hba>###\s+HW Path\s+)?(?P<port>ID\s+Interface\s+)?(?P<rest>(?:[A-Z]\S*\s+){0,3}Total\s+Dead(?:\s+[A-Z]\S*){0,5})\s*\Z"
)
_OTHER_HEADING = re.compile(r"###\s+HW Path|ID\s+Interface")
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
    heading: re.Match[str] | None = None
    for at, line in capture.lines():
        text = line.strip()
        if found := _HEADING.match(text):
            heading = found
        elif _KNOWN_LINE.match(text) or _OTHER_HEADING.match(text):
            heading = None if _OTHER_HEADING.match(text) else heading
            yield TextRow(at)
        elif row := heading and _counts(heading, text):
            yield TextRow(at, row)
        elif text and not NOISE.match(text):
            out.unread(at)


def _counts(heading: re.Match[str], text: str) -> dict[str, str] | None:
    """Return the adapter, the port and the numbers of a row; None for other lines."""
    names = heading["rest"].split()
    words = text.split()
    before, cells = words[: -len(names)], dict(zip(names, words[-len(names) :], strict=False))
    found = {"total": cells.get("Total", ""), "dead": cells.get("Dead", "")}
    if not (found["total"].isdecimal() and found["dead"].isdecimal()):
        return None
    if heading["port"]:
        # "FA 7eA" and "SP A1" are interfaces of two words.
        width = 2 if len(before) > 2 and INTERFACE_CLASS.match(before[-2]) else 1
        found["port"], before = " ".join(before[-width:]), before[:-width]
        found["serial"] = before.pop() if before else ""
    if heading["hba"]:
        # On AIX the name of the adapter is enough, and lists of paths have it alone.
        found["hba"] = before[-1] if len(before) == 2 and before[1].startswith("fscsi") else " ".join(before)
    return found if bool(before) == bool(heading["hba"]) else None


def _working(row: TextRow) -> int | None:
    total, dead = row.number("total"), row.number("dead")
    return None if total is None or dead is None or dead > total else total - dead


def _options(capture: Capture, out: Writer) -> Iterator[TextRow]:
    scope = "powerpath"
    for at, line in capture.lines():
        text = line.strip()
        if not text or text == "Storage" or re.match(_OPTIONS, text):
            continue
        if (match := _OPTION.match(text) or _GENERAL.match(text)) is not None:
            found = match.groupdict()
            scope = f"powerpath/{found['scope']}" if found.get("scope") else scope
            yield TextRow(at, {"scope": scope, "name": " ".join(found["name"].split()), "value": found["value"]})
        elif not NOISE.match(text):
            out.unread(at)


_HOST: Facts[Record] = Facts("host", needs="host", distinct=True, host=owner, multipath_software=const("powerpath"))
_COUNTS: Facts[TextRow] = Facts(
    "path_total", needs="printed_paths", host=owner, multipath_owner=const("powerpath"), hba=lambda row: row.values.get("hba", ""),
    array_serial=lambda row: row.values.get("serial", ""), port=lambda row: row.values.get("port", ""), printed_paths=number("total"),
    working_paths=_working,
)  # fmt: skip
_SETTINGS: Facts[TextRow] = Facts(
    "host_setting", host=owner, scope="scope", setting="name", value=lambda row: row.values["value"]
)

READERS = (
    Family("powerpath", _summary).reader(
        "powerpath-display", "powermt display", _detect_summary, _HOST, _COUNTS, needles=(" logical device count|- Host Bus Adapters -|- Storage System -|Storage class",), begins=_COUNT, trust=50,
    ),
    Family("powerpath", _options).reader(
        "powerpath-display-options", "powermt display options",
        by_pattern("System Class and Attributes of powermt display options", (92, _OPTIONS)), _HOST, _SETTINGS,
        needles=("System Class",), verified=False,
    ),
)  # fmt: skip
