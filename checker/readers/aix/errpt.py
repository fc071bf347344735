"""The error log: ``errpt`` and ``errpt -a``.

Synthetic samples::

    IDENTIFIER TIMESTAMP  T C RESOURCE_NAME  DESCRIPTION
    DE3B8540   0114093126 P H hdisk12        PATH HAS FAILED

    ---------------------------------------------------------------------------
    LABEL:          SC_DISK_ERR7
    IDENTIFIER:     DE3B8540

    Date/Time:       Wed Jan 14 09:31:25 CET 2026
    Node Id:         db01
    Class:           H
    Type:            PERM
    Resource Name:   hdisk12

    Description
    PATH HAS FAILED

The timestamp is MMDDhhmmYY. Its P stands for permanent, pending and performance errors (IBM AIX documentation, errpt command), so PEND
and PERF count as permanent in both forms. Entries of a minute are counted; details such as sense data are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.aix.facts import HOST
from checker.readers.toolkit.base import Capture, word_list
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import computed, number, owner, words
from checker.readers.toolkit.declarations.records import Context, TextRow
from checker.readers.toolkit.numbers import whole

_SHORT = re.compile(
    r"\s*(?P<identifier>[0-9A-F]{8})\s+(?P<month>[0-9]{2})(?P<day>[0-9]{2})(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<year>[0-9]{2})"
    r"\s+(?P<type>[PTIU])\s+(?P<class>[HSOU])\s+(?P<resource>\S{1,40})\s+(?P<text>\S.*?)\s*\Z"
)
_HEADER = r"IDENTIFIER\s+TIMESTAMP\s+T\s+C\s+RESOURCE_NAME\s+DESCRIPTION"
_STARTED = re.compile(r"\s*[0-9A-F]{4,8}(?:\s+[0-9]{1,10})?(?:\s+[PTIU])?(?:\s+[HSOU])?(?:\s+\S{1,40})?\Z")
_SHORT_NOISE = re.compile(shell_noise("errpt", rf"{_HEADER}\Z"))
_FIRST_ROW = (
    r"^[ \t]*[0-9A-F]{8}[ \t]+(?:0[1-9]|1[0-2])[0-3][0-9][0-2][0-9][0-5][0-9]{3}[ \t]+[PTIU][ \t]+[HSOU][ \t]+\S"
)
_FIRST_LABEL = r"^[ \t]*LABEL:[ \t]*\w+[ \t]*\n[ \t]*IDENTIFIER:[ \t]*[0-9A-F]{8}[ \t]*$"
_FIELD = re.compile(
    r"\s*(LABEL|IDENTIFIER|Date/Time|Sequence Number|Machine Id|Node Id|Class|Type|WPAR|Resource Name|Resource Class|Resource Type|Location):\s*(.*\S|)\s*\Z"
)
_DATE = re.compile(
    r"\S{2,4} (?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>[0-9]{1,2}) (?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):[0-9]{2}(?: \S{1,12})? (?P<year>[0-9]{4})\Z"
)
_MONTHS = {name: at for at, name in enumerate(word_list("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"), 1)}
_TYPES = {
    "p": "permanent", "perm": "permanent", "pend": "permanent", "perf": "permanent", "t": "temporary", "temp": "temporary",
    "i": "informational", "info": "informational", "u": "unknown", "unkn": "unknown",
}  # fmt: skip
_CLASSES = {"h": "hardware", "s": "software", "o": "operator", "u": "undetermined"}
_RULER = re.compile(r"\s*-{10,}\s*\Z")
_NODE = re.compile(r"^[ \t]*Node Id:[ \t]*(\S{1,255})[ \t]*$", re.MULTILINE)


def _short(capture: Capture, out: Writer) -> Iterator[TextRow]:
    cut = 0
    for number_, line in printed(capture, LONGEST_LINE):
        cut = 0
        if match := _SHORT.match(line):
            yield TextRow(number_, match.groupdict())
        elif not _SHORT_NOISE.match(line.strip()):
            out.unread(number_)
            cut = number_ if _STARTED.match(line) else 0
    note_truncated(out, cut, "entry")


def _long(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the entries; what follows the description of one is about the same error."""
    row: TextRow | None = None
    before = ""
    for number_, line in printed(capture, LONGEST_LINE):
        match = _FIELD.match(line)
        if match and match.group(1) == "LABEL":
            if row is not None:
                yield row
            row, before = TextRow(number_, {"label": match.group(2)}), ""
        elif row is None:
            if not _RULER.match(line) and not _SHORT_NOISE.match(line.strip()):
                out.unread(number_)
        elif match and "text" not in row.values:
            row.add(number_, match.group(1).lower(), match.group(2))
        elif before == "Description":
            row.add(number_, "text", line.strip())
        before = line.strip()
    if row is not None:
        note_truncated(out, 0 if "text" in row.values else row.line, "entry")
        if "text" in row.values:
            yield row


def _entries(rows: Iterator[TextRow], out: Writer) -> Iterator[TextRow]:
    """Yield each error of a resource and minute once, with the number of its entries."""
    counted: dict[tuple[str | None, ...], int] = {}
    found: list[tuple[tuple[str | None, ...], TextRow]] = []
    for row in rows:
        date = _DATE.match(row.values.get("date/time", ""))
        if date is not None:
            row.values.update(date.groupdict())
            row.values["month"] = str(_MONTHS.get(date["month"], ""))
        elif "date/time" in row.values:
            out.note(row.at("date/time"), f"the time is not understood: {row.values['date/time']}")
        key = tuple(row.text(*names) for names in (("identifier",), ("resource", "resource name"), *_TIME))
        counted[key] = counted.get(key, 0) + 1
        if counted[key] == 1:
            found.append((key, row))
    for key, row in found:
        row.values["events"] = str(counted[key])
        yield row


_TIME = (("year",), ("month",), ("day",), ("hour",), ("minute",))


def _logged_at(row: TextRow, context: Context) -> datetime | None:
    parts = [row.text(*names) for names in _TIME]
    if None in parts:
        return None
    year, month, day, hour, minute = (whole(part or "0") for part in parts)
    try:
        return datetime(year + 2000 if year < 100 else year, month, day, hour, minute, tzinfo=UTC)
    except ValueError:
        context.out.note(row.line, "the time is not understood")
        return None


_ERROR = Facts[TextRow](
    "host_error", needs=("resource", "error"), host=owner, resource=lambda row: row.text("resource", "resource name"), error="identifier",
    error_label="label", error_text="text", error_type=words("type", _TYPES, others=False),
    error_class=words("class", _CLASSES, others=False), logged_at=computed(_logged_at), events=number("events"),
)  # fmt: skip


def _node(text: str) -> str | None:
    """Return the host in the entries; None if they are of several, as in a log that was sent elsewhere."""
    names = set(_NODE.findall(text))
    return names.pop() if len(names) == 1 else None


READERS = (
    Family("aix", lambda capture, out: _entries(_short(capture, out), out)).reader(
        "aix-errpt", "errpt", by_pattern("entries of errpt", (94, _FIRST_ROW), (94, rf"^[ \t]*{_HEADER}[ \t]*$")), HOST, _ERROR,
        begins=rf"^[ \t]*{_HEADER}[ \t]*$", needles=("P H |T H |I H |U H |P S |T S |I S |U S |P O |T O |I O |U O |P U |T U |I U |U U |TIMESTAMP",),
    ),
    Family("aix", lambda capture, out: _entries(_long(capture, out), out)).reader(
        "aix-errpt-a", "errpt -a", by_pattern("LABEL: and IDENTIFIER: of errpt -a", (96, _FIRST_LABEL)), HOST, _ERROR,
        needles=("LABEL:", "IDENTIFIER:"), owner_in=_node,
    ),
)  # fmt: skip
