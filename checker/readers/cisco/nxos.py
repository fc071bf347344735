"""Text common to all NX-OS output: noise lines, port names, VSAN lists, totals, and the row of the switch itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole

# A prompt, alone or before a command (`mds1# show vsan`, `mds1(config-if)#`), or an echoed command alone.
_PROMPT = re.compile(
    r"(?:[A-Za-z0-9][\w.\-]{0,63}(?:\([\w.\- ]{1,40}\))?[#>](?:\s.*)?|[#$>%]\s.*|(?:[`'\"]|[#$>%]\s*)*sh(?:ow?)?\s.*)\Z",
    re.IGNORECASE,
)
_RULER = re.compile(r"(?:[-=_*+~ \t]{2,}|\.{2,}|…+|-+|-+ ?More ?-+)\Z", re.IGNORECASE)
# Text that the session prints before the first output: the SSH dialogue and the NX-OS banner.
_LOGIN = re.compile(
    r"(?:login as:.*|\S{1,80}'s password:|(?:Password|login):|User Access Verification|Last login:.*|Warning: Permanently added .*"
    r"|Using keyboard-interactive authentication\.?|Connection to \S+ closed\.?|logout|Bad terminal type: .*|Nexus \d\S* Switch"
    r"|\*{2,}[^*]{1,120}\*{2,})\Z",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"Cisco (?:Nexus )?Operating System \(NX-OS\) Software|TAC support: |Documents: |Copyright \(c\) |The copyrights to "
    r"|other third parties |Certain components of |Some parts of this |owned by |software (?:are|may be) |under the GNU "
    r"|License\. (?:A copy|Certain components) |such license is available|the GNU General |a copy of (?:each )?such license|each such license |(?:the GNU )?(?:Lesser )?General Public License "
    r"|and/or other countries|https?://www\.(?:gnu|opensource)\.org/",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?m)^[ \t]*(?:Software|BIOS:)[ \t]*(?:$|version)")
_MARK = re.compile(r"\s(?:={2,}>|<={2,}|<-{2,}).*\Z")
_PORT = re.compile(
    r"(?:fc\d{1,3}/\d{1,3}(?:/\d{1,3})?|bay\d{1,3}|ext\d{1,3}|(?:san-)?port-channel ?\d{1,5}|(?:san-)?po\d{1,5}"
    r"|vfc(?:-po|-port-channel)?[\d/]{1,12}|fcip\d{1,5}|fcoe\d{1,5}|fv\d[\d/]{0,8})\Z",
    re.IGNORECASE,
)
_BUNDLE = re.compile(r"(san-)?po(?:rt-channel)? ?(\d+)\Z", re.IGNORECASE)
_PORT_RANGE = re.compile(r"(fc\d{1,3}/)(\d{1,3}) ?- ?(?:fc\d{1,3}/)?(\d{1,3})\Z", re.IGNORECASE)
MARKS = {"++": "high-alarm", "+": "high-warning", "--": "low-alarm", "-": "low-warning"}
"""States of the readings of transceivers by the marks that NX-OS prints."""
_ALIAS = re.compile(r"\[\s*([^\[\]]{1,64}?)\s*\]\Z")
_TOTAL = re.compile(
    r"Total number of (?:local )?(?:flogi|entries|device-alias(?:es)?)\s*[=:]\s*(\d{1,9})\.?\Z", re.IGNORECASE
)
_MOST_PORTS = 1024  # more than any switch has: a longer list is an attack or damaged
_MOST_ROWS = 500_000  # beyond this, ranges are not expanded: a short line must not become endless rows
_TABLE = re.compile(r"\b(?:database|flogi-table)\b(?P<narrowed>[^|]{0,200})", re.IGNORECASE)
_ALL = re.compile(r"(?:\s+(?:det\w*|local|vsan\s+\d{1,4}(?:\s*-\s*\d{1,4})?))*\s*['`\"]?\s*\Z", re.IGNORECASE)
HIGHEST_VSAN = 4094  # NX-OS system management guide, "Configuring VSANs": user VSANs 2…4093, 4094 is isolated


def is_noise(line: str) -> bool:
    """Return whether a stripped line is blank, a ruler, an ellipsis, a prompt, an echoed command or login dialogue."""
    return not line or bool(_RULER.match(line)) or bool(_PROMPT.match(line)) or bool(_LOGIN.match(line))


def without_mark(line: str) -> str:
    """Return the line without a trailing remark of the author (``===> remark``)."""
    return _MARK.sub("", line).rstrip() if ">" in line or "<" in line else line


def stripped_lines(capture: Capture, *, marks: bool = True) -> Iterator[tuple[int, str]]:
    """Yield each line without blanks around it, with its number; ``marks`` FALSE removes the author's remarks."""
    for number, line in capture.lines():
        yield number, (line if marks else without_mark(line)).strip()


@lru_cache(maxsize=8)
def opening(text: str) -> tuple[str, str]:
    """Return the noise lines at the beginning, and the first other line (stripped; '' if all lines are noise).

    Only the first 8 Ki characters are read, and once for all readers, because each calls this for every capture.
    """
    noise: list[str] = []
    # `show version` begins with the same banner and continues with the versions.
    banner = "Operating System (NX-OS) Software" in text[:8192] and not _VERSION.search(text, 0, 8192)
    for line in text[:8192].split("\n"):
        stripped = line.strip()
        if not is_noise(stripped) and not (banner and _BANNER.match(stripped)):
            return "\n".join(noise), stripped
        noise.append(stripped)
    return "\n".join(noise), ""


def begins_with(
    pattern: re.Pattern[str], score: int, reason: str, *, also: str = ""
) -> Callable[[Capture], Detection | None]:
    """Return the detection by the first line of a capture that is not noise.

    ``also`` is a regular expression (multi-line mode) that the head must contain.
    """
    contains = re.compile(also, re.MULTILINE)

    def detect(capture: Capture) -> Detection | None:
        fits = pattern.match(opening(capture.head)[1]) and contains.search(capture.head)
        return Detection(score, reason) if fits else None

    return detect


def port_name(text: str) -> str | None:
    """Return the name of a Fibre Channel port as the switch prints it (``port-channel 10`` as one word), or None."""
    name = text.strip()
    if not _PORT.match(name):
        return None
    bundle = _BUNDLE.match(name)
    if bundle:
        return f"{(bundle.group(1) or '').lower()}port-channel{bundle.group(2)}"
    return name if not name[:2].isupper() else name.lower()


def ports_of(text: str) -> list[str] | None:
    """Return the ports of a list such as ``fc1/1-4,fc1/7`` or ``port-channel 10``; None if a part is not a port."""
    found: list[str] = []
    for part in text.split(","):
        span = _PORT_RANGE.match(part.strip())
        port = port_name(part)
        if len(found) > _MOST_PORTS:
            return None
        if span:
            found.extend(
                f"{span.group(1).lower()}{number}" for number in range(whole(span.group(2)), whole(span.group(3)) + 1)
            )
        elif port:
            found.append(port)
        else:
            return None
    return found


def alias_line(stripped: str) -> str | None:
    """Return the alias of a line that contains only a name in square brackets, or None."""
    match = _ALIAS.match(stripped)
    return match.group(1) if match else None


def total_of(stripped: str) -> int | None:
    """Return the number in a closing line such as ``Total number of flogi = 21.``, or None."""
    match = _TOTAL.match(stripped)
    return whole(match.group(1)) if match else None


def vsans_of(text: str) -> list[str]:
    """Return the VSAN numbers of a list such as ``1,5,7-9``; other parts are ignored."""
    found: dict[str, None] = {}
    for part in text.split(",")[: HIGHEST_VSAN + 1]:
        low, _, high = part.strip().partition("-")
        if not low.isdecimal() or len(low) > 4 or (high and (not high.isdecimal() or len(high) > 4)):
            continue
        for number in range(whole(low), min(whole(high or low), HIGHEST_VSAN) + 1):
            found[str(number)] = None
    return list(found)


def may_expand(out: Writer, count: int) -> bool:
    """Return whether a range of this many parts may be expanded to one row each."""
    return count <= 1 or out.records < _MOST_ROWS


def vsan_of_command(capture: Capture) -> str:
    """Return the VSAN that the command is limited to (``… vsan 10``), or ''."""
    match = re.search(r"\bvsan (\d{1,4})\b", capture.command or "", re.IGNORECASE)
    return match.group(1) if match else ""


def lists_all(capture: Capture, command: str | None = None) -> bool:
    """Return whether the command lists all logins: not filtered, and not limited to an interface or address."""
    table = _TABLE.search(command or capture.command or "")
    return not capture.filtered and (table is None or _ALL.match(table.group("narrowed")) is not None)


def vsan_number(text: str) -> str:
    """Return a VSAN number without leading zeros."""
    return text.lstrip("0") or "0"


def domain_number(text: str) -> str | None:
    """Return the decimal domain id of ``0x25(37)``, ``0x25`` or ``37``, or None."""
    match = re.fullmatch(r"(?:0x([0-9a-f]{1,2}))?(?:\((\d{1,3})\)|(\d{1,3}))?", text.strip(), re.IGNORECASE)
    if not match or match.group(0) == "":
        return None
    decimal = match.group(2) or match.group(3)
    if match.group(1) is None:
        return str(whole(decimal)) if match.group(3) else None
    number = whole(match.group(1), 16)
    return str(number) if decimal is None or whole(decimal) == number else None


def speed_of(text: str) -> float | None:
    """Return a speed in Gbit/s from ``8``, ``8 Gbps`` or ``16 Gbps``; None for ``auto`` and ``--``."""
    return normalise.speed_gbps(text)


def state_switch(out: Writer, capture: Capture, line: int, **facts: str | bool | None) -> None:
    """Write the row of the switch itself: a Cisco switch with the given facts."""
    out.add("switch", line, switch=capture.owner, vendor="cisco", **facts)


def state_switch_once(out: Writer, capture: Capture, line: int, **facts: str | bool | None) -> None:
    """Write the row of the switch unless something has been written already."""
    if not out.records:
        state_switch(out, capture, line, **facts)


def add_setting(out: Writer, line: int, switch: str, vsan: str, setting: str, value: str) -> None:
    """Write a setting of a switch or of one of its VSANs."""
    out.add("fabric_setting", line, switch=switch, vsan=vsan, setting=setting, value=value)


def write_counters(samples: Sequence[tuple[int, str, str, int]], capture: Capture, out: Writer, **more: Value) -> None:
    """Write counters, each with its line, port, name and value; ``more`` are columns that all of them have."""
    count = len(samples)
    columns: dict[str, list[Value]] = {
        "switch": [capture.owner] * count, "port": [port for _, port, _, _ in samples],
        "counter": [name for _, _, name, _ in samples], "value": [value for _, _, _, value in samples],
        "rounded": [False] * count, "captured_at": [capture.captured_at] * count,
    }  # fmt: skip
    common: dict[str, list[Value]] = {name: [value] * count for name, value in more.items()}
    out.extend("counter_sample", [line for line, _, _, _ in samples], {**columns, **common})


SETTING, SWITCH = "switch vsan setting value", "switch vendor"
"""Columns of a setting, and of a switch about which nothing else is stated."""


def reader(
    command: str, detect: Callable[[Capture], Detection | None], read: Callable[[Capture, Writer], None],
    provides: Mapping[str, tuple[str, ...]], *, name: str = "", needles: tuple[str, ...] = (),
    begins: str | None = None, owner_in: Callable[[str], str | None] | None = None,
    captured_in: Callable[[str], datetime | None] | None = None, verified: bool = True, trust: int = 60,
) -> Reader:  # fmt: skip
    """Return the reader of a command; without ``name`` it is called as the command."""
    return Reader(
        name=f"nxos-{name or command.replace(' ', '-')}", platform="cisco-mds", command=command, provides=provides,
        detect=detect, read=read, needles=needles, begins=begins, owner_in=owner_in, captured_in=captured_in,
        verified=verified, trust=trust,
    )  # fmt: skip
