"""Times that a capture prints itself: the output of ``date`` or ``show clock`` before the output of another command.

Two samples of the same counters in one capture are distinguished by these times; without them they give no rates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from checker.facts.resolve.samples import SAMPLED_KINDS
from checker.intake.sections.section import Section
from checker.readers.toolkit.base import PRINTED_DATE, Reader
from checker.readers.toolkit.zones import offset_in, offset_of

_COMMAND = re.compile(r"(?:sudo )?(?:/bin/)?date(?: [^|;]*)?\Z|show clock\Z|get-date\Z", re.IGNORECASE)
_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? "
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_MONTH = "(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_CLOCK = r"(?P<clock>\d{1,2}:\d\d:\d\d)(?:\.\d{1,9})?(?: (?P<half>[AP]M))?"
_ZONE = r"(?: (?P<zone>[A-Z]{1,5}|[+-]\d\d(?::?\d\d)?))?"
_FORMS = tuple(
    rf"[ \t]*(?:{form})[ \t]*"
    for form in (
        rf"{_DAY}{_MONTH} {{1,2}}(?P<day>\d{{1,2}}) {_CLOCK}{_ZONE} (?P<year>\d{{4}})",
        rf"{_DAY}(?P<day>\d{{1,2}}) {_MONTH} (?P<year>\d{{4}}) {_CLOCK}{_ZONE}",
        rf"{_CLOCK}{_ZONE} {_DAY}{_MONTH} {{1,2}}(?P<day>\d{{1,2}}) (?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}})-(?P<number>\d\d)-(?P<day>\d\d)[T ]{_CLOCK}(?P<iso>Z|[+-]\d\d:?\d\d)",
    )
)
_LINES = tuple(re.compile(rf"^{form}$", re.MULTILINE) for form in _FORMS)


def _moment(match: re.Match[str], timezone: str) -> datetime | None:
    """Return the time in UTC; None without a zone, and for an abbreviation of several zones unless ``timezone`` is one of them."""
    found = match.groupdict()
    zone = found.get("zone") or found.get("iso") or ""
    month = found.get("month")
    number = _MONTHS.index(month) // 3 + 1 if month else int(found["number"])
    shown = f"{found['year']}-{number:02}-{int(found['day']):02} {found['clock']}"
    half = found.get("half")
    try:
        moment = datetime.strptime(f"{shown} {half}", "%Y-%m-%d %I:%M:%S %p") if half else datetime.fromisoformat(shown)
        known = offset_of(zone)
        offset = known if known is not None else offset_in(zone, moment, timezone)
        return moment.replace(tzinfo=UTC) - offset if offset is not None else None
    except (ValueError, OverflowError):
        return None


def _clocks(text: str) -> list[re.Match[str]]:
    """Return the lines that consist of a date with time, in order."""
    return sorted((match for form in _LINES for match in form.finditer(text)), key=lambda match: match.start())


def timed(sections: Sequence[Section], timezone: str = "") -> list[Section]:
    """Give sections the time that the last ``date`` of the same machine before them printed, unless a header has one.

    Readers of times of day get the line as it was printed, too: its zone is that of these times.
    """
    printed: dict[str | None, tuple[datetime | None, str]] = {}
    found: list[Section] = []
    for section in sections:
        if section.command and len(section.text) < 1000 and _COMMAND.match(section.command):
            clocks = _clocks(section.text)
            moment = _moment(clocks[0], timezone) if clocks else None
            printed.pop(section.host, None)
            if clocks:
                printed[section.host] = moment, clocks[0].group().strip()
            if moment:
                # Nothing else is in it.
                continue
        elif section.host in printed:
            moment, line = printed[section.host]
            section = replace(section, header={PRINTED_DATE: line, **section.header})
            section = _at(section, moment) if moment else section
        found.append(section)
    return found


def _at(section: Section, moment: datetime) -> Section:
    return replace(section, header={"captured_at": moment.isoformat(), **section.header})


def samples(section: Section, reader: Reader, timezone: str) -> list[Section]:
    """Cut a section with counters at lines that are times, each part with its own; empty if there is nothing to cut."""
    text = section.text
    clocks = _clocks(text) if ":" in text and any(kind in reader.provides for kind in SAMPLED_KINDS) else []
    parts: list[Section] = []
    line, position, moment = section.first_line, 0, None
    for begin, end, following in [
        *((clock.start(), clock.end() + 1, _moment(clock, timezone)) for clock in clocks),
        (len(text), len(text), None),
    ]:
        body = text[position:begin]
        if body.strip():
            part = replace(section, text=body, first_line=line)
            parts.append(_at(part, moment) if moment else part)
        line += text.count("\n", position, min(end, len(text)))
        position, moment = end, following
    return parts if clocks else []
