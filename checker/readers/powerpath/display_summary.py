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

Counts of paths by adapter or port say less than the paths do; they are recognised and passed over.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_COUNT = re.compile(r"^[ \t]*[A-Za-z][\w /+-]{1,40} logical device count[ \t]*=[ \t]*[0-9]+", re.MULTILINE)
_TABLE = re.compile(
    r"^[ \t]*(?:-+ Host Bus Adapters -+|-+ Storage System -+|Storage class[ \t]*=[ \t]*\S+)", re.MULTILINE
)
_SUMMARY_LINE = re.compile(
    r"={3,}|-[- ]*(?:Host Bus|Storage Sys|I/O Paths|Stats)|###\s+HW Path|ID\s+Interface|Storage class\s*=|[\w /+-]{2,40}logical device count"
    r"|[0-9]{1,9}\s+\S.{0,200}\s(?:[0-9]+|-)\s+(?:[0-9]+|-)\s*\Z|\S{4,40}\s+\S.{0,100}\s(?:[0-9]+|-)\s+(?:[0-9]+|-)\s*\Z"
    r"|.{0,120}\b(?:Enabled|Disabled)\s*\Z"
)
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:/\S{1,60}/)?r?powermt\b|===> |[- ]+\Z")
_OPTIONS = re.compile(r"^[ \t]*System Class[ \t]+Attributes[ \t]*$", re.MULTILINE)
_OPTION = re.compile(
    r"(?:(?P<scope>[A-Z][A-Za-z0-9+/-]{1,30})\s{2,})?(?P<name>[a-z][A-Za-z0-9 _()-]{2,60}?)\s*=\s*(?P<value>\S.*)\Z"
)
_GENERAL = re.compile(r"(?P<name>[A-Z][A-Za-z ()/]{3,60}?)\s*:\s*(?P<value>\S.*)\Z")


def _read_summary(capture: Capture, out: Writer) -> None:
    host_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if _SUMMARY_LINE.match(text):
            if not host_written:
                out.add("host", number, host=capture.owner, multipath_software="powerpath")
                host_written = True
        elif not _NOISE.match(text):
            out.unread(number)


def _read_options(capture: Capture, out: Writer) -> None:
    scope = "powerpath"
    host_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text or text in ("Storage", "System Class  Attributes") or _OPTIONS.match(text):
            continue
        match = _OPTION.match(text) or _GENERAL.match(text)
        if match is None:
            if not _NOISE.match(text):
                out.unread(number)
            continue
        if not host_written:
            out.add("host", number, host=capture.owner, multipath_software="powerpath")
            host_written = True
        found = match.groupdict()
        if found.get("scope"):
            scope = f"powerpath/{found['scope']}"
        out.add(
            "host_setting",
            number,
            host=capture.owner,
            scope=scope,
            setting=" ".join(found["name"].split()),
            value=found["value"],
        )


def _detect_summary(capture: Capture) -> Detection | None:
    if "Pseudo name" not in capture.head and (_COUNT.search(capture.head) or _TABLE.search(capture.head)):
        return Detection(92, "counts of devices or adapters of powermt display")
    return None


def _detect_options(capture: Capture) -> Detection | None:
    if _OPTIONS.search(capture.head):
        return Detection(92, "System Class and Attributes of powermt display options")
    return None


READERS = (
    Reader(
        name="powerpath-display",
        platform="powerpath",
        command="powermt display",
        provides={"host": ("host", "multipath_software")},
        detect=_detect_summary,
        read=_read_summary,
        begins=_COUNT.pattern,
        verified=False,
        trust=50,
    ),
    Reader(
        name="powerpath-display-options",
        platform="powerpath",
        command="powermt display options",
        provides={
            "host": ("host", "multipath_software"),
            "host_setting": ("host", "scope", "setting", "value"),
        },
        detect=_detect_options,
        read=_read_options,
        needles=("System Class",),
        verified=False,
    ),
)
