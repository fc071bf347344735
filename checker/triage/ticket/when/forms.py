"""Times and figures as users say them, in the forms that are read: ``half past 7`` is ``07:30``, ``1400-1500`` is ``14:00-15:00``.

A number alone is a clock only where the words around it leave no other meaning: ``since 7`` at the end of a clause, ``between 7 and 8 this
morning``. Everything else stays as it is, and what looks like a time and was not read is stated as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.triage.ticket.when import languages

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"([0-9]{{1,2}}|{'|'.join(_WORDS)})"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_MONTH_NAME = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
_DAY = r"(?:mon|tue|wed|thu|fri|sat|sun|today|tonight|yesterday|this|last|on\b)"
_PART = r"(morning|afternoon|evening|night)"
_AFTER = r"(?:(?:in\s+the|at)\s+|(?:\b(?:this|yesterday|last)\s+)|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\s+)"
_CLOCK = r"(?<![\w.:/-])([0-9]{1,2})(:[0-9]{2})?(?![\w:/]|[.,][0-9]|\s*[ap]\.?m\b)"
_END = (
    r"(?=\s*(?:$|[.,;:!?)\n](?!\s*[0-9])|(?:on|onwards?|in\s+the|this|that|today|tonight|yesterday|last|(?:utc|gmt)(?:[+-][0-9:]{1,5})?|ce?s?t|me[sd]?z|[ecmp][sd]t|bst|the|all|it|we|is|are|was|were|when|"
    rf"[a-z]{{2,5}}day|[a-z_-]+[0-9][\w.-]*|h|hrs|until|till?|and(?!\s*[0-9])|(?!{_MONTH})(?-i:[A-Z][a-z])[\w.-]+)(?![\w%/])))"
)
"""What may follow a number that is a clock: the end of a clause, a day, or a name; no unit and no noun."""
_BEGIN = r"\b(since|until|till?|(?:start|began|begin)\w*(?:\s+(?:at|around|about))?)\s+"
_UNIT = {"h": "hours", "hr": "hours", "hrs": "hours", "m": "minutes", "min": "minutes", "mins": "minutes", "d": "days"}
_EVENING, _NIGHT, _NOON = 4, 6, 12


def read_forms(text: str) -> str:
    """Return a text with its times and pairs of figures in the forms that are read."""
    for pattern, replace in _FORMS:
        text = pattern.sub(replace, text)
    return text


def _value(word: str) -> int:
    named = {"noon": 12, "midnight": 0}.get(word.casefold())
    if named is not None:
        return named
    return int(word) if word.isdigit() else _WORDS.index(word.casefold()) + 1


def _clock(hour: int, minute: int, fallback: str) -> str:
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else fallback


def _sortable(match: re.Match[str]) -> str:
    return "{}-{:0>2}-{:0>2}".format(*match.groups())


def _one_order(match: re.Match[str]) -> str:
    """Return 10/14/2026 and 14/10/2026 as a date: only one of both numbers can be the month."""
    first, other, year = (int(part) for part in match.groups())
    if (first > 12) == (other > 12):
        return match.group()
    return f"{year}-{min(first, other):02d}-{max(first, other):02d}"


def _past(match: re.Match[str]) -> str:
    """Return ``half past 7``, ``quarter to ten`` or ``ten past 9`` as a clock."""
    minutes, side, hour = match.groups()
    named = {"half": 30, "quarter": 15, "a quarter": 15}.get(re.sub(r"\s+", " ", minutes.casefold()))
    count = named if named is not None else _value(minutes)
    total = _value(hour) * 60 + (count if side.casefold() in ("past", "after") else -count)
    return _clock(total // 60 % 24, total % 60, match.group())


def _digits(match: re.Match[str]) -> str:
    """Return ``since 0920`` or ``0920 hrs`` as a clock; a year is none."""
    role, digits, hours = match.groups()
    if not hours and (digits.startswith("20") or digits.startswith("19")):
        return match.group()
    return f"{role or ''}{_clock(int(digits[:2]), int(digits[2:]), digits)}"


def _digit_range(match: re.Match[str]) -> str:
    first, last = (_clock(int(one[:2]), int(one[2:]), "") for one in match.groups())
    return f"{first}-{last}" if first and last else match.group()


def _hours(match: re.Match[str]) -> str:
    """Return ``between 7 and 8`` as a range of clocks."""
    first, last = (_clock(int(match.group(place)), 0, "") for place in (1, 2))
    return f"{first}-{last}" if first and last else match.group()


def _until_now(match: re.Match[str]) -> str:
    hour, minutes = match.groups()
    clock = _clock(int(hour), int((minutes or ":00")[1:]), "")
    return f"since {clock}" if clock else match.group()


def _bare(match: re.Match[str]) -> str:
    return f"{match.group(1)} {_clock(_value(match.group(2)), 0, match.group(2))}"


def _late(hour: int, part: str) -> int:
    """Return the hour of the day: 7 in the evening is 19, 2 at night stays."""
    least = {"afternoon": 1, "evening": _EVENING, "night": _NIGHT}.get(part.casefold(), 24)
    if part.casefold() == "night" and hour == _NOON:
        return 0
    return hour + _NOON if least <= hour < _NOON else hour


def _part_after(match: re.Match[str]) -> str:
    """Return ``7 in the evening`` as 19:00; words that name the day stay."""
    first, minutes, last, more, day, part = match.groups()
    begin = f"{_late(int(first), part):02d}{minutes or ':00'}"
    end = f"-{_late(int(last), part):02d}{more or ':00'}" if last else ""
    named = "" if day.casefold().split()[0] in ("in", "at") else f" {day}{part}"
    return f"{begin}{end}{named}" if int(first) < 24 and int(last or 0) < 24 else match.group()


def _part_before(match: re.Match[str]) -> str:
    """Return ``yesterday evening at 7`` with the clock 19:00."""
    part, between, first, minutes, joined, last, more = match.groups()
    if int(first) > 23 or int(last or 0) > 23:
        return match.group()
    end = f"-{_late(int(last), part):02d}{more or ':00'}" if last else ""
    return f"{part}{between}{_late(int(first), part):02d}{minutes or ':00'}{end}" + ("" if last else joined or "")


def _minutes_from(match: re.Match[str]) -> str:
    """Return ``20 minutes before 2pm`` as a clock."""
    minutes, side, hour, minute, half = match.groups()
    late = _NOON * (half.casefold() == "p") if half else 0
    total = (int(hour) % _NOON + late if half else int(hour)) * 60 + int((minute or ":0")[1:])
    total += int(minutes) if side.casefold() == "after" else -int(minutes)
    return _clock(total // 60 % 24, total % 60, match.group())


def _lasting(match: re.Match[str]) -> str:
    """Return ``for 20 minutes starting 09:15`` or ``09:15 for 20 minutes`` as a range of clocks."""
    given = match.groupdict()
    half = (given["half"] or "").casefold()
    hour, minute, count = int(given["hour"]), int(given["minute"]), int(given["count"])
    if (half and not 1 <= hour <= _NOON) or hour > 23 or minute > 59:
        return match.group()
    begin = (hour % _NOON + _NOON * (half == "p") if half else hour) * 60 + minute
    end = begin + count * (60 if given["unit"].casefold().startswith("h") else 1)
    if not begin < end < begin + 24 * 60:
        return match.group()
    return f"{_clock(begin // 60, begin % 60, '')}-{_clock(end // 60 % 24, end % 60, '')}{given['zone'] or ''}{given['day'] or ''}"


def _count(match: re.Match[str]) -> str:
    word, unit = match.groups()
    count = 1 if word.casefold() in ("a", "an") else _value(word)
    return f"{count} {unit}"


def _named_unit(match: re.Match[str]) -> str:
    return f"{match.group(1)} {_UNIT[match.group(2).casefold()]}{match.group(3) or ''}"


def _form(pattern: str, replace: str | Callable[[re.Match[str]], str]) -> languages.Form:
    return re.compile(f"(?i){pattern}"), replace


_ROUGHLY = r"(?:about|around|roughly|approximately|approx\.?|some|nearly|almost)"
_LENGTH = r"(?P<count>[0-9]{1,4})(?:\s*|-)(?P<unit>minutes?|mins?|hours?|hrs?|h|m)\b"
_FROM = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?:\s?(?P<half>[ap])\.?m\b\.?|(?![\w:]))(?P<zone>\s(?:utc|gmt|ce?s?t|me[sd]?z|[ecmp][sd]t|[bi]st)\b)?(?P<day>\s(?:yesterday|today|(?:this|last)\s[a-z]{5,9}|(?:on\s)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)?"
_TROUBLE = r"(?:outage|spikes?|freeze|hang|stall|peak|incident|window|slowdown|period|pause|hiccup|latency)"
_FIGURE = r"[0-9]{1,9}(?:[.,][0-9]{1,6})?"
_WEEKDAY = r"((?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_FORMS = (
    *languages.FORMS,
    _form(r"\b((?:this|yesterday)\s+(?:morning|afternoon|evening))\s+since\s+(?=[0-9])", r"since \1 "),
    _form(r"(?<![\w.-])[~≈](?=[0-9])", ""),
    _form(r"\bmilli[\s-]seconds?\b", "milliseconds"),
    # Figures: 1 ms -> 12 ms; used to be 2 ms, now 14; 12 ms (was 1.5).
    _form(rf"(?<![\w.-])({_FIGURE}(?:\s*[a-zµμ]{{1,4}})?)\s*(?:->|=>|→)\s*(?={_FIGURE}\s*[a-zµμ])", r"from \1 to "),
    _form(r"\bused\s+to\s+be\s+(fast|fine|ok|good|quick)\b", r"was \1 before"),
    _form(r"\bused\s+to\s+be\b", "was"),
    # Should be 2 ms; normal 2 ms.
    _form(rf"\b(?:(?:should|ought\s+to)\s+be|normal(?:\s+is)?:?)\s+(?={_ROUGHLY}?\s?[~<]?\s?{_FIGURE}\s?(?:ms|msec|µs|us|milli))", "normally "),
    _form(r">\s*(?=(?:normal|usual)\b)", "above "),
    _form(r"\bcompared\s+(?:to|with)\b|\bversus\b|\bvs\.?(?=\s)", "vs"),
    _form(
        rf"({_FIGURE}\s*)(ms|µs|μs|us|msec)(\b[^.;\n0-9]{{0,20}}\b(?:now|was|normal|normally|usually|before|vs|see|sees|seeing|instead\s+of)[:\s]\s*(?:at\s+|around\s+|about\s+)?{_FIGURE})(?=\s*(?:$|[.,;!?)\n](?![0-9])|(?:since|last|yesterday|before|earlier|normally|usually|now)\b))",
        r"\1\2\3 \2",
    ),
    _form(rf"({_FIGURE}\s*(?:ms|µs|us))\s+as\s+(?:always|ever|usual)\b", r"\1 fine"),
    _form(r"\bthe\s+same\s+as\s+(?:always|ever|usual|before)\b", "fine"),
    # Dates.
    _form(rf"(?<![\w/.:-])([0-9]{{1,2}})\s*-\s*([0-9]{{1,2}})\s+({_MONTH_NAME})", r"from \1 \3 to \2 \3"),
    _form(rf"\b({_MONTH_NAME})\s+([0-9]{{1,2}})\s*-\s*([0-9]{{1,2}})(?![\w:/.-]|\s*[mµu]s)", r"from \1 \2 to \1 \3"),
    _form(r"\b([0-9]{4}-[0-9]{2}-[0-9]{2})[ ,]+([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)\s?([+-][0-9]{2}:?[0-9]{2})(?![\w:-])", r"\1T\2\3"),
    _form(r"(?<![\w/])(20[0-9]{2})/([0-9]{1,2})/([0-9]{1,2})(?![\w/])", _sortable),
    _form(r"(?<![\w/])([0-9]{1,2})/([0-9]{1,2})/(20[0-9]{2})(?![\w/])", _one_order),
    _form(rf"(?<![\w/-])([0-9]{{1,2}})[-/]({_MONTH})(?:[-/](20[0-9]{{2}}))?(?![\w-])", r"\1 \2 \3"),
    _form(r"(:[0-9]{2}(?::[0-9]{2})?(?:z|[+-][0-9]{2}:?[0-9]{2})?)\s*(?:\.\.|/)\s*(?=[0-9]{4}-[0-9]{2}-[0-9]{2})", r"\1 to "),
    # Lengths of time: two hours ago, the past hour, last 24h, for 3 hours now.
    _form(r"\bhalf\s+an\s+hour\b", "30 minutes"),
    _form(rf"\b({'|'.join(_WORDS)}|an?)\s+(minutes?|hours?|days?)\b", _count),
    _form(r"\b(last|past)\s+(hour|day)\b(?!\s*[0-9])", r"\1 1 \2"),
    _form(r"\b((?:last|past)\s+[0-9]{1,4})\s*(h|hrs?|m|mins?|d)\b()", _named_unit),
    _form(r"\b([0-9]{1,4})\s*(h|hrs?|m|mins?|d)(\s+ago)\b", _named_unit),
    _form(r"\bfor\s+(?:about\s+)?([0-9]{1,4}\s+(?:minutes?|hours?|days?))\s+now\b", r"since \1"),
    # For 20 minutes starting 09:15; at 09:15 for about 20 minutes; began at 09:15 and lasted 20 minutes.
    _form(rf"\b(?:(?:for|lasting|lasted|duration(?:\s+of)?:?)\s+(?:{_ROUGHLY}\s+)?)?{_LENGTH}(?:\s{_TROUBLE})?,?\s+(?:starting|beginning|started|begin|start|from|at|since)(?:\s+time)?:?\s+(?:(?:at|from|around|about)\s+)?{_FROM}", _lasting),
    _form(rf"(?<![\w:.-]){_FROM},?\s+(?:and\s+)?(?:(?:(?:it\s+)?lasted|lasting|for|duration(?:\s+of)?:?)\s+)(?:{_ROUGHLY}\s+)?{_LENGTH}(?!\s+now)", _lasting),
    _form(rf"(?<![\w:.-]){_FROM},\s+{_LENGTH}\s+long\b", _lasting),
    # Has been slow for 45 minutes.
    _form(rf"\b(ha(?:s|ve|d)\s+been\s[^.,;:!?\n0-9]{{1,40}}?)for\s+(?:{_ROUGHLY}\s+)?([0-9]{{1,4}}\s+(?:minutes?|hours?|days?))\b(?!\s+(?:starting|beginning|from|since|at|on|yesterday|last))", r"\1since \2"),
    # The night from Wednesday to Thursday is Wednesday night.
    _form(rf"\bnight\s+(?:from|of)\s+{_WEEKDAY}\s*(?:to|on|/|-)\s*{_WEEKDAY[:-1]})\b", r"\1 night"),
    # After the upgrade on Monday is since Monday.
    _form(
        rf"\b((?:after|since|following)\s+(?:the|a|an|our|last|this|we)\s[^.,:;!?\n0-9]{{1,60}}?(?:[a-z-]+[0-9][\w-]*\s)?)on\s+(?=(?:the\s+)?(?:{_WEEKDAY}|[0-9]))",
        r"\1since ",
    ),
    # After the reboot at 07:00 is since 07:00; as of 06:45, too.
    _form(r"\b(?:after|since|following)\s+((?:the|a|an|our)\s(?!(?:morning|afternoon|evening|night|week|day)\b)[^.,:;!?\n0-9]{1,60}?(?:[a-z-]+[0-9][\w-]*\s)?)at\s+(?=[0-9]{1,2}:[0-9]{2}(?![0-9]))", r"after \1since "),
    _form(r"\bas\s+of\s+(?=[0-9])", "since "),
    # Start: 08:10, end time: 08:50.
    _form(r"\b(?:start|begin|onset)(?:\s+time)?\s*[:=]\s*(?=[0-9])", "started "),
    _form(r"\b(?:end|stop)(?:\s+time)?\s*[:=]\s*(?=[0-9])", "ended "),
    # Clocks.
    _form(r"(?<!\w)@\s*(?=[0-9])", "at "),
    _form(r"\b([0-9]{1,2})\s+min(?:ute)?s?\s+(before|after)\s+([0-9]{1,2})(:[0-9]{2})?(?:\s*([ap])\.?m\b\.?|(?<=:[0-9]{2})(?![\w:]))", _minutes_from),
    _form(rf"\b((?:between|from)\s+[0-9]{{1,2}})\.([0-5][0-9])(\s+(?:and|to|until|till?)\s+[0-9]{{1,2}})\.([0-5][0-9]){_END}", r"\1:\2\3:\4"),
    _form(r"(?<![\w:])([0-2][0-9]):?([0-5][0-9])Z\s*-\s*([0-2][0-9]):?([0-5][0-9])Z\b", r"\1:\2-\3:\4 UTC"),
    _form(r"(?<![\w:-])([0-2][0-9])([0-5][0-9])Z\b", r"\1:\2Z"),
    _form(r"(?<![\w:.])([0-9]{1,2})h([0-5][0-9])(?![\w:])", r"\1:\2"),
    _form(r"(?<![\w:.-])([0-9]{1,2})h(?=\s*(?:-|to|and|until|till?)\s*[0-9]{1,2}h\b)", r"\1:00"),
    _form(r"(:00\s*(?:-|to|and|until|till?)\s*[0-9]{1,2})h\b", r"\1:00"),
    _form(r"\b(?:from|between)\s+([0-9]{1,2})(:[0-9]{2})?\s+(?:to|and|until|till?)\s+now\b", _until_now),
    _form(rf"\b(half|(?:a\s+)?quarter|five|ten|[0-9]{{1,2}}(?=\s+minutes|\s+past))(?:\s+minutes)?\s+(past|to|after)\s+({_NUMBER[1:-1]}|noon|midnight)\b(?:{_END}|(?=\s*(?:to|-|–)\s))", _past),
    _form(rf"\b{_NUMBER}\s+o['’]?clock\b", lambda match: _clock(_value(match.group(1)), 0, match.group())),
    _form(r"(?<![\w.])([0-9]{1,2})\.([0-9]{2})(?=\s*[ap]\.?m\b)", r"\1:\2"),
    _form(rf"\b(since|until|till?|at|from|around|about)\s+([0-9]{{1,2}})\.([0-5][0-9]){_END}", r"\1 \2:\3"),
    _form(rf"(?<![\w:.-])([0-2][0-9][0-5][0-9])\s*(?:-|–|\bto\b|\band\b|\buntil\b|\btill?\b)\s*([0-2][0-9][0-5][0-9])(?:\s*(?:h|hrs|hours))?{_END}", _digit_range),
    _form(rf"\b((?:since|until|till?|at|from|to|around|about|before|after)\s+)([0-2][0-9][0-5][0-9]){_END}()", _digits),
    _form(r"(?<![\w:.-])()([0-2][0-9][0-5][0-9])\s*(hrs|hours|h)\b", _digits),
    _form(r"(?<![\w:.-])([0-9]{1,2})(?::00)?\s?-?ish\b", lambda match: _clock(int(match.group(1)), 0, match.group())),
    # 7 to 8 in the evening, this evening; yesterday evening at 7.
    _form(rf"{_CLOCK}(?:\s*(?:-|to|and|until|till?)\s*([0-9]{{1,2}})(:[0-9]{{2}})?)?\s+({_AFTER}){_PART}\b", _part_after),
    _form(
        rf"\b{_PART}(,?\s+(?:(?:at|around|about|from|since|between)\s+)){_CLOCK}(\s*(?:-|to|and|until|till?)\s*([0-9]{{1,2}})(:[0-9]{{2}})?)?{_END}",
        _part_before,
    ),
    # Since yesterday evening 7:15: a number without minutes may be anything.
    _form(
        rf"\b{_PART}(,?\s+(?:(?:at|around|about|from|since|between)\s+)?)([0-9]{{1,2}})(:[0-9]{{2}})(\s*(?:-|to|and|until|till?)\s*([0-9]{{1,2}})(:[0-9]{{2}}))?(?![\w:]|\s*[ap]\.?m\b)",
        _part_before,
    ),
    _form(
        rf"\b(?:between|from)\s+([0-9]{{1,2}})\s*(?:-|to|and|until|till?)\s*([0-9]{{1,2}})(?:\s*(?:h|hrs)\b)?{_END}",
        _hours,
    ),
    _form(rf"{_BEGIN}{_NUMBER}{_END}", _bare),
    _form(rf"\b(from)\s+{_NUMBER}(?=\s+on(?:wards?)?\b)", _bare),
    _form(rf"\b(at|around|about|from)\s+{_NUMBER}(?=\s+{_DAY})", _bare),
    # Yesterday since 14:00 is since 14:00 yesterday.
    _form(rf"\b(?<!since )(?<!until )(?<!than )(yesterday|{_WEEKDAY[1:-1]})\s+since\s+([0-9]{{1,2}}:[0-9]{{2}})(?![\w:])", r"since \2 \1"),
)  # fmt: skip
